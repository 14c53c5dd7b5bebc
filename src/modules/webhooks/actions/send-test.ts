import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { WebhookEndpointId } from '#kernel/ids.ts'
import type { WebhookDeps } from '../deps.ts'
import { endpointForUse } from '../endpoints/endpoint-for.ts'
import { type Delivery, findDeliveryOfTransaction } from '../store/deliveries.ts'

/** Emits a test event for this endpoint alone. It is sent even when the endpoint is not active. */
export async function sendTest(
  deps: Pick<WebhookDeps, 'emit' | 'plans'>,
  tx: Tx,
  caller: Caller,
  id: WebhookEndpointId,
): Promise<Delivery> {
  const { ownerUid } = await endpointForUse(deps, tx, caller, id)
  await deps.emit(tx, { type: 'webhook.test', ownerUid, endpointId: id })
  const made = await findDeliveryOfTransaction(tx, id)
  if (!made) throw new Error('a test leads to one delivery')
  return made
}
