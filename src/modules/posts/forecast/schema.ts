import { z } from 'zod'
import { idOf, instant } from '#infra/http/schemas.ts'

const band = z
  .object({
    cause: z.enum(['grant', 'quota', 'plan']).meta({
      description:
        '`grant`: the account cannot publish, because its grant ends. `quota`: the network accepts no more posts of the ' +
        'account. `plan`: the profile is over the plan of its owner.',
    }),
    from: instant,
    to: instant.nullable().meta({ description: 'Null if it lasts until someone intervenes.' }),
    accountId: idOf('acc').nullable().meta({ description: 'Null: all accounts of the profile.' }),
    posts: z.int().meta({ description: 'Number of planned posts that will be held.' }),
    firstPostAt: instant.nullable(),
    requiredPlan: z.string().nullable().meta({ description: 'The lowest plan that has room for the profile.' }),
    detail: z.string().meta({ examples: ['The grant expires then, and it cannot be renewed.'] }),
  })
  .meta({ id: 'ForecastBand', description: 'A time in which planned posts do not go out.' })

export const forecast = z
  .object({
    bands: band.array().meta({ description: 'The earliest first.' }),
    quotasUntil: instant.meta({ description: 'Quotas were checked for posts planned before this time.' }),
  })
  .meta({ id: 'Forecast', description: 'What will hold the planned posts of a profile, and from when.' })
