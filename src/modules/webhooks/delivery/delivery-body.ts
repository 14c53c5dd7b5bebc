import { type EventId, toWire, type WebhookDeliveryId } from '#kernel/ids.ts'

interface Shown {
  readonly id: WebhookDeliveryId
  readonly eventId: EventId
  readonly ownId: boolean
}

/** Returns what the receiver gets: the stored bytes, except for the id where each delivery has its own. */
export function buildSentBody(
  { id, eventId, ownId }: Shown,
  stored: string,
): { readonly id: string; readonly body: string } {
  const ofEvent = toWire('evt', eventId)
  if (!ownId) return { id: ofEvent, body: stored }
  const own = toWire('evt', id)
  return { id: own, body: stored.replace(ofEvent, own) }
}
