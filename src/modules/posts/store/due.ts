import { type RawBuilder, sql } from 'kysely'
import type { Wanted } from '#infra/claim/index.ts'
import { allOf } from '#infra/db/all-of.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import { wasNow } from '#infra/time/clock-steps.ts'
import type { PostId, ProfileId, UserId } from '#kernel/ids.ts'
import { type PostRow, type SeenPost, selectSeen } from './posts.ts'

/** Selects the time of the first post that is due by the given time. */
export const firstDuePost = (by: RawBuilder<Date>) => sql<Date | null>`(select scheduled_at from post
  where status = 'scheduled' and deleted_at is null and scheduled_at <= ${by} order by scheduled_at limit 1)`

/** Selects posts t that were to be published immediately. */
export const isForNow = sql<boolean>`(t.status = 'scheduled' and ${wasNow('scheduled_at', 'updated_at')})`

/** Locks posts that are due. Posts locked by another transaction are skipped. */
export async function lockDue(tx: Tx, { most, among, except = [] }: Wanted<PostId>): Promise<PostId[]> {
  const { rows } = await prepared('due-posts')<{ id: PostId }>`
    select post.id from post join profile on profile.id = post.profile_id and profile.deleted_at is null
    where post.status = 'scheduled' and post.deleted_at is null and post.scheduled_at <= ph.now()
      and (${among ?? null}::uuid[] is null or post.id = any(${among ?? null}::uuid[]))
      and post.id <> all(${[...except]}::uuid[])
    order by post.scheduled_at limit ${most} for no key update of post skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Reads the first of these posts, in order: at least one, up to the given total size of their publications in bytes.
 * Each target gets the content of its post, so a post counts once for each target.
 */
export async function readWithin(tx: Tx, ids: readonly PostId[], maxBytes: number): Promise<PostRow[]> {
  const { rows } = await prepared('due-posts-within')<PostRow>`
    with recursive due as (select ${[...ids]}::uuid[] as ids),
    walk as (
      select 0 as place, 0::bigint as bytes
      union all
      select walk.place + 1, walk.bytes + here.bytes from walk cross join due cross join lateral (
        select octet_length(p.content) + octet_length(p.thread::text) + octet_length(p.settings::text) as bytes
        from post p where p.id = due.ids[walk.place + 1]) own cross join lateral (
        select coalesce(sum(own.bytes + octet_length(t.overrides::text)), 0)::bigint as bytes
        from post_target t where t.post_id = due.ids[walk.place + 1]) here
      where walk.bytes < ${maxBytes} and walk.place < cardinality(due.ids))
    select ${allOf('post', 'p')} from walk cross join due join post p on p.id = due.ids[walk.place]
    order by walk.place`.execute(tx)
  return rows
}

/** Lists the times, from a given time on, at which a profile publishes or has published. */
export async function listTakenTimes(db: Db, profileId: ProfileId, from: Date): Promise<Date[]> {
  const { rows } = await sql<{ scheduledAt: Date }>`
    select scheduled_at from post where profile_id = ${profileId} and deleted_at is null and scheduled_at >= ${from}
      and (status in ('scheduled', 'queued')
        or status in ('publishing', 'published', 'partial', 'unknown') and scheduled_at <= ph.now())`.execute(db)
  return rows.map(({ scheduledAt }) => scheduledAt)
}

interface Timed {
  readonly id: PostId
  readonly scheduledAt: Date
}

/** Turns drafts into scheduled posts, each with its time. */
export async function noteScheduled(tx: Tx, posts: readonly Timed[], now: Date): Promise<void> {
  await sql`
    update post set intent = 'scheduled', status = 'scheduled', status_since = ${now}, save_as_draft = false,
      slot_plan_id = null, slot_moves = 0, scheduled_at = x."scheduledAt", updated_at = ${now}, version = post.version + 1
    from jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as x(id uuid, "scheduledAt" timestamptz)
    where post.id = x.id`.execute(tx)
}

/** Reads posts of live profiles with the user's role. In a transaction they stay locked, in the order of their IDs. */
export async function findSeenPosts(
  db: Db,
  uid: UserId,
  ids: readonly PostId[],
): Promise<ReadonlyMap<PostId, SeenPost>> {
  const { rows } = await sql<SeenPost>`
    ${selectSeen(uid)} where post.id = any(${[...ids]}::uuid[])
    order by post.id ${db.isTransaction ? sql`for no key update of post` : sql``}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
