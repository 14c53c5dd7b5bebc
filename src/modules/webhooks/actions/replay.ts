import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { WebhookDeliveryId, WebhookEndpointId } from '#kernel/ids.ts'
import type { WebhookDeps } from '../deps.ts'
import { endpointForUse } from '../endpoints/endpoint-for.ts'
import type { ReplayFailedInput } from '../schema.ts'
import { maxReplayed } from '../state.ts'
import { type Delivery, findDelivery } from '../store/deliveries.ts'
import { insertReplay, replayFailed as insertReplays } from '../store/replays.ts'

type Deps = Pick<WebhookDeps, 'clock' | 'plans' | 'config'>

const ownIdBy = ({ config }: Deps) => ({ ownId: config.webhookPolicy === 'once' })

/** Sends the same bytes once more, as another delivery, signed with the secrets that are valid then. */
export async function replayDelivery(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  id: WebhookEndpointId,
  deliveryId: WebhookDeliveryId,
): Promise<Delivery> {
  await endpointForUse(deps, tx, caller, id)
  const old = (await findDelivery(tx, id, deliveryId)) ?? refuse('webhook_delivery_not_found')
  if (old.body === null) refuse('webhook_event_gone')
  return (await insertReplay(tx, deliveryId, ownIdBy(deps))) ?? refuse('webhook_delivery_not_found')
}

/**
 * Replays the deliveries that failed for good and were not sent again since. Deliveries over the limit of one call wait
 * for the next.
 */
export async function replayFailed(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  id: WebhookEndpointId,
  { since, until }: ReplayFailedInput,
): Promise<{ readonly replayed: number; readonly hasMore: boolean }> {
  await endpointForUse(deps, tx, caller, id)
  const span = { since, until: until ?? deps.clock.now(), most: maxReplayed }
  const replayed = await insertReplays(tx, id, span, ownIdBy(deps))
  return { replayed, hasMore: replayed === maxReplayed }
}
