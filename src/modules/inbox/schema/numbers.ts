import { z } from 'zod'
import { platformId } from '#infra/http/platforms.ts'
import { idOf } from '#infra/http/schemas.ts'
import { networks } from '#rules/network-names.ts'

const day = z.iso.date('must be a date such as 2026-12-01').meta({ examples: ['2026-12-01'] })
const groupings = ['network', 'account', 'kind'] as const

export const numbersQuery = z.strictObject({
  profileId: idOf('prof'),
  from: day.optional().meta({ description: 'The first day. Defaults to 29 days before `to`.' }),
  to: day.optional().meta({ description: 'The last day. Defaults to today.' }),
  groupBy: z.enum(groupings).default('network').meta({ description: 'What `groups` are.' }),
})

const figures = {
  waits: z.int().meta({ description: 'How often someone began to wait for an answer.', examples: [40] }),
  answered: z.int().meta({ description: 'How many of them got one.', examples: [30] }),
  answeredShare: z
    .number()
    .nullable()
    .meta({ description: 'From 0 to 1. Null without waits.', examples: [0.75] }),
  medianSeconds: z
    .int()
    .nullable()
    .meta({ description: 'Half of the answers came within this time. Null without answers.', examples: [1_800] }),
  p90Seconds: z
    .int()
    .nullable()
    .meta({ description: 'Nine of ten answers came within this time. Null without answers.', examples: [7_200] }),
  open: z
    .int()
    .nullable()
    .meta({
      description: 'The conversations that were open at the end of the last day. Null if unknown.',
      examples: [4],
    }),
}

export const numbers = z
  .object({
    profileId: idOf('prof'),
    from: day.meta({ description: 'The first day.' }),
    to: day.meta({ description: 'The last day.' }),
    timezone: z
      .string()
      .meta({ description: 'The zone of the days: that of the profile.', examples: ['Europe/Berlin'] }),
    total: z.object(figures).meta({ id: 'InboxFigures', description: 'All of them together.' }),
    groups: z
      .object({
        platform: platformId.nullable(),
        network: z.enum(networks).nullable().meta({ description: 'Null for groups by kind.' }),
        accountId: idOf('acc').nullable().meta({ description: 'Null unless groups are accounts.' }),
        kind: z.enum(['comment', 'mention', 'quote']).nullable().meta({ description: 'Null unless groups are kinds.' }),
        ...figures,
      })
      .array()
      .meta({ description: 'The most waits first.' }),
    days: z
      .object({
        day: day.meta({ description: 'The date.' }),
        waits: z.int().meta({ description: 'How often someone began to wait on this day.', examples: [4] }),
        answered: z.int().meta({ description: 'How many of them got an answer, on whatever day.', examples: [3] }),
        open: z
          .int()
          .nullable()
          .meta({ description: 'Open at its end, or now. Null if unknown.', examples: [4] }),
      })
      .array()
      .meta({ description: 'All days of the range up to today, oldest first.' }),
  })
  .meta({ id: 'InboxNumbers', description: 'How fast and how often people get an answer.' })

export type NumbersQuery = z.output<typeof numbersQuery>
