import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'

/**
 * Takes one of this month's captions, and returns the number used so far. Null if none is left. The row decides, so two
 * calls cannot both take the last one.
 */
export async function takeCaption(db: Db, uid: UserId, month: string, limit: number | null): Promise<number | null> {
  const { rows } = await sql<{ used: number }>`
    insert into caption_use as use (owner_uid, month, used) values (${uid}, ${month}, 1)
    on conflict (owner_uid, month) do update set used = use.used + 1
      where ${limit}::integer is null or use.used < ${limit}::integer
    returning used`.execute(db)
  return rows[0]?.used ?? null
}

/**
 * Gives back a caption of a month and returns the number used so far. At most `most` are given back, so that no one can
 * call a model for free indefinitely. Null beyond that.
 */
export async function giveBackCaption(db: Db, uid: UserId, month: string, most: number): Promise<number | null> {
  const { rows } = await sql<{ used: number }>`
    update caption_use set used = used - 1, given_back = given_back + 1
    where owner_uid = ${uid} and month = ${month} and used > 0 and given_back < ${most}
    returning used`.execute(db)
  return rows[0]?.used ?? null
}

/** Counts the captions that a user has used in this month, UTC. */
export async function countCaptions(db: Db, uid: UserId): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select used from caption_use
    where owner_uid = ${uid} and month = date_trunc('month', ph.now() at time zone 'UTC')::date`.execute(db)
  return rows[0]?.used ?? 0
}
