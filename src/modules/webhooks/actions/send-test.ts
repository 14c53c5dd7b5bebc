import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { WebhookEndpointId } from '#kernel/ids.ts'
import { tellReceiver } from '#modules/sandbox/index.ts'
import type { WebhookDeps } from '../deps.ts'
import { endpointFor, endpointForUse } from '../endpoints/endpoint-for.ts'
import { openSecret } from '../secrets/sealed.ts'
import { type Delivery, findDeliveryOfTransaction } from '../store/deliveries.ts'
import { findCurrentSecret } from '../store/secrets.ts'

/**
 * Hands the secret to the receiver of the sandbox again, if the endpoint is one: a sandbox that was restarted has
 * forgotten it.
 */
export async function remindReceiver(deps: WebhookDeps, caller: Caller, id: WebhookEndpointId): Promise<void> {
  if (deps.config.sandbox === null) return
  const { url } = await endpointFor(deps.db, caller, id)
  const current = await findCurrentSecret(deps.db, id)
  if (current) await tellReceiver(deps, url, openSecret(deps.seal, current.id, current.sealedSecret))
}

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
