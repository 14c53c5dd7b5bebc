import { eventSchemas, publicEvents } from '#modules/event-stream/index.ts'

const headers = {
  'webhook-id': 'The ID of the event. It stays the same when the delivery is repeated.',
  'webhook-timestamp': 'The time of this attempt, in seconds since 1970.',
  'webhook-signature': 'Signatures as in Standard Webhooks, separated by spaces: `v1,<base64>`. One must match.',
  'X-service-Event': 'The type of the event.',
  'X-service-Signature': '`sha256=<hex>`: HMAC-SHA256 of the body, with the whole secret as the key.',
}

/** The webhooks that endpoints receive, for the OpenAPI document. */
export const sentWebhooks = [...eventSchemas].map(([type, body]) => ({
  type,
  summary: publicEvents[type].split('. ')[0]?.replace(/\.$/, '') ?? type,
  body,
  headers,
}))
