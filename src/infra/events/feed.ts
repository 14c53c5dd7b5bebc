import { sql } from 'kysely'
import type { EventId } from '#kernel/ids.ts'

/** A place in the feed: the transaction that wrote an event, and the event. Ids alone would skip what commits late. */
export interface FeedPosition {
  readonly tx: string
  readonly id: EventId
}

/**
 * Where events are read in the order (transaction, id), this must hold of each: its transaction is older than every open
 * one. One that still runs may yet commit an event with a smaller number, and who has read past it would never see it.
 * So one long transaction holds the feed up, in any database of the server, but cannot make it skip.
 */
export const isSettled = sql<boolean>`event.tx < pg_snapshot_xmin(pg_current_snapshot())`
