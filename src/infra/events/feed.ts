import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { EventType } from '#kernel/events.ts'
import type { EventId, UserId } from '#kernel/ids.ts'
import type { Json } from '#kernel/json.ts'

/** A place in the feed: the transaction that wrote an event, and the event. Ids alone would skip what commits late. */
export interface FeedPosition {
  readonly tx: string
  readonly id: EventId
}

export interface FeedEvent extends FeedPosition {
  readonly type: EventType
  readonly data: { readonly [key: string]: Json }
  readonly createdAt: Date
}

/**
 * Where events are read in the order (transaction, id), this must hold of each: its transaction is older than every open
 * one. One that still runs may yet commit an event with a smaller number, and who has read past it would never see it.
 * So one long transaction holds the feed up, in any database of the server, but cannot make it skip.
 */
export const isSettled = sql<boolean>`event.tx < pg_snapshot_xmin(pg_current_snapshot())`

/** An owner's events after a position, in an order to which nothing is ever added in front. */
export async function readFeed(
  db: Db,
  ownerUid: UserId,
  after: FeedPosition | null,
  limit: number,
): Promise<readonly FeedEvent[]> {
  const from = after ? sql`and (tx, id) > (${after.tx}::xid8, ${after.id}::uuid)` : sql``
  const { rows } = await sql<FeedEvent>`
    select tx::text as tx, id, type, data, created_at from event
    where owner_uid = ${ownerUid} and ${isSettled} ${from}
    order by event.tx, event.id limit ${limit}`.execute(db)
  return rows
}
