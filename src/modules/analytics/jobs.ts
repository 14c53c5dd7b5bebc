import { inTx } from '#infra/db/client.ts'
import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import type { AccountId } from '#kernel/ids.ts'
import { startSync } from './actions/start-sync.ts'
import { syncAccount } from './actions/sync-account.ts'
import type { AnalyticsDeps } from './deps.ts'

/** Finds the accounts whose posts are due to be looked at. Enqueued by a cron. */
export const syncMetrics = defineJob('analytics.sync')
/** Looks at the due posts of one account. */
export const syncAccountMetrics = defineJob<{ readonly accountId: AccountId }>('analytics.sync-account')

export const analyticsHandlers = (deps: AnalyticsDeps): readonly Handled[] => [
  handle(syncMetrics, async () => {
    const accounts = await startSync(deps)
    const due = accounts.map((accountId) => ({ job: syncAccountMetrics, data: { accountId } }))
    await inTx(deps.db, (tx) => deps.queue.enqueueMany(tx, due))
  }),
  handle(syncAccountMetrics, ({ accountId }, { signal }) => syncAccount(deps, accountId, signal)),
]
