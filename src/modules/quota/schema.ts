import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'
import { idOf, instant } from '#infra/http/schemas.ts'

const reading = z.object({
  scope: z.enum(['account', 'app', 'node']).meta({ description: 'What it is a limit of.' }),
  accountId: idOf('acc').nullable(),
  remaining: z.int(),
  resetsAt: instant,
  readAt: instant.meta({ description: 'When the network said so.' }),
})

export const quota = z
  .object({
    ...platformAnswer,
    mode: z.enum(['sandbox', 'live']),
    limit: z.int().nullable().meta({ description: 'Posts a month, by X_MONTHLY_POSTS; null: each is paid for.' }),
    used: z.int().meta({ description: 'Posts that have gone out this month, each part of a thread by itself.' }),
    remaining: z.int().nullable(),
    resetsAt: instant.meta({ description: 'The first of the next month, UTC.' }),
    readings: reading.array().meta({ description: 'What the network said last of what may still be called.' }),
  })
  .meta({ id: 'PlatformQuota', description: 'What is left of the app’s posts.' })
