import { keepPartitions, type PartitionedTable } from '#infra/db/partitions/keep-partitions.ts'
import { days } from '#kernel/clock.ts'
import { getLimit } from '#modules/plans/index.ts'
import type { AnalyticsDeps } from '../deps.ts'
import { deleteBatchBefore, listKeepers } from '../store/retention.ts'

const snapshots: PartitionedTable = { table: 'metrics_snapshot', column: 'at', every: 'month' }
/** For plans that retain metrics indefinitely. */
const foreverDays = 36_500
const mostAtOnce = 500

/**
 * Creates the partitions of upcoming months, drops the months that no plan retains, and deletes the roll-ups that are
 * older than their owner's plan retains.
 */
export async function keepAnalytics({ db, clock, log, plans }: AnalyticsDeps, signal: AbortSignal): Promise<void> {
  const keptDays = [...plans.keys()].map((plan) => getLimit(plans, plan, 'analyticsRetentionDays') ?? foreverDays)
  const { postponed, tooMany } = await keepPartitions(db, [snapshots], {
    now: clock.now(),
    keepMs: days(Math.max(...keptDays) + 1),
    signal,
  })
  if (postponed.length + tooMany.length > 0)
    log.info(
      { event: 'analytics.months_postponed', postponed, tooMany },
      'Some monthly snapshots were postponed to the next sweep',
    )
  for (const { plan, accounts } of await listKeepers(db)) {
    const kept = getLimit(plans, plan, 'analyticsRetentionDays')
    if (kept === null) continue
    for (const accountId of accounts) {
      while (!signal.aborted && (await deleteBatchBefore(db, accountId, kept, mostAtOnce)) === mostAtOnce);
    }
  }
}
