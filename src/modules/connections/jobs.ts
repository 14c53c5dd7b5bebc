import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { dropOldChoices } from '#modules/accounts/index.ts'
import type { ConnectionDeps } from './deps.ts'
import { deleteExpiredFlows } from './flow-store.ts'

/** Deletes expired flows, and consents from which no page was chosen. */
export const sweepConnections = defineJob('connections.sweep')

export const connectionHandlers = (deps: ConnectionDeps): readonly Handled[] => [
  handle(sweepConnections, async () => {
    await deleteExpiredFlows(deps.db)
    await dropOldChoices(deps)
  }),
]
