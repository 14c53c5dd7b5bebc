import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'
import { idOf, instant } from '#infra/http/schemas.ts'
import { modes } from '#rules/modes.ts'

const reading = z.object({
  scope: z
    .enum(['account', 'app', 'node'])
    .meta({ description: '`account`, `app` or `node`, depending on what the limit applies to.' }),
  accountId: idOf('acc').nullable(),
  remaining: z.int(),
  resetsAt: instant,
  readAt: instant.meta({ description: 'When the network reported the limit.' }),
})

export const quota = z
  .object({
    ...platformAnswer,
    mode: z.enum(modes),
    limit: z.int().nullable().meta({
      description: 'Posts per month, from the setting X_MONTHLY_POSTS. Null if the X plan charges per post instead.',
    }),
    used: z.int().meta({ description: 'Posts published this month. Each part of a thread counts as one.' }),
    remaining: z.int().nullable(),
    resetsAt: instant.meta({ description: 'The start of the next month in UTC.' }),
    readings: reading.array().meta({ description: 'The latest rate limits that the network reported.' }),
  })
  .meta({ id: 'PlatformQuota', description: 'The app’s monthly quota at X.' })
