import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { dropOldChoices } from '#modules/accounts/index.ts'
import type { ConnectionDeps } from './deps.ts'
import { deleteExpiredFlows } from './flow-store.ts'

/** Forgets those who went to a network and did not come back, and consents of which nobody has chosen anything. */
export const sweepConnections = defineJob('connections.sweep')

export const connectionHandlers = (deps: ConnectionDeps): readonly Handled[] => [
  handle(sweepConnections, async () => {
    await deleteExpiredFlows(deps.db)
    await dropOldChoices(deps)
  }),
]
