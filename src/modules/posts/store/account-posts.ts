import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { AccountId, PostId, PostTargetId, ProfileId, UserId } from '#kernel/ids.ts'
import type { Affected } from '#modules/accounts/index.ts'
import type { TargetStatus } from '../state.ts'

const ofTarget = sql`t.id, post.id as post_id, post.status, post.scheduled_at, post.content`

/**
 * SQL: the targets of an account that have not ended, with their posts. Each part scans an index of open entries, so
 * what the account has published is not read.
 */
const openTargets = (accountId: AccountId) => sql`(
    select ${ofTarget} from account a
      join post on post.profile_id = a.profile_id and post.status in ('draft', 'scheduled') and post.deleted_at is null
      join post_target t on t.post_id = post.id and t.account_id = a.id
    where a.id = ${accountId} and t.publication_id is null and t.refusal is null
    union all
    select ${ofTarget} from account a
      join publication p on p.remote_account_id = a.remote_account_id and p.account_id = a.id and p.due_at is not null
      join post_target t on t.publication_id = p.id and t.account_id = a.id
      join post on post.id = t.post_id and post.deleted_at is null
    where a.id = ${accountId}
    union all
    select ${ofTarget} from publication p
      join post_target t on t.publication_id = p.id and t.account_id = p.account_id
      join post on post.id = t.post_id and post.deleted_at is null
    where p.account_id = ${accountId} and p.status = 'held'
  ) as open`

const shownMax = 100
const shownChars = 140

/** Lists the posts that still target an account, soonest first. */
export async function listAffectedPosts(db: Db, accountId: AccountId): Promise<Affected> {
  const { rows } = await sql<Affected['posts'][number] & { total: number; firstAt: Date | null }>`
    select open.post_id, open.status, open.scheduled_at, left(open.content, ${shownChars}) as content,
      exists (select from post_target o where o.post_id = open.post_id and o.id <> open.id) as has_others,
      count(*) over () as total,
      min(open.scheduled_at) filter (where open.status = 'scheduled') over () as first_at
    from ${openTargets(accountId)}
    order by open.scheduled_at, open.post_id limit ${shownMax}`.execute(db)
  const [first] = rows
  return { total: first?.total ?? 0, firstAt: first?.firstAt ?? null, posts: rows }
}

interface OpenTarget {
  readonly id: PostTargetId
  readonly postId: PostId
}

export async function listOpenTargets(db: Db, accountId: AccountId): Promise<OpenTarget[]> {
  const { rows } = await sql<OpenTarget>`
    select open.id, open.post_id from ${openTargets(accountId)} order by open.post_id`.execute(db)
  return rows
}

/** Publications of an account are published nearly in the order of their IDs, so the last one is among the newest. */
const newestMax = 100

export async function lastPublishedAt(db: Db, accountId: AccountId): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(shown_at) as at from (select shown_at from publication
      where account_id = ${accountId} and shown_at is not null order by id desc limit ${newestMax}) newest`.execute(db)
  return rows[0]?.at ?? null
}

/** True if an unfinished publication of this profile has visible content, or may have. */
export async function isProfileBusy(tx: Tx, profileId: ProfileId): Promise<boolean> {
  const { rows } = await sql<{ busy: boolean }>`
    select exists (
      select from account a join publication p on p.account_id = a.id
      where a.profile_id = ${profileId} and (p.status in ('publishing', 'processing')
        or p.status in ('queued', 'held') and (p.begun_first is not null or p.accepted or p.parts_shown > 0))) as busy`.execute(
    tx,
  )
  return rows[0]?.busy === true
}

/** Finds the posts of a profile that may still be published. */
export async function listArmedPosts(tx: Tx, profileId: ProfileId): Promise<PostId[]> {
  const { rows } = await sql<{ id: PostId }>`
    select id from post where profile_id = ${profileId} and deleted_at is null
      and status in ('scheduled', 'queued', 'publishing') order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function moveToTrash(tx: Tx, ids: readonly PostId[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`update post set deleted_at = ${now}, updated_at = ${now}, version = version + 1
    where id = any(${[...ids]}::uuid[]) and deleted_at is null`.execute(tx)
}

interface MovingRow {
  readonly id: string
  readonly revision: number
  readonly ownerUid: UserId
  readonly profileId: ProfileId
  readonly postId: PostId
  readonly targetId: PostTargetId
  readonly status: TargetStatus
  readonly step: string
}

/** The maximum number of publications to read per account. The others wait in its queue. */
const perAccount = 20

/** Finds the publications at the head of each account's queue: those in progress or waiting to be retried. */
export async function listMoving(db: Db, owners: readonly UserId[]): Promise<MovingRow[]> {
  const { rows } = await prepared('moving-publications')<MovingRow>`
    select p.id, p.revision, a.owner_uid, a.profile_id, t.post_id, t.id as target_id, p.status, p.step
    from account a cross join lateral (
      select p.id, p.revision, p.target_id, p.account_id, p.status, p.step from publication p
      where p.remote_account_id = a.remote_account_id and p.due_at is not null
      order by p.wanted_at, p.ordinal limit ${perAccount}) p
    join post_target t on t.id = p.target_id
    where a.owner_uid = any(${[...owners]}::uuid[]) and a.disconnected_at is null and p.account_id = a.id`.execute(db)
  return rows
}
