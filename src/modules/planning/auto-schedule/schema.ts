import { z } from 'zod'
import { exampleId, idOf, instant, text, timezone } from '#infra/http/schemas.ts'
import { postParts } from '#modules/posts/index.ts'
import { sentences } from '#rules/faults/sentences.ts'

export const timeOfDay = text(5, 5)
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, sentences.time_of_day)
  .transform((value) => Number(value.slice(0, 2)) * 60 + Number(value.slice(3)))
  .meta({ documentedAs: { type: 'string', pattern: '^\\d{2}:\\d{2}$' }, examples: ['09:30'] })

export const localDay = text(10, 10)
  .refine((value) => !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value), {
    message: 'must be a day such as 2026-12-01',
  })
  .meta({ documentedAs: { type: 'string', format: 'date' }, examples: ['2026-12-01'] })

export const autoScheduleBody = z
  .strictObject({
    profileId: idOf('prof').optional().meta({ description: 'Rejects posts of other profiles.' }),
    postIds: z.array(idOf('post')).min(1).max(500).meta({ description: 'Drafts, in publishing order.' }),
    postsPerDay: z.int().min(1).max(24),
    startDate: localDay.optional().meta({ description: 'The first local day. Defaults to today.' }),
    timeSlots: z
      .array(timeOfDay)
      .min(1)
      .max(96)
      .optional()
      .meta({
        description:
          'Local times of day. Defaults to the profile’s best times, or else to times spread evenly from ' +
          '09:00 to 21:00.',
      }),
    timezone: timezone.optional().meta({ description: 'Defaults to the profile’s, or else to yours.' }),
    dryRun: z.boolean().default(false).meta({ description: 'Returns the times without scheduling anything.' }),
    confirmWarnings: postParts.confirmWarnings.optional().meta({
      description:
        'Codes of the warnings to accept for all posts, or true to accept all warnings. Defaults to each ' +
        'post’s own setting.',
    }),
  })
  .meta({
    id: 'AutoSchedule',
    examples: [{ postIds: [exampleId('post')], postsPerDay: 2, timeSlots: ['09:30', '17:00'] }],
  })

export const autoScheduled = z
  .object({
    scheduled: z
      .object({
        postId: idOf('post'),
        scheduledAt: instant,
        timezone: z.string().meta({
          description: 'The time zone in which the slot was chosen.',
          examples: ['Europe/Berlin'],
        }),
      })
      .array(),
    dryRun: z.boolean(),
  })
  .meta({ id: 'AutoScheduled' })

export type AutoScheduleInput = z.output<typeof autoScheduleBody>
