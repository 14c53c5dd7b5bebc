import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { toWire, type WebhookEndpointId } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { WebhookDeps } from '../deps.ts'
import { endpointFor } from '../endpoints/endpoint-for.ts'
import { deleteEndpoint as removeEndpoint } from '../store/endpoints.ts'

/** Deletes an endpoint. Its pending deliveries are never sent: without its endpoint no delivery is claimed. */
export function deleteEndpoint(
  deps: Pick<WebhookDeps, 'db' | 'clock'>,
  caller: Caller,
  id: WebhookEndpointId,
): Promise<void> {
  return inTx(deps.db, async (tx) => {
    const { ownerUid } = await endpointFor(tx, caller, id)
    await removeEndpoint(tx, id)
    const at = deps.clock.now()
    await writeAudit(tx, { at, caller, ownerUid, action: 'webhook.deleted', subject: toWire('wh', id) })
  })
}
