import { z } from 'zod'
import { idOf, instant, instantInput, pageFields, pageQuery, text, wholeNumber } from '#infra/http/schemas.ts'
import { publicEvents, publicEventTypes } from '#modules/event-stream/index.ts'

const meaningOfEvents = Object.entries(publicEvents)
  .map(([type, meaning]) => `\`${type}\`: ${meaning}`)
  .join('\n')

const eventType = z.enum(publicEventTypes, { error: `must be one of ${publicEventTypes.join(', ')}` })
const events = z
  .array(eventType)
  .min(1, 'must contain at least one event type')
  .max(publicEventTypes.length)
  .refine((given) => new Set(given).size === given.length, 'must contain each event type only once')
  .meta({ description: meaningOfEvents })

const value = /^[\x21-\x7e](?:[\t\x20-\x7e]{0,4094}[\x21-\x7e])?$/

/** Headers that frame or route a message, and headers that Posthorn sets. */
const forbidden =
  /^(?:host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|http2-settings|content-.*|x-service-.*|webhook-.*|user-agent|accept-encoding)$/i

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/

const maxOwnHeaders = 20

const headers = z
  .record(z.string(), z.string())
  .superRefine((given, context) => {
    const names = Object.keys(given)
    if (names.length > maxOwnHeaders)
      context.addIssue({ code: 'custom', message: `must have at most ${maxOwnHeaders} headers` })
    if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
      context.addIssue({ code: 'custom', message: 'must contain each header only once, in any case' })
    for (const [name, value] of Object.entries(given)) {
      const fault = findHeaderFault(name, value)
      if (fault) context.addIssue({ code: 'custom', path: [name], message: fault })
    }
  })
  .meta({ description: 'Headers to send with each delivery. Their values are not shown again.' })

export const createEndpointBody = z.strictObject({
  url: text(1, 2_048).meta({
    description: 'Where events are sent. The URL must use https and a public address.',
    examples: ['https://example.com/hooks/posthorn'],
  }),
  events,
  headers: headers.optional(),
})
export type NewEndpointInput = z.output<typeof createEndpointBody>

export const updateEndpointBody = z.strictObject({
  events: events.optional(),
  secret: text(1, 200).optional().meta({
    description:
      'Your own secret: `whsec_` followed by 24 to 64 bytes in base64. The previous secret also signs for 24 hours.',
  }),
  headers: headers.nullable().optional(),
  active: z.boolean().optional(),
  url: z.unknown().optional().meta({ description: 'The URL cannot be changed. Create another endpoint instead.' }),
})
export type EndpointInput = z.output<typeof updateEndpointBody>

export const endpointsQuery = z.strictObject({
  limit: wholeNumber(1, 100).optional().meta({ description: '1 to 100. If omitted, all endpoints are returned.' }),
  cursor: idOf('wh').optional().meta({ description: 'The ID of the endpoint after which the list continues.' }),
})
export type EndpointsQuery = z.output<typeof endpointsQuery>

export const endpointPath = z.object({ id: idOf('wh') })
export const deliveryPath = z.object({ id: idOf('wh'), deliveryId: idOf('dl') })

export const endpoint = z
  .object({
    id: idOf('wh'),
    url: z.string(),
    events: z.string().array(),
    headers: z.record(z.string(), z.string()).meta({ description: 'The values are masked.' }),
    active: z.boolean(),
    disabledReason: z.enum(['by_hand', 'gone', 'failing', 'plan']).nullable().meta({
      description:
        'Why the endpoint is not active. `by_hand`: a user turned it off. `gone`: the receiver returned 410. `failing`: every attempt failed for more than five days. `plan`: the plan allows fewer endpoints.',
    }),
    profileIds: idOf('prof').array().nullable().meta({
      description: 'The profiles of the API key that created the endpoint. Null for all of your profiles.',
    }),
    createdAt: instant,
    updatedAt: instant,
    lastDeliveryAt: instant.nullable().meta({ description: 'When a delivery last succeeded.' }),
  })
  .meta({ id: 'WebhookEndpoint' })

export const done = z.object({ ok: z.literal(true) })

const secret = z.string().meta({
  description: 'The secret that signs deliveries. Only this response shows it. Store it like a password.',
})
export const endpointWithSecret = endpoint.extend({ secret }).meta({ id: 'WebhookEndpointWithSecret' })

const graceHoursMost = 168
export const regenerateBody = z
  .strictObject({
    graceHours: z.int().min(0).max(graceHoursMost).default(24).meta({
      description: 'How long the previous secret also signs, in hours. 0 revokes all previous secrets immediately.',
    }),
  })
  .meta({ id: 'RegenerateWebhookSecret', mayBeAbsent: true })
export const newSecretAnswer = z.object({ secret }).meta({ id: 'WebhookSecret' })

const status = z.enum(['pending', 'delivered', 'retrying', 'failed'])
const deliveryFields = {
  id: idOf('dl'),
  event: z.string(),
  status,
  responseStatus: z
    .int()
    .nullable()
    .meta({ description: 'The status of the last response. Null if no attempt received a response.' }),
  attempts: z.int(),
  createdAt: instant,
}
export const delivery = z.object(deliveryFields).meta({ id: 'WebhookDelivery' })

export const wholeDelivery = z
  .object({
    ...deliveryFields,
    eventId: idOf('evt'),
    url: z.string(),
    replayOf: idOf('dl').nullable(),
    nextAttemptAt: instant.nullable(),
    request: z.object({
      headers: z.record(z.string(), z.string()).meta({
        description: 'The headers of the last attempt. The values of your own headers are masked.',
      }),
      body: z.string().nullable().meta({
        description: 'The exact body. Null if the event is older than 30 days.',
      }),
    }),
    attemptsLog: z
      .object({
        at: instant,
        durationMs: z
          .int()
          .nullable()
          .meta({ description: 'Null while the attempt is running or if it was interrupted.' }),
        responseStatus: z.int().nullable(),
        error: z.string().nullable(),
        responseBody: z.string().nullable().meta({ description: 'The first 16 KiB of the response.' }),
      })
      .array(),
  })
  .meta({ id: 'WholeWebhookDelivery' })

export const deliveryQuery = z.strictObject({
  ...pageQuery({ max: 100, fallback: 25 }),
  status: status.optional(),
  event: eventType.optional(),
  eventId: idOf('evt').optional(),
  postId: idOf('post').optional().meta({ description: 'The post that the event is about.' }),
})
export type DeliveryQuery = z.output<typeof deliveryQuery>

export const deliveryPage = z.object({ deliveries: delivery.array(), ...pageFields })

export const replayFailedBody = z.strictObject({
  since: instantInput.meta({ description: 'Replays deliveries created at or after this time.' }),
  until: instantInput
    .optional()
    .meta({ description: 'Replays deliveries created at or before this time. Defaults to now.' }),
})
export type ReplayFailedInput = z.output<typeof replayFailedBody>
export const replayed = z.object({
  replayed: z.int(),
  hasMore: z.boolean().meta({ description: 'Whether deliveries remain. If so, repeat the call.' }),
})

/** Returns the problem with an owner's header; null if it may be sent. */
function findHeaderFault(name: string, given: string): string | null {
  if (!token.test(name)) return 'is not a valid header name'
  if (forbidden.test(name)) return 'is a reserved header'
  if (!value.test(given)) return 'must have a value of 1 to 4,096 printable ASCII characters, without line breaks'
  return null
}
