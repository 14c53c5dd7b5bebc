import { CallFailed } from '#connectors/connector.ts'
import { after, minutes } from '#kernel/clock.ts'
import type { GrantDeps } from '../../deps.ts'
import { liveGrant } from '../live-grant.ts'
import { listGrantsEndingBefore } from '../store.ts'

const aheadMs = minutes(30)
const atOnce = 8
const batch = 200

interface RefreshCount {
  readonly checked: number
  readonly refreshed: number
  readonly failed: number
}

/**
 * Renews the grants that expire soon. A grant that fails temporarily is retried at the next run. The owner of a lost
 * grant is notified as soon as it is lost.
 */
export async function refreshEndingGrants(deps: GrantDeps, signal: AbortSignal): Promise<RefreshCount> {
  const count = { checked: 0, refreshed: 0, failed: 0 }
  const ends = after(deps.clock.now(), aheadMs)
  let last: string | null = null
  for (;;) {
    const grants = await listGrantsEndingBefore(deps.db, ends, last, batch)
    const left = [...grants]
    const work = async (): Promise<void> => {
      for (let one = left.shift(); one && !signal.aborted; one = left.shift()) {
        count.checked += 1
        const renewed = await renew(deps, one.accountId, one.version, signal)
        count[renewed ? 'refreshed' : 'failed'] += 1
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    last = grants.at(-1)?.grantId ?? null
    if (last === null || signal.aborted) return count
  }
}

async function renew(
  deps: GrantDeps,
  accountId: Parameters<typeof liveGrant>[1],
  version: number,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const live = await liveGrant(deps, accountId, { refreshIfOlderThan: version, signal })
    return !('lost' in live)
  } catch (error) {
    if (!(error instanceof CallFailed))
      deps.log.warn({ event: 'accounts.refresh_failed', err: error, accountId }, 'Grant could not be renewed')
    return false
  }
}
