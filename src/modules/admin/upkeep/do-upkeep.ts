import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { before, hours } from '#kernel/clock.ts'
import { refreshEndingGrants } from '#modules/accounts/index.ts'
import { makeNumbersDue } from '#modules/analytics/index.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { retryAllFailed } from '#modules/webhooks/index.ts'
import type { UpkeepDeps } from '../deps.ts'

/** Work that an external scheduler can start. The caller is null if the credential was the cron secret. */
type Starter = Caller | null

const failedSinceMs = hours(24)
const refreshMaxMs = 20_000

/** Makes the metrics of all accounts due, so that the workers refresh them. */
export function syncMetrics(deps: UpkeepDeps, caller: Starter) {
  return inTx(deps.db, async (tx) => {
    const due = await makeNumbersDue(deps, tx)
    await note(deps, tx, caller, 'metrics.sync_asked')
    return due
  })
}

/** Replays deliveries that failed permanently in the last day. */
export function retryFailedDeliveries(deps: UpkeepDeps, caller: Starter) {
  return inTx(deps.db, async (tx) => {
    const retried = await retryAllFailed(deps, tx, before(deps.clock.now(), failedSinceMs))
    await note(deps, tx, caller, 'webhooks.retried')
    return { retried }
  })
}

/** Renews the grants that expire soon, like the cron `accounts-refresh`. */
export async function refreshConnections(deps: UpkeepDeps, caller: Starter) {
  await inTx(deps.db, (tx) => note(deps, tx, caller, 'connections.refresh_asked'))
  return await refreshEndingGrants(deps, AbortSignal.timeout(refreshMaxMs))
}

const note = ({ clock }: UpkeepDeps, tx: Parameters<typeof writeAudit>[0], caller: Starter, action: string) =>
  writeAudit(tx, { at: clock.now(), caller, ownerUid: null, action, subject: 'installation' })
