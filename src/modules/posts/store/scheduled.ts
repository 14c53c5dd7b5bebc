import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { PostId, ProfileId, UserId } from '#kernel/ids.ts'
import { type SeenPost, selectSeen } from './posts.ts'

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
      scheduled_at = x."scheduledAt", updated_at = ${now}, version = post.version + 1
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
