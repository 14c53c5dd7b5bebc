import type { Db } from '#infra/db/client.ts'
import { type KeptPartitions, keepPartitions, type PartitionedTable } from '#infra/db/partitions/keep-partitions.ts'
import type { Log } from '#infra/log/log.ts'
import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { type Clock, days } from '#kernel/clock.ts'

/** Drops events past their retention. A cron enqueues it. */
export const sweepEvents = defineJob('event-stream.sweep')

export const eventHandlers = (deps: RetentionDeps): readonly Handled[] => [
  handle(sweepEvents, (_data, { signal }) => keepEventWeeks(deps, [{ table: 'event', column: 'id' }], signal)),
]

/** Retention of events and of their deliveries: how long they can be read and replayed. */
const keptMs = days(30)

export interface RetentionDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
}

/** Creates the coming weeks of tables that are kept as long as events are, and drops their old weeks. */
export async function keepEventWeeks(
  { db, clock, log }: RetentionDeps,
  tables: readonly PartitionedTable[],
  signal: AbortSignal,
): Promise<void> {
  const { postponed, tooMany }: KeptPartitions = await keepPartitions(db, tables, {
    now: clock.now(),
    keepMs: keptMs,
    signal,
  })
  if (postponed.length > 0)
    log.info({ event: 'events.weeks_postponed', postponed }, 'Some weekly partitions are left for the next cleanup')
  if (tooMany.length > 0)
    log.warn(
      { event: 'events.weeks_in_default', tooMany },
      'Some weeks have too many rows in the default partition to move',
    )
}
