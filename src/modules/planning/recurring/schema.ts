import { z } from 'zod'
import {
  deletionFields,
  exampleId,
  idOf,
  instant,
  instantInput,
  nameText,
  text,
  timezone,
  wholeNumber,
} from '#infra/http/schemas.ts'
import { after, days } from '#kernel/clock.ts'

const cron = text(1, 200).meta({
  description:
    'Five fields: minute, hour, day of month, month, day of week, with names, lists, ranges and steps. A ' +
    'time skipped by a daylight saving change runs at the first moment after the change; a time that occurs ' +
    'twice runs once. At most every 15 minutes.',
  examples: ['0 9 * * MON'],
})
const zone = timezone.meta({ description: 'Defaults to your time zone, and follows it if you change it.' })
const startAt = instantInput.meta({ description: 'The earliest time at which a run may happen.' })
const endAt = instantInput.meta({ description: 'The latest time at which a run may happen.' })
const maxRuns = z.int().min(1).max(100_000).meta({ description: 'The rule ends after this many runs.' })
const name = nameText(200).meta({ examples: ['Monday greeting'] })

export const createRuleBody = z
  .strictObject({
    postId: idOf('post').meta({ description: 'The template. Each run copies its current version.' }),
    cron,
    timezone: zone.nullable().optional(),
    startAt: startAt.nullable().optional(),
    endAt: endAt.nullable().optional(),
    maxRuns: maxRuns.nullable().optional(),
    name: name.nullable().optional(),
  })
  .meta({
    id: 'CreateRecurring',
    examples: [{ postId: exampleId('post'), cron: '0 9 * * MON', timezone: 'Europe/Berlin', name: 'Monday greeting' }],
  })

export const updateRuleBody = z
  .strictObject({
    postId: idOf('post').optional(),
    cron: cron.optional(),
    timezone: zone.nullable().optional(),
    startAt: startAt.nullable().optional(),
    endAt: endAt.nullable().optional(),
    maxRuns: maxRuns.nullable().optional(),
    name: name.nullable().optional(),
  })
  .meta({
    id: 'UpdateRecurring',
    description:
      'Omitted fields are left unchanged. Null clears a field. Changing `cron` or `timezone` discards ' +
      'skipped and moved runs.',
    examples: [{ cron: '30 8 * * MON-FRI' }],
  })

export const changeOccurrenceBody = z
  .strictObject({
    skipped: z.boolean().optional().meta({ description: 'True skips the occurrence. False restores it.' }),
    movedTo: instantInput
      .nullable()
      .optional()
      .meta({ description: 'Moves it to this time. Null restores its original time.' }),
  })
  .refine(
    ({ skipped, movedTo }) => (skipped === undefined) !== (movedTo === undefined),
    'must have either skipped or movedTo',
  )
  .meta({ id: 'ChangeOccurrence', examples: [{ skipped: true }] })

export const previewBody = z
  .strictObject({ cron, timezone: zone.optional(), startAt: startAt.optional(), endAt: endAt.optional() })
  .meta({ id: 'PreviewRecurring', examples: [{ cron: '0 9 * * MON', timezone: 'Europe/Berlin' }] })

export const rulePath = z.strictObject({ id: idOf('rec') })
export const occurrencePath = z.strictObject({
  id: idOf('rec'),
  at: instantInput.meta({
    description: 'The occurrence’s scheduled time, from `nextRuns` or `exceptions`.',
  }),
})
export const rulesQuery = z.strictObject({
  profileId: idOf('prof').optional(),
  active: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({
      documentedAs: { type: 'boolean' },
      description: '`true` lists only rules with the status `active`; `false` only the others.',
    }),
  limit: wholeNumber(1, 200).optional().meta({ description: '1 to 200. If omitted, all rules are returned.' }),
  cursor: idOf('rec').optional().meta({ description: 'The ID of the rule after which the list continues.' }),
})

const longestSpan = days(92)

/** Also true for malformed times, which are reported separately. */
const isShortSpan = ({ from, to }: { readonly from: unknown; readonly to: unknown }): boolean =>
  !(from instanceof Date && to instanceof Date) || (to > from && after(from, longestSpan) >= to)

export const occurrencesQuery = z
  .strictObject({
    profileId: idOf('prof'),
    from: instantInput.meta({ examples: ['2026-12-01T00:00:00Z'] }),
    to: instantInput.meta({
      description: 'Exclusive, at most 92 days after `from`.',
      examples: ['2027-01-01T00:00:00Z'],
    }),
  })
  .refine(isShortSpan, {
    path: ['to'],
    message: 'must be after `from`, by at most 92 days',
  })

export const occurrence = z
  .object({
    ruleId: idOf('rec'),
    postId: idOf('post').meta({ description: 'The template.' }),
    name: z.string().nullable().meta({ description: 'The name of the rule.' }),
    at: instant.meta({ description: 'The scheduled time, which identifies the occurrence.' }),
    runsAt: instant.meta({ description: 'The time of the run: `at`, or the time that it was moved to.' }),
  })
  .meta({ id: 'RecurringOccurrence' })

const shownCron = z.string().meta({ examples: ['0 9 * * MON'] })
const shownZone = z.string().meta({ description: 'The time zone that applies.', examples: ['Europe/Berlin'] })
const nextRuns = instant.array().meta({ description: 'Up to five upcoming runs.' })
const description = z
  .string()
  .meta({ description: 'The cron expression in plain language.', examples: ['At 09:00, only on Monday'] })

export const recurringRule = z
  .object({
    id: idOf('rec'),
    postId: idOf('post').nullable().meta({
      description: 'Null if the template was permanently deleted, which cancelled the rule.',
    }),
    profileId: idOf('prof'),
    name: z.string().nullable(),
    cron: shownCron,
    timezone: shownZone,
    followsUserTimezone: z.boolean(),
    description,
    startAt: instant.nullable(),
    endAt: instant.nullable(),
    maxRuns: z.int().nullable(),
    nextRuns,
    nextRunAt: instant.nullable(),
    lastRunAt: instant.nullable(),
    runs: z.int(),
    active: z.boolean().meta({ description: 'True while the status is `active`.' }),
    status: z.enum(['active', 'paused', 'ended', 'cancelled']),
    exceptions: z
      .object({ at: instant, skipped: z.boolean(), movedTo: instant.nullable() })
      .array()
      .meta({ description: 'Upcoming occurrences that are skipped or moved.' }),
    createdAt: instant,
    cancelledAt: instant.nullable(),
  })
  .meta({ id: 'RecurringRule', description: 'A rule that repeats a post.' })

export const cancelledRule = z.object({ ...deletionFields, cancelled: z.boolean() }).meta({ id: 'CancelledRecurring' })

export const cronPreview = z
  .object({ cron: shownCron, timezone: shownZone, description, nextRuns })
  .meta({ id: 'RecurringPreview' })

export type RulesQuery = z.output<typeof rulesQuery>
export type NewRule = z.output<typeof createRuleBody>
export type RulePatch = z.output<typeof updateRuleBody>
export type OccurrenceChange = z.output<typeof changeOccurrenceBody>
export type PreviewInput = z.output<typeof previewBody>
