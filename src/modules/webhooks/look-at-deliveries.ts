import { toWire } from '#kernel/ids.ts'
import type { Look } from '#modules/event-stream/index.ts'
import { listMovingDeliveries } from './store/deliveries.ts'

/** Detects new deliveries and attempts, for live streams. */
export const lookAtDeliveries: Look = async (db, owners) =>
  (await listMovingDeliveries(db, owners)).map(({ id, endpointId, ownerUid, status, attempts }) => ({
    kind: 'delivery.changed',
    id,
    mark: `${status} ${attempts}`,
    ownerUid,
    profileId: null,
    data: { deliveryId: toWire('dl', id), webhookId: toWire('wh', endpointId), status, attempts },
  }))
