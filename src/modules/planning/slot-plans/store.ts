import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { AccountId, PostId, ProfileId, SlotPlanId, UserId } from '#kernel/ids.ts'
import { longestDelay, targetTime } from '#modules/posts/index.ts'
import type { Gap } from './slots.ts'

interface SlotPlanFields {
  readonly name: string
  readonly timezone: string | null
  readonly accountIds: readonly AccountId[]
  readonly minutes: readonly number[]
  readonly gaps: readonly Gap[]
  readonly pausedUntil: Date | null
  readonly whenBlocked: 'keep' | 'next' | 'skip'
}

export interface SlotPlanRow extends SlotPlanFields {
  readonly id: SlotPlanId
  readonly profileId: ProfileId
  readonly createdAt: Date
  readonly updatedAt: Date
}

export async function listPlanRows(
  db: Db,
  profileId: ProfileId,
  after: string | null,
  limit: number,
): Promise<SlotPlanRow[]> {
  const { rows } = await sql<SlotPlanRow>`
    select * from slot_plan where profile_id = ${profileId} and (${after}::uuid is null or id > ${after})
    order by id limit ${limit}`.execute(db)
  return rows
}

export async function findPlan(db: Db, id: SlotPlanId): Promise<SlotPlanRow | undefined> {
  const { rows } = await sql<SlotPlanRow>`select * from slot_plan where id = ${id}`.execute(db)
  return rows[0]
}

export async function insertPlan(tx: Tx, row: SlotPlanRow): Promise<void> {
  const { accountIds, minutes, gaps, ...rest } = row
  await tx
    .insertInto('slotPlan')
    .values({ ...rest, accountIds: [...accountIds], minutes: [...minutes], gaps: JSON.stringify(gaps) as never })
    .execute()
}

export async function updatePlan(tx: Tx, row: SlotPlanRow): Promise<void> {
  const { name, timezone, accountIds, minutes, gaps, pausedUntil, whenBlocked, updatedAt } = row
  await sql`
    update slot_plan set name = ${name}, timezone = ${timezone}, account_ids = ${[...accountIds]}::uuid[],
      minutes = ${[...minutes]}::smallint[], gaps = ${JSON.stringify(gaps)}::jsonb, paused_until = ${pausedUntil},
      when_blocked = ${whenBlocked}, updated_at = ${updatedAt}
    where id = ${row.id}`.execute(tx)
}

export async function deletePlan(tx: Tx, id: SlotPlanId): Promise<void> {
  await tx.deleteFrom('slotPlan').where('slotPlan.id', '=', id).execute()
}

export interface PlannedPost {
  readonly id: PostId
  readonly at: Date
}

/**
 * Lists the posts that a plan may move, in the order of their times. A post with its own latest time is not moved.
 * With `lock`, they stay locked, in the order of their IDs.
 */
export async function listPlanned(db: Db, id: SlotPlanId, after: Date, lock: boolean): Promise<PlannedPost[]> {
  const { rows } = await sql<PlannedPost>`
    select id, scheduled_at as at from post
    where slot_plan_id = ${id} and status = 'scheduled' and deleted_at is null and latest_at is null
      and scheduled_at > ${after}
    order by id ${lock ? sql`for no key update` : sql``}`.execute(db)
  return rows.sort((one, other) => one.at.getTime() - other.at.getTime())
}

interface Occupied {
  readonly id: PostId
  readonly at: Date
  readonly slotPlanId: SlotPlanId | null
}

/**
 * Lists the times of these accounts, or of all accounts, that posts of the profile occupy, soonest first. A post whose
 * accounts publish it at different times occupies each of them.
 */
export async function listOccupied(
  db: Db,
  profileId: ProfileId,
  accountIds: readonly AccountId[],
  from: Date,
  to: Date | null,
): Promise<Occupied[]> {
  const { rows } = await sql<Occupied>`
    select po.id, taken.at, po.slot_plan_id from post po cross join lateral (
      select po.scheduled_at as at where ${accountIds.length === 0}
      union select ${targetTime} from post_target t
        where t.post_id = po.id and (${accountIds.length === 0} or t.account_id = any(${[...accountIds]}::uuid[]))) taken
    where po.profile_id = ${profileId} and po.deleted_at is null
      and po.scheduled_at >= ${from}::timestamptz - ${longestDelay} and taken.at >= ${from}
      and (${to}::timestamptz is null or po.scheduled_at < ${to} and taken.at < ${to})
      and (po.status in ('scheduled', 'queued')
        or po.status in ('publishing', 'published', 'partial', 'unknown') and po.scheduled_at <= ph.now())
    order by taken.at, po.id`.execute(db)
  return rows
}

/** Returns those of the plans that move blocked posts. */
export async function listMovingPlans(tx: Tx, ids: readonly SlotPlanId[]): Promise<SlotPlanId[]> {
  const { rows } = await sql<{ id: SlotPlanId }>`
    select id from slot_plan where id = any(${[...ids]}::uuid[]) and when_blocked <> 'keep'`.execute(tx)
  return rows.map(({ id }) => id)
}

interface LockedProfile {
  readonly id: ProfileId
  readonly timezone: string | null
  readonly ownerUid: UserId
}

/** Locks profiles, and leaves out those that another transaction has locked. */
export async function lockFreeProfiles(
  tx: Tx,
  ids: readonly ProfileId[],
): Promise<ReadonlyMap<ProfileId, LockedProfile>> {
  const { rows } = await sql<LockedProfile>`
    select id, timezone, owner_uid from profile where id = any(${[...ids]}::uuid[])
    order by id for no key update skip locked`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Lists the posts of a plan that are also for accounts that it is not for. */
export async function listOutside(
  db: Db,
  { id, accountIds }: Pick<SlotPlanRow, 'id' | 'accountIds'>,
  after: Date,
): Promise<PostId[]> {
  if (accountIds.length === 0) return []
  const { rows } = await sql<{ id: PostId }>`
    select post.id from post where post.slot_plan_id = ${id} and post.status = 'scheduled'
      and post.deleted_at is null and post.scheduled_at > ${after}
      and exists (select from post_target t where t.post_id = post.id
        and (t.account_id is null or t.account_id <> all(${[...accountIds]}::uuid[])))
    order by post.scheduled_at, post.id`.execute(db)
  return rows.map((row) => row.id)
}

/** Takes posts out of their plan. They keep their times. */
export async function leavePlan(tx: Tx, ids: readonly PostId[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update post set slot_plan_id = null, updated_at = ${now}, version = post.version + 1
    where id = any(${[...ids]}::uuid[])`.execute(tx)
}

/** Moves blocked posts of a plan to other times, and counts the moves. */
export async function movePosts(tx: Tx, posts: readonly PlannedPost[], now: Date): Promise<void> {
  await sql`
    update post set scheduled_at = x.at, slot_moves = post.slot_moves + 1, updated_at = ${now},
      version = post.version + 1
    from jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as x(id uuid, at timestamptz)
    where post.id = x.id`.execute(tx)
}

/** Moves posts to new times, and says which plan places them. */
export async function placePosts(tx: Tx, planId: SlotPlanId, posts: readonly PlannedPost[], now: Date): Promise<void> {
  if (posts.length === 0) return
  await sql`
    update post set scheduled_at = x.at, slot_plan_id = ${planId}, updated_at = ${now}, version = post.version + 1
    from jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as x(id uuid, at timestamptz)
    where post.id = x.id`.execute(tx)
}
