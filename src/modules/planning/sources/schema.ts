import { z } from 'zod'
import { deletionFields, exampleId, idOf, instant, nameText, pageFields, pageQuery, text } from '#infra/http/schemas.ts'
import { sourceProblems, toCalendarUrl } from './state.ts'

const day = z.iso
  .date('must be a date such as 2026-12-01')
  .refine((value) => value >= '1970-01-01' && value <= '2199-12-31', 'must be from 1970 to 2199')
  .meta({ examples: ['2026-12-01'] })

export const sourceBody = z
  .strictObject({
    profileId: idOf('prof'),
    url: text(1, 2_000)
      .refine((value) => toCalendarUrl(value) !== null, 'must be a URL that begins with https:// or webcal://')
      .meta({
        description: 'The URL of an iCalendar file. It is not shown again, because it may be secret.',
        examples: ['webcal://calendars.example.com/holidays/germany.ics'],
      }),
    name: nameText(80)
      .optional()
      .meta({ description: 'The name. Defaults to the host of the URL.', examples: ['Holidays in Germany'] }),
  })
  .meta({
    id: 'NewCalendarSource',
    examples: [{ profileId: exampleId('prof'), url: 'webcal://calendars.example.com/holidays/germany.ics' }],
  })

export const sourcePath = z.strictObject({ id: idOf('csrc') })
export const sourcesQuery = z.strictObject({ profileId: idOf('prof') })

export const source = z
  .object({
    id: idOf('csrc'),
    profileId: idOf('prof'),
    name: z.string().meta({ examples: ['Holidays in Germany'] }),
    host: z.string().meta({ description: 'The host of the URL.', examples: ['calendars.example.com'] }),
    refreshedAt: instant
      .nullable()
      .meta({ description: 'The last time that the calendar was read. Null if it has not been yet.' }),
    problem: z
      .enum(sourceProblems)
      .nullable()
      .meta({ description: 'Why the last attempt to read it failed. The days that were read before stay.' }),
    days: z.int().meta({ description: 'The number of holidays that were read.', examples: [42] }),
    partial: z.int().meta({
      description:
        'The number of events without a valid date, or with a rule that is not yearly: only their first date is read.',
      examples: [0],
    }),
    createdAt: instant,
  })
  .meta({ id: 'CalendarSource', description: 'A holiday calendar that a profile subscribes to.' })

export const sources = z
  .object({ sources: source.array().meta({ description: 'Oldest first.' }) })
  .meta({ id: 'CalendarSources' })
export const deletedSource = z
  .object({ ...deletionFields, success: z.literal(true) })
  .meta({ id: 'DeletedCalendarSource' })

export const holidaysQuery = z.strictObject({
  profileId: idOf('prof'),
  from: day.optional().meta({ description: 'Only holidays that have this day or a later one.' }),
  to: day.optional().meta({ description: 'Only holidays that have this day or an earlier one.' }),
  ...pageQuery({ max: 500, fallback: 100 }),
})

export const holidayPage = z
  .object({
    holidays: z
      .array(
        z
          .object({
            sourceId: idOf('csrc'),
            text: z.string().meta({ examples: ['Christmas Day'] }),
            fromDate: z.string().meta({ description: 'The first day.', examples: ['2026-12-25'] }),
            toDate: z.string().meta({ description: 'The last day.', examples: ['2026-12-25'] }),
          })
          .meta({ id: 'CalendarHoliday', description: 'A day, or several, of a holiday calendar.' }),
      )
      .meta({ description: 'By first day.' }),
    ...pageFields,
  })
  .meta({ id: 'CalendarHolidayPage' })

export type SourceBody = z.output<typeof sourceBody>
export type HolidaysQuery = z.output<typeof holidaysQuery>
