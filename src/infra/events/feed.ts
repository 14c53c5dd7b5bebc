import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
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
 * transaction that is still running may commit an event with a smaller number, and a reader past that number would
 * never see it. So one long transaction, in any database of the server, delays the feed but cannot make it skip.
 */
export const isSettled = sql<boolean>`event.tx < pg_snapshot_xmin(pg_current_snapshot())`

/** The smallest number that PostgreSQL gives to a transaction. */
const leastTx = 3

/**
 * Renumbers events from another server, whose transactions may have had higher numbers than this server's: they would
 * sort after all new events, and readers would wait for years. The newest events get the numbers directly below this
 * transaction, in their order. If there are too few numbers, the oldest events share the smallest one.
 */
export async function renumberForeignEvents(tx: Tx): Promise<void> {
  const { rows } = await sql`select from event where tx > pg_current_xact_id() limit 1`.execute(tx)
  if (rows.length === 0) return
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`
    with ranked as (select id, dense_rank() over (order by tx desc) as rank from event)
    update event set tx = greatest(${leastTx}, pg_current_xact_id()::text::bigint - ranked.rank)::text::xid8
    from ranked where event.id = ranked.id`.execute(tx)
}
