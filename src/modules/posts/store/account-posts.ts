import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { AccountId, PostId, PostTargetId, ProfileId, UserId } from '#kernel/ids.ts'
import type { Affected } from '#modules/accounts/index.ts'
import type { TargetStatus } from '../state.ts'

/** SQL: true for a target that has not ended. */
const isOpen = sql`(case when t.publication_id is null then t.refusal is null and post.status in ('draft', 'scheduled')
  else p.status in ('queued', 'publishing', 'processing', 'held') end)`

const openTargets = sql`post_target t join post on post.id = t.post_id and post.deleted_at is null
  left join publication p on p.id = t.publication_id`

const shownMax = 100
const shownChars = 140

/** Lists the posts that still target an account, the soonest first. */
export async function listAffectedPosts(db: Db, accountId: AccountId): Promise<Affected> {
  const { rows } = await sql<Affected['posts'][number] & { total: number; firstAt: Date | null }>`
    select post.id as post_id, post.status, post.scheduled_at, left(post.content, ${shownChars}) as content,
      exists (select from post_target o where o.post_id = post.id and o.id <> t.id) as has_others,
      count(*) over () as total,
      min(post.scheduled_at) filter (where post.status = 'scheduled') over () as first_at
    from ${openTargets} where t.account_id = ${accountId} and ${isOpen}
    order by post.scheduled_at, post.id limit ${shownMax}`.execute(db)
  const [first] = rows
  return { total: first?.total ?? 0, firstAt: first?.firstAt ?? null, posts: rows }
}

interface OpenTarget {
  readonly id: PostTargetId
  readonly postId: PostId
}

export async function listOpenTargets(db: Db, accountId: AccountId): Promise<OpenTarget[]> {
  const { rows } = await sql<OpenTarget>`
    select t.id, t.post_id from ${openTargets} where t.account_id = ${accountId} and ${isOpen}
    order by t.post_id`.execute(db)
  return rows
}

export async function lastPublishedAt(db: Db, accountId: AccountId): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(shown_at) as at from publication where account_id = ${accountId}`.execute(db)
  return rows[0]?.at ?? null
}

/** True when something of an unfinished publication of this profile is visible, or may be. */
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

/** Finds the posts of a profile that may still go out. */
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

/** The most publications of one account that are looked at; the others wait in its queue. */
const perAccount = 20

/** Finds the publications at the head of each account's queue: those on their way, and those that wait to try again. */
export async function listMoving(db: Db, owners: readonly UserId[]): Promise<MovingRow[]> {
  const { rows } = await sql<MovingRow>`/* hot: moving-publications */
    select p.id, p.revision, a.owner_uid, a.profile_id, t.post_id, t.id as target_id, p.status, p.step
    from account a cross join lateral (
      select p.id, p.revision, p.target_id, p.account_id, p.status, p.step from publication p
      where p.remote_account_id = a.remote_account_id and p.due_at is not null
      order by p.wanted_at, p.ordinal limit ${perAccount}) p
    join post_target t on t.id = p.target_id
    where a.owner_uid = any(${[...owners]}::uuid[]) and a.disconnected_at is null and p.account_id = a.id`.execute(db)
  return rows
}
