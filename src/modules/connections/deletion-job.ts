import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { deleteData } from './actions/delete-data.ts'
import type { InboundDeps } from './inbound-deps.ts'

/** Deletes what a network told us of a person. Ids only: whose it was is soon known to nobody. */
export const deleteNetworkData = defineJob<{ readonly code: string; readonly grantIds: readonly string[] }>(
  'connections.delete-data',
  // What is being published right now is over within minutes; the network wants it deleted in any case.
  { retries: 40, retryDelaysMs: [5_000, 30_000, 120_000, 600_000, 3_600_000] },
)

export const inboundHandlers = (deps: InboundDeps): readonly Handled[] => [
  handle(deleteNetworkData, (asked, { signal }) => deleteData(deps, asked, signal)),
]
