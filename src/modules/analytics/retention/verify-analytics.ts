import type { Db } from '#infra/db/client.ts'
import {
  countWrongGains,
  countWrongPosts,
  countWrongPublished,
  countWrongTargets,
  listAccountsWithNumbers,
} from '../store/verify.ts'

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
