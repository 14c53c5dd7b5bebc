import type { Db } from '#infra/db/client.ts'
import { keepPartitions, type PartitionedTable } from '#infra/db/partitions/keep-partitions.ts'
import { days } from '#kernel/clock.ts'
import { getLimit } from '#modules/plans/index.ts'
import type { AnalyticsDeps } from './deps.ts'
import {
  countWrongGains,
  countWrongPosts,
  countWrongPublished,
  countWrongTargets,
  deleteBatchBefore,
  listAccountsWithNumbers,
  listKeepers,
} from './store/retention.ts'

const snapshots: PartitionedTable = { table: 'metrics_snapshot', column: 'at', every: 'month' }
/** For plans that retain metrics indefinitely. */
const foreverDays = 36_500
const mostAtOnce = 500

/**
 * Creates the partitions of upcoming months, drops the months that no plan retains, and deletes the roll-ups that are
 * older than the retention period of their owner's plan.
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

interface AnalyticsVerdict {
  readonly accounts: number
  /** The differences from the snapshots, as text. */
  readonly faults: readonly string[]
}

const checks = [
  ['targets whose latest metrics differ from their last snapshot', countWrongTargets],
  ['publication days with a wrong roll-up', countWrongPublished],
  ['hours with wrong gains', countWrongGains],
  ['posts whose metrics are not the sums of their targets', countWrongPosts],
] as const

/** Recomputes all roll-ups from the snapshots, account by account, and compares them with the stored ones. */
export async function verifyAnalytics(db: Db): Promise<AnalyticsVerdict> {
  const accounts = await listAccountsWithNumbers(db)
  const wrong = new Map<string, number>()
  for (const accountId of accounts) {
    for (const [what, count] of checks) wrong.set(what, (wrong.get(what) ?? 0) + (await count(db, accountId)))
  }
  return {
    accounts: accounts.length,
    faults: [...wrong].flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : [])),
  }
}
