import { z } from 'zod'
import { idOf, instant, wholeNumber } from '#infra/http/schemas.ts'

const defaultLimit = 25
const limitMost = 100

export const eventQuery = z.strictObject({
  after: idOf('evt').optional().meta({
    description: '`nextCursor` of the answer before, or the id of any event: of a webhook, or of the stream.',
  }),
  limit: wholeNumber(1, limitMost)
    .default(defaultLimit)
    .meta({ description: `1 to ${limitMost}.` }),
})

const event = z
  .object({
    id: idOf('evt'),
    type: z.string(),
    createdAt: instant,
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Event', description: 'The same, to the byte, as in a webhook.' })

export const eventPage = z.object({
  events: event.array(),
  nextCursor: idOf('evt').nullable().meta({
    description: 'Ask on with it as `after`, now or later. Null only where there is nothing at all.',
  }),
  hasMore: z.boolean().meta({ description: 'There is more already.' }),
})

const lastEventIdMost = 1_000

export const streamHeaders = z.looseObject({
  'last-event-id': z
    .string()
    .max(lastEventIdMost)
    .optional()
    .meta({ description: 'The last `id` that came, of a stream before: what was missed since is sent first.' }),
})

export const eventStream = {
  description:
    'Frames `id: evt_…`, `event: <kind>`, `data: <event>`, as the HTML standard has server-sent events; the kinds are `post.changed`, `account.changed`, `webhook.test` and `resync`. A comment comes every 15 seconds.',
  content: { 'text/event-stream': { schema: z.string() } },
}
