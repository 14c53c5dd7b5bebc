import { z } from 'zod'
import { idOf, instant } from '#infra/http/schemas.ts'

const band = z
  .object({
    cause: z.enum(['grant', 'quota', 'plan']).meta({
      description:
        '`grant`: the account cannot publish because its access has expired. `quota`: the network accepts ' +
        'no more posts from the account. `plan`: the profile exceeds its owner’s plan.',
    }),
    from: instant,
    to: instant.nullable().meta({ description: 'Null if the hold lasts until someone acts.' }),
    accountId: idOf('acc').nullable().meta({ description: 'Null if the hold affects all accounts of the profile.' }),
    posts: z.int().meta({ description: 'Number of planned posts that will be held.' }),
    firstPostAt: instant.nullable(),
    requiredPlan: z.string().nullable().meta({ description: 'The lowest plan that includes this profile.' }),
    detail: z.string().meta({ examples: ['The grant expires then, and it cannot be renewed.'] }),
  })
  .meta({ id: 'ForecastBand', description: 'A period in which planned posts are not published.' })

export const forecast = z
  .object({
    bands: band.array().meta({ description: 'Earliest first.' }),
    quotasUntil: instant.meta({ description: 'Quotas were checked for posts planned before this time.' }),
  })
  .meta({ id: 'Forecast', description: 'The reasons why a profile’s planned posts will be held, and when.' })
