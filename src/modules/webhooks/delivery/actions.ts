import type { Db, Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { fromWire, toWire, type WebhookDeliveryId, type WebhookEndpointId } from '#kernel/ids.ts'
import { decodeCursor, type Page, pageOf } from '#kernel/page.ts'
import { tellReceiver } from '#modules/sandbox/index.ts'
import type { WebhookDeps } from '../deps.ts'
import { endpointFor, endpointForUse } from '../endpoints/endpoint-for.ts'
import type { DeliveryQuery, ReplayFailedInput } from '../schema.ts'
import { openSecret } from '../secrets/sealed.ts'
import { maxReplayed } from '../state.ts'
import {
  type Delivery,
  findDelivery,
  findDeliveryOfTransaction,
  listAttempts,
  listDeliveries,
} from '../store/deliveries.ts'
import { insertReplay, replayFailed as insertReplays, replayFailedOfAll } from '../store/replays.ts'
import { findCurrentSecret } from '../store/secrets.ts'
import { buildSentBody } from './send-delivery.ts'

export async function readDeliveries(
  { db }: { readonly db: Db },
  caller: Caller,
  id: WebhookEndpointId,
  { limit, cursor, ...filter }: DeliveryQuery,
): Promise<{ readonly deliveries: Delivery[] } & Omit<Page<unknown>, 'items'>> {
  await endpointFor(db, caller, id)
  const before = cursor === undefined ? null : fromWire('dl', decodeCursor(cursor, /^dl_[0-7][0-9a-hjkmnp-tv-z]{25}$/))
  const rows = await listDeliveries(db, id, { ...filter, before, limit: limit + 1 })
  const { items, ...rest } = pageOf(rows, limit, (last) => toWire('dl', last.id))
  return { deliveries: [...items], ...rest }
}

export async function readDelivery(
  { db }: { readonly db: Db },
  caller: Caller,
  id: WebhookEndpointId,
  deliveryId: WebhookDeliveryId,
) {
  const { url } = await endpointFor(db, caller, id)
  const { body, requestHeaders, ...found } =
    (await findDelivery(db, id, deliveryId)) ?? refuse('webhook_delivery_not_found')
  return {
    ...found,
    url,
    request: { headers: { ...requestHeaders }, body: body === null ? null : buildSentBody(found, body).body },
    attemptsLog: await listAttempts(db, deliveryId),
  }
}

type Deps = Pick<WebhookDeps, 'clock' | 'plans' | 'config'>

const ownIdBy = ({ config }: Deps) => ({ ownId: config.webhookPolicy === 'once' })

/** Sends the same bytes again as a new delivery, signed with the secrets valid at that time. */
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
 * Replays permanently failed deliveries that were not sent again since. Deliveries over the limit of one call are left
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

export type WebhookRetryDeps = Pick<WebhookDeps, 'config'>

const maxRetried = 10_000

/** Replays the deliveries of all active endpoints that failed permanently since a time. Returns their number. */
export const retryAllFailed = ({ config }: WebhookRetryDeps, tx: Tx, since: Date): Promise<number> =>
  replayFailedOfAll(tx, { since, most: maxRetried }, { ownId: config.webhookPolicy === 'once' })

/** Sends the secret to the sandbox's receiver again, if the endpoint is one: a restarted sandbox no longer has it. */
export async function remindReceiver(deps: WebhookDeps, caller: Caller, id: WebhookEndpointId): Promise<void> {
  if (deps.config.sandbox === null) return
  const { url } = await endpointFor(deps.db, caller, id)
  const current = await findCurrentSecret(deps.db, id)
  if (current) await tellReceiver(deps, url, openSecret(deps.seal, current.id, current.sealedSecret))
}

/** Emits a test event for this endpoint only. It is sent even if the endpoint is not active. */
export async function sendTest(
  deps: Pick<WebhookDeps, 'emit' | 'plans'>,
  tx: Tx,
  caller: Caller,
  id: WebhookEndpointId,
): Promise<Delivery> {
  const { ownerUid } = await endpointForUse(deps, tx, caller, id)
  await deps.emit(tx, { type: 'webhook.test', ownerUid, endpointId: id })
  const made = await findDeliveryOfTransaction(tx, id)
  if (!made) throw new Error('a test creates one delivery')
  return made
}
