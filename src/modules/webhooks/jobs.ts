import type { PartitionedTable } from '#infra/db/partitions/keep-partitions.ts'
import { type Handled, handle } from '#infra/queue/index.ts'
import { keepEventWeeks, type RetentionDeps } from '#modules/event-stream/index.ts'
import { sweepWebhooks, wakeEndpoint } from './job-names.ts'
import { deleteOrphans, wakeDeliveries } from './store/endpoints.ts'

const atOnce = 1_000

const weekly: readonly PartitionedTable[] = [
  { table: 'webhook_delivery', column: 'id' },
  { table: 'webhook_attempt', column: 'delivery_id' },
]

export const webhookHandlers = (deps: RetentionDeps): readonly Handled[] => [
  handle(wakeEndpoint, async ({ endpointId }, { signal }) => {
    while (!signal.aborted && (await wakeDeliveries(deps.db, endpointId, atOnce)) === atOnce);
  }),
  handle(sweepWebhooks, async (_data, { signal }) => {
    await keepEventWeeks(deps, weekly, signal)
    while (!signal.aborted && (await deleteOrphans(deps.db, atOnce)) === atOnce);
  }),
]
