import { z } from 'zod'
import { idOf, wholeNumber, wordList } from '#infra/http/schemas.ts'
import { event } from './event-schemas.ts'
import { liveChangeKinds } from './live-changes.ts'
import { publicEventTypes, toStreamKind } from './public-events.ts'

const defaultLimit = 25
const limitMost = 100

export const eventQuery = z
  .strictObject({
    cursor: idOf('evt').optional().meta({ description: '`nextCursor` from the previous page.' }),
    after: idOf('evt').optional().meta({
      description: 'Does the same as `cursor`, with the ID of any event from a webhook or the stream.',
    }),
    type: wordList(publicEventTypes).optional().meta({ description: 'One or more event types.' }),
    limit: wholeNumber(1, limitMost)
      .default(defaultLimit)
      .meta({ description: `The number of events to return, 1 to ${limitMost}.` }),
  })
  .refine(({ cursor, after }) => cursor === undefined || after === undefined, {
    path: ['after'],
    message: 'must be omitted if `cursor` is set',
  })

export const eventPage = z.object({
  events: event.array(),
  nextCursor: idOf('evt').nullable().meta({
    description: 'Pass it as `cursor` to get the next page, now or later. Null only if there are no events at all.',
  }),
  hasMore: z.boolean().meta({ description: 'True if more events are available now.' }),
})

const lastEventIdMost = 1_000

export const streamHeaders = z.looseObject({
  'last-event-id': z
    .string()
    .max(lastEventIdMost)
    .optional()
    .meta({ description: 'The last `id` received on an earlier stream. Events missed since are sent first.' }),
})

const kinds = [...new Set(publicEventTypes.map(toStreamKind)), ...liveChangeKinds].map((kind) => `\`${kind}\``)

export const eventStream = {
  description: `Server-sent events with \`event: <kind>\` and \`data: <event>\`. The kinds are ${kinds.join(', ')} and \`resync\`. Events have \`id: evt_…\`. Transient updates, such as \`publication.step\`, have no ID and are not sent again. A comment is sent every 15 seconds.`,
  content: { 'text/event-stream': { schema: z.string() } },
}
