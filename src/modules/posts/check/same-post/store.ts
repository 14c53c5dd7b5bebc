import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { AccountId, PostId, PostTargetId } from '#kernel/ids.ts'

interface Asked {
  readonly accountId: AccountId
  readonly digest: string
  readonly days: number
}

export interface SamePost {
  /** Place in the list of the question, from 1. */
  readonly place: number
  readonly postId: PostId
  readonly at: Date
  /** `unknown`: the network may have published it. */
  readonly state: 'planned' | 'published' | 'unknown'
}

/** The targets that are to be compared, and the posts that they belong to, which do not count. */
export interface Question {
  readonly asked: readonly Asked[]
  readonly own: readonly PostId[]
}

/**
 * SQL: for each target, the latest other post that publishes the same on its account. With `locks`, in a transaction that
 * arms the posts, no other one can arm the same post until it ends.
 */
const samePosts = ({ asked, own }: Question, locks: boolean) => {
  const accounts = asked.map(({ accountId }) => accountId)
  const digests = asked.map(({ digest }) => digest)
  const days = asked.map((one) => one.days)
  return sql`ph.same_posts(${accounts}::uuid[], ${digests}::text[]::bytea[], ${days}::int[], ${[...own]}::uuid[], ${locks})`
}

/** Finds equal posts, for one target or for hundreds in one statement. */
export async function findSamePosts(db: Db, question: Question, locks: boolean): Promise<SamePost[]> {
  if (question.asked.length === 0) return []
  const { rows } = await sql<SamePost>`/* hot: same-posts */
    select place::int, other as "postId", at, state from ${samePosts(question, locks)}`.execute(db)
  return rows
}

/** SQL of one value: the equal posts as JSON. Belongs in a statement that stores the posts, which saves one of its own. */
export const samePostsInside = (question: Question) =>
  sql<
    StoredSame[] | null
  >`(select jsonb_agg(jsonb_build_object('place', place, 'postId', other, 'at', at, 'state', state))
    from ${samePosts(question, true)})`

export type StoredSame = Omit<SamePost, 'at'> & { readonly at: string }

export async function noteDigests(
  tx: Tx,
  rows: readonly { readonly id: PostTargetId; readonly digest: string | null }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update post_target t set digest = x.digest from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, digest bytea)
    where t.id = x.id`.execute(tx)
}
