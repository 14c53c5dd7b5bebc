import { z } from 'zod'
import { deletionFields, idOf, instant, text } from '#infra/http/schemas.ts'

export const profilePath = z.strictObject({ id: idOf('prof') })
export const feedPath = z.strictObject({ id: idOf('prof'), feedId: idOf('cal') })
export const tokenPath = z.strictObject({ token: text(1, 200) })

/** Other parameters are ignored: calendar apps append their own to a URL. */
export const calendarQuery = z.looseObject({
  label: text(1, 100).optional().meta({
    description:
      'The name of a label, in any case. Only posts and notes with this label, and runs that repeat such a post.',
  }),
})

const feed = z.object({ id: idOf('cal'), createdAt: instant })

export const calendarFeed = feed.meta({ id: 'CalendarFeed' })
export const createdFeed = feed
  .extend({
    url: z.string().meta({
      description:
        'The URL to subscribe to. Anyone who has it can read the schedule. It is shown only in this response.',
      examples: ['https://posthorn.example.com/v1/calendar/6Jk0…/posts.ics'],
    }),
  })
  .meta({ id: 'CreatedCalendarFeed' })

export const revokedFeed = z.object({ ...deletionFields, success: z.literal(true) }).meta({ id: 'RevokedCalendarFeed' })

export const calendarAnswers = {
  200: {
    description: 'The calendar (RFC 5545).',
    content: { 'text/calendar': { schema: z.string() } },
  },
  304: z.undefined().meta({ description: 'Not modified. The client already has this version.' }),
}
