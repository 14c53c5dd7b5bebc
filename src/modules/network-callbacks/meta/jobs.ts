import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import type { CallbackDeps } from '../deps.ts'
import { deleteData } from './delete-data.ts'

/**
 * Deletes the network's data about a person. The job has IDs only, because the person's own id is erased on the way.
 */
export const deleteNetworkData = defineJob<{ readonly code: string; readonly grantIds: readonly string[] }>(
  'network-callbacks.delete-data',
  // Publishing that delays the deletion ends within minutes, and the network requires the deletion in any case.
  { retries: 40, retryDelaysMs: [5_000, 30_000, 120_000, 600_000, 3_600_000] },
)

export const callbackHandlers = (deps: CallbackDeps): readonly Handled[] => [
  handle(deleteNetworkData, (requested, { signal }) => deleteData(deps, requested, signal)),
]
