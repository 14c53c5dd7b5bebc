import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { dropOldPageChoices } from '#modules/accounts/index.ts'
import type { ConnectingDeps } from './deps.ts'
import { deleteExpiredFlows } from './oauth/store.ts'

/** Deletes expired flows, and consents for which no page was chosen. */
export const sweepConnecting = defineJob('connecting.sweep')

export const connectingHandlers = (deps: ConnectingDeps): readonly Handled[] => [
  handle(sweepConnecting, async () => {
    await deleteExpiredFlows(deps.db)
    await dropOldPageChoices(deps)
  }),
]
