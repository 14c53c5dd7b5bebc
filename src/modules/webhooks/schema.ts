import { z } from 'zod'
import { idOf, instant, instantInput, pageQuery, text } from '#infra/http/schemas.ts'
import { publicEvents, publicEventTypes } from '#modules/event-stream/index.ts'
import { findHeaderFault, maxOwnHeaders } from './endpoints/own-headers.ts'

const meaningOfEvents = Object.entries(publicEvents)
  .map(([type, meaning]) => `\`${type}\`: ${meaning}`)
  .join('\n')

const eventType = z.enum(publicEventTypes, { error: `must be one of ${publicEventTypes.join(', ')}` })
const events = z
  .array(eventType)
  .min(1, 'must name at least one type of event')
  .max(publicEventTypes.length)
  .refine((given) => new Set(given).size === given.length, 'must name each type once')
  .meta({ description: meaningOfEvents })

const headers = z
  .record(z.string(), z.string())
  .superRefine((given, context) => {
    const names = Object.keys(given)
    if (names.length > maxOwnHeaders)
      context.addIssue({ code: 'custom', message: `must be at most ${maxOwnHeaders} headers` })
    if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
      context.addIssue({ code: 'custom', message: 'must name each header once, whatever its case' })
    for (const [name, value] of Object.entries(given)) {
      const fault = findHeaderFault(name, value)
      if (fault) context.addIssue({ code: 'custom', path: [name], message: fault })
    }
  })
  .meta({ description: 'Sent with each delivery. Their values are never shown again.' })

export const createEndpointBody = z.strictObject({
  url: text(1, 2_048).meta({
    description: 'Where events are sent: https, and a public address.',
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
      'A secret of your own: `whsec_` and the base64 of 24 to 64 bytes. The one before signs besides for 24 hours.',
  }),
  headers: headers.nullable().optional(),
  active: z.boolean().optional(),
  url: z.unknown().optional().meta({ description: 'Cannot be changed: make another endpoint instead.' }),
})
export type EndpointInput = z.output<typeof updateEndpointBody>

export const endpointPath = z.object({ id: idOf('wh') })
export const deliveryPath = z.object({ id: idOf('wh'), deliveryId: idOf('dl') })

export const endpoint = z
  .object({
    id: idOf('wh'),
    url: z.string(),
    events: z.string().array(),
    headers: z.record(z.string(), z.string()).meta({ description: 'Values are masked.' }),
    active: z.boolean(),
    disabledReason: z.enum(['by_hand', 'gone', 'failing', 'plan']).nullable().meta({
      description:
        '`by_hand`: somebody switched it off; `gone`: the receiver answered 410; `failing`: for over five days nothing got through; `plan`: the plan has no room for it.',
    }),
    profileIds: idOf('prof').array().nullable().meta({
      description: 'Those of the API key that made it; null: all profiles that are yours.',
    }),
    createdAt: instant,
    updatedAt: instant,
    lastDeliveryAt: instant.nullable().meta({ description: 'When something last got through.' }),
  })
  .meta({ id: 'WebhookEndpoint' })

export const done = z.object({ ok: z.literal(true) })

const secret = z.string().meta({
  description: 'In this answer only. It signs what is sent; keep it as you keep a password.',
})
export const endpointWithSecret = endpoint.extend({ secret }).meta({ id: 'WebhookEndpointWithSecret' })

const graceHoursMost = 168
export const regenerateBody = z
  .strictObject({
    graceHours: z
      .int()
      .min(0)
      .max(graceHoursMost)
      .default(24)
      .meta({ description: 'For so long the secret before it signs besides. 0: every old one ends at once.' }),
  })
  .meta({ id: 'RegenerateWebhookSecret', mayBeAbsent: true })
export const newSecretAnswer = z.object({ secret }).meta({ id: 'WebhookSecret' })

const status = z.enum(['pending', 'delivered', 'retrying', 'failed'])
const deliveryFields = {
  id: idOf('dl'),
  event: z.string(),
  status,
  responseStatus: z.int().nullable().meta({ description: 'Of the last attempt; null when none was answered.' }),
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
        description: 'Of the last attempt; values of your own headers are masked.',
      }),
      body: z.string().nullable().meta({
        description: 'To the byte. Null: the event is older than events are kept.',
      }),
    }),
    attemptsLog: z
      .object({
        at: instant,
        durationMs: z.int().nullable().meta({ description: 'Null: it has not ended, or its end was not seen.' }),
        responseStatus: z.int().nullable(),
        error: z.string().nullable(),
        responseBody: z.string().nullable().meta({ description: 'The first 16 KiB.' }),
      })
      .array(),
  })
  .meta({ id: 'WholeWebhookDelivery' })

export const deliveryQuery = z.strictObject({
  ...pageQuery({ max: 100, fallback: 25 }),
  status: status.optional(),
  event: eventType.optional(),
})
export type DeliveryQuery = z.output<typeof deliveryQuery>

export const deliveryPage = z.object({ deliveries: delivery.array(), nextCursor: z.string().nullable() })

export const replayFailedBody = z.strictObject({
  since: instantInput.meta({ description: 'Deliveries that were made from then on.' }),
  until: instantInput.optional().meta({ description: 'And until then; now when absent.' }),
})
export type ReplayFailedInput = z.output<typeof replayFailedBody>
export const replayed = z.object({
  replayed: z.int(),
  hasMore: z.boolean().meta({ description: 'There were more than are sent again at once: ask again.' }),
})
