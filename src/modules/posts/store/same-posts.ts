import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { AccountId, PostId, PostTargetId, ProfileId } from '#kernel/ids.ts'
import { comparedCharacters } from '../word-overlap.ts'

interface PostText {
  readonly accountId: AccountId
  readonly digest: string
  readonly days: number
}

export interface SamePost {
  /** The position in the list of the query, from 1. */
  readonly place: number
  readonly postId: PostId
  readonly at: Date
  /** `unknown`: the network may have published it. */
  readonly state: 'planned' | 'published' | 'unknown'
}

/** The targets to compare, and the posts that they belong to, which do not count. */
export interface Question {
  readonly requested: readonly PostText[]
  readonly own: readonly PostId[]
}

/**
 * SQL: for each target, the latest other post that publishes the same on its account. With `locks`, in a transaction
 * that arms the posts, no other transaction can arm the same post until it ends.
 */
const samePosts = ({ requested, own }: Question, locks: boolean) => {
  const accounts = requested.map(({ accountId }) => accountId)
  const digests = requested.map(({ digest }) => digest)
  const days = requested.map((one) => one.days)
  return sql`ph.same_posts(${accounts}::uuid[], ${digests}::text[]::bytea[], ${days}::int[], ${[...own]}::uuid[], ${locks})`
}

/** Finds identical posts, for any number of targets in one statement. */
export async function findSamePosts(db: Db, question: Question, locks: boolean): Promise<SamePost[]> {
  if (question.requested.length === 0) return []
  const { rows } = await prepared('same-posts')<SamePost>`
    select place::int, other as "postId", at, state from ${samePosts(question, locks)}`.execute(db)
  return rows
}

/**
 * SQL of one value: the identical posts as JSON. It belongs in a statement that stores the posts, which saves a
 * separate one.
 */
export const samePostsInside = (question: Question) =>
  sql<
    StoredSame[] | null
  >`(select jsonb_agg(jsonb_build_object('place', place, 'postId', other, 'at', at, 'state', state))
    from ${samePosts(question, true)})`

export type StoredSame = Omit<SamePost, 'at'> & { readonly at: string }

/** The maximum number of planned posts, and of published ones, that a text is compared with. */
const comparedPosts = 25

interface ComparedPost {
  readonly postId: PostId
  readonly at: Date
  readonly state: 'planned' | 'published'
  readonly text: string
  /** The accounts of the post, with the text for each that has its own. */
  readonly targets: readonly { readonly accountId: AccountId; readonly text: string | null }[]
}

/**
 * Lists the next planned and the latest published posts of a profile with their texts, for these accounts. Leaves out
 * the post being changed, and those that may repeat another. Bounded, however many posts there are.
 */
export async function listComparedPosts(
  db: Db,
  profileId: ProfileId,
  {
    accounts,
    days,
    own,
  }: { readonly accounts: readonly AccountId[]; readonly days: number; readonly own: PostId | null },
): Promise<ComparedPost[]> {
  const { rows } = await sql<ComparedPost>`
    with near as (
      (select id, scheduled_at as at, 'planned' as state, content from post
        where profile_id = ${profileId} and status in ('scheduled', 'queued') and deleted_at is null
        order by scheduled_at, id limit ${comparedPosts})
      union all
      (select id, published_at, 'published', content from post
        where profile_id = ${profileId} and deleted_at is null and published_at > ph.now() - make_interval(days => ${days})
        order by published_at desc limit ${comparedPosts}))
    select near.id as "postId", coalesce(near.at, ph.now()) as at, near.state, left(near.content, ${comparedCharacters}) as text, t.targets
    from near cross join lateral (
      select jsonb_agg(jsonb_build_object('accountId', account_id, 'text', left(overrides ->> 'content', ${comparedCharacters}))) as targets
      from post_target where post_id = near.id and account_id = any(${[...accounts]}::uuid[]) and digest is not null
        and removed_at is null) t
    where t.targets is not null and near.id is distinct from ${own}
    order by near.state, abs(extract(epoch from near.at - ph.now())), near.id`.execute(db)
  return rows
}

export async function noteDigests(
  tx: Tx,
  rows: readonly { readonly id: PostTargetId; readonly digest: string | null }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update post_target t set digest = x.digest from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, digest bytea)
    where t.id = x.id`.execute(tx)
}

/** The comparison of new posts, as part of the statement that stores them. */
export interface NewGuard extends Question {
  /** Refuses if an account already has one of the posts. */
  readonly requireNone: (found: readonly SamePost[]) => void
}
