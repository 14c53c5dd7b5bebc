import { sql } from 'kysely'
import type { EventId } from '#kernel/ids.ts'

/**
 * A position in the feed: the transaction that wrote an event, and the event. Ids alone would skip events that commit
 * late.
 */
export interface FeedPosition {
  readonly tx: string
  readonly id: EventId
}

/**
 * Selects the events that may be read in the order (transaction, id): their transaction is older than every open one. A
 * transaction that still runs may commit an event with a smaller number, and a reader past that number would never see
 * it. So one long transaction, in any database of the server, delays the feed but cannot make it skip.
 */
export const isSettled = sql<boolean>`event.tx < pg_snapshot_xmin(pg_current_snapshot())`
