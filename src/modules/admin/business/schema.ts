import { z } from 'zod'
import { instant, wholeNumber } from '#infra/http/schemas.ts'
import { cancelReasons } from '#modules/billing/index.ts'

const lastDays = (fallback: number) =>
  z.strictObject({
    days: wholeNumber(1, 365).default(fallback).meta({ description: 'The number of past days, 1 to 365.' }),
  })

export const funnelQuery = lastDays(30)
export const feedbackQuery = lastDays(90)
export const cohortsQuery = z.strictObject({
  weeks: wholeNumber(1, 26).default(8).meta({ description: 'The number of sign-up weeks, 1 to 26.' }),
})

export const funnel = z
  .strictObject({
    days: z.int(),
    since: instant,
    steps: z
      .array(
        z.strictObject({
          name: z.enum(['signedUp', 'verified', 'connected', 'firstPost', 'firstPublished', 'week2']),
          users: z.int(),
          share: z.number().nullable().meta({ description: 'The share of users who signed up. Null if no one did.' }),
        }),
      )
      .meta({ description: '`week2`: users who wrote a post in the second week after their sign-up.' }),
  })
  .meta({ id: 'Funnel' })

export const retention = z
  .strictObject({
    weeks: z.int(),
    cohorts: z.array(
      z.strictObject({
        week: instant.meta({ description: 'The Monday (UTC) on which the sign-up week began.' }),
        users: z.int(),
        active: z
          .array(z.int())
          .meta({ description: 'Users who wrote a post in their first week, in their second, and so on.' }),
      }),
    ),
  })
  .meta({ id: 'RetentionCohorts', description: 'Deleted users are not counted, because their data is not kept.' })

export const ltv = z
  .strictObject({
    plans: z.array(
      z.strictObject({
        plan: z.string().meta({ examples: ['pro'] }),
        priceCents: z.int().meta({ description: 'The monthly price.' }),
        users: z.int().meta({ description: 'Users who currently have the plan.' }),
        formerUsers: z.int().meta({ description: 'Ended periods, including those of deleted users.' }),
        averageMonths: z.number(),
        revenueCents: z.int().meta({ description: 'The total revenue: the monthly price times all months.' }),
        ltvCents: z.int().meta({ description: 'Lifetime value: the average revenue per subscription period.' }),
      }),
    ),
  })
  .meta({ id: 'LtvByPlan' })

export const feedback = z
  .strictObject({
    days: z.int(),
    total: z.int(),
    reasons: z.array(z.strictObject({ reason: z.enum(cancelReasons), count: z.int() })),
    comments: z
      .array(
        z.strictObject({
          at: instant,
          plan: z.string(),
          reason: z.enum(cancelReasons),
          comment: z.string().meta({ examples: ['We post less in winter.'] }),
        }),
      )
      .meta({ description: 'The 100 newest comments.' }),
  })
  .meta({ id: 'CancellationFeedback' })

export const enforced = z
  .strictObject({ enforced: z.int().meta({ description: 'Number of accounts moved to the lowest plan.' }) })
  .meta({ id: 'PastDueEnforced' })
