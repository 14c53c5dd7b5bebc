import { type RawBuilder, sql } from 'kysely'
import type { Wanted } from '#infra/claim/index.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { PostId, UserId } from '#kernel/ids.ts'

export interface Recycling {
  readonly postId: PostId
  readonly turn: number
  readonly dueAt: Date
  readonly clones: number
  /** The time zone of the profile, or else its owner's. */
  readonly zone: string
}

/** Selects the time of the first recycled post that is due by the given time. */
export const firstDueRecycling = (by: RawBuilder<Date>) =>
  sql<Date | null>`(select due_at from recycling where due_at <= ${by} order by due_at limit 1)`

/** Locks the recycled posts that are due. Posts of a profile in the trash are suspended. */
export async function lockDueRecyclings(tx: Tx, { most, among, except = [] }: Wanted<PostId>): Promise<PostId[]> {
  const { rows } = await prepared('due-recyclings')<{ postId: PostId }>`
    select r.post_id from recycling r join post on post.id = r.post_id
    join profile on profile.id = post.profile_id and profile.deleted_at is null
    where r.due_at <= ph.now() and (${among ?? null}::uuid[] is null or r.post_id = any(${among ?? null}::uuid[]))
      and r.post_id <> all(${[...except]}::uuid[])
    order by r.due_at limit ${most} for no key update of r skip locked`.execute(tx)
  return rows.map(({ postId }) => postId)
}

export async function listRecyclings(db: Db, ids: readonly PostId[]): Promise<ReadonlyMap<PostId, Recycling>> {
  const { rows } = await sql<Recycling>`
    select r.*, coalesce(profile.timezone, owner.timezone) as zone from recycling r
    join post on post.id = r.post_id join profile on profile.id = post.profile_id
    join app_user owner on owner.id = profile.owner_uid
    where r.post_id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.postId, row]))
}

/** Returns the time zone that applies to a post: its profile's, or else that of the profile's owner. */
export async function readPostZone(db: Db, postId: PostId): Promise<string> {
  const { rows } = await sql<{ zone: string }>`
    select coalesce(profile.timezone, owner.timezone) as zone from post
    join profile on profile.id = post.profile_id join app_user owner on owner.id = profile.owner_uid
    where post.id = ${postId}`.execute(db)
  return rows[0]?.zone ?? 'UTC'
}

type NewRecycling = Pick<Recycling, 'postId' | 'turn' | 'dueAt'>

/** Schedules the next clone of a post. The number of its clones is kept. */
export async function putRecycling(tx: Tx, { postId, turn, dueAt }: NewRecycling): Promise<void> {
  await sql`
    insert into recycling (post_id, turn, due_at) values (${postId}, ${turn}, ${dueAt})
    on conflict (post_id) do update set turn = excluded.turn, due_at = excluded.due_at`.execute(tx)
}

type RecyclingNote = NewRecycling & Pick<Recycling, 'clones'>

/** Advances recycled posts to their next dates. */
export async function noteRecyclings(tx: Tx, notes: readonly RecyclingNote[]): Promise<void> {
  if (notes.length === 0) return
  await prepared('note-recyclings')`
    update recycling r set turn = x.turn, due_at = x."dueAt", clones = x.clones
    from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as x("postId" uuid, turn integer, "dueAt" timestamptz,
      clones integer)
    where r.post_id = x."postId"`.execute(tx)
}

interface Run {
  readonly postId: PostId
  readonly dueAt: Date
  readonly cloneId: PostId
}

/** Records clones. The table's key prevents a second one for the same date. */
export async function recordRuns(tx: Tx, runs: readonly Run[]): Promise<void> {
  if (runs.length === 0) return
  await prepared('record-recycling-runs')`
    insert into recycling_run (post_id, due_at, clone_id)
    select x."postId", x."dueAt", x."cloneId" from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb)
      as x("postId" uuid, "dueAt" timestamptz, "cloneId" uuid)`.execute(tx)
}

export async function deleteRecyclings(tx: Tx, ids: readonly PostId[]): Promise<void> {
  if (ids.length > 0) await sql`delete from recycling where post_id = any(${[...ids]}::uuid[])`.execute(tx)
}

/** Returns the source of a clone if its last clones have all failed, otherwise null. */
export async function findExhaustedSource(tx: Tx, cloneId: PostId, failures: number): Promise<PostId | null> {
  const { rows } = await sql<{ id: PostId }>`
    select r.post_id as id from post clone join recycling r on r.post_id = clone.recycled_from_id
    where clone.id = ${cloneId} and (
      select count(*) = ${failures} and bool_and(last.status = 'failed') from (
        select status from post where recycled_from_id = r.post_id order by id desc limit ${failures}) last)
    for no key update of r`.execute(tx)
  return rows[0]?.id ?? null
}

interface Address {
  readonly name: string
  readonly email: string | null
  readonly locale: string
}

export async function findAddress(tx: Tx, uid: UserId): Promise<Address | null> {
  const { rows } = await sql<Address>`
    select name, email, locale from app_user where id = ${uid}`.execute(tx)
  return rows[0] ?? null
}
