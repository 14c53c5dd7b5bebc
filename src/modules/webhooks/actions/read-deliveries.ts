import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { fromWire, toWire, type WebhookDeliveryId, type WebhookEndpointId } from '#kernel/ids.ts'
import { decodeCursor, pageOf } from '#kernel/page.ts'
import { buildSentBody } from '../delivery/delivery-body.ts'
import { endpointFor } from '../endpoints/endpoint-for.ts'
import type { DeliveryQuery } from '../schema.ts'
import { type Delivery, findDelivery, listAttempts, listDeliveries } from '../store/deliveries.ts'

export async function readDeliveries(
  { db }: { readonly db: Db },
  caller: Caller,
  id: WebhookEndpointId,
  { limit, cursor, ...filter }: DeliveryQuery,
): Promise<{ readonly deliveries: Delivery[]; readonly nextCursor: string | null }> {
  await endpointFor(db, caller, id)
  const before = cursor === undefined ? null : fromWire('dl', decodeCursor(cursor, /^dl_[0-7][0-9a-hjkmnp-tv-z]{25}$/))
  const rows = await listDeliveries(db, id, { ...filter, before, limit: limit + 1 })
  const { items, nextCursor } = pageOf(rows, limit, (last) => toWire('dl', last.id))
  return { deliveries: [...items], nextCursor }
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
