import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'
import { idOf, instant, wholeNumber } from '#infra/http/schemas.ts'
import { issue } from '../schema/answers/validation.ts'

const usualDays = 7
const mostDays = 31

export const rehearsalQuery = z.strictObject({
  profileId: idOf('prof'),
  days: wholeNumber(1, mostDays)
    .default(usualDays)
    .meta({ description: `The days to look ahead, 1 to ${mostDays}.` }),
})

const obstacle = z
  .object({
    reason: z.enum(['refused', 'account', 'approval', 'paused']),
    detail: z.string().meta({ examples: ['It waits until enough people have approved it.'] }),
  })
  .nullable()
  .meta({ description: 'What would keep it from going out, as things stand. Null: nothing.' })

const target = z.object({
  targetId: idOf('tgt'),
  ...platformAnswer,
  accountId: idOf('acc').nullable(),
  expectedAt: instant.nullable().meta({
    description: 'When it would go out, after the gaps of its account and the quotas. Null: nothing would be sent.',
  }),
  waits: z
    .object({ reason: z.enum(['earlier_posts', 'quota']), detail: z.string() })
    .array()
    .meta({ description: 'Why it would go out later than planned.', examples: [[]] }),
  obstacle,
  errors: issue.array().meta({ examples: [[]] }),
  warnings: issue.array().meta({ examples: [[]] }),
})

export const rehearsal = z
  .object({
    from: instant,
    to: instant,
    hasMore: z.boolean().meta({ description: 'Whether further posts are planned; at most 200 are rehearsed.' }),
    posts: z
      .object({ postId: idOf('post'), content: z.string(), scheduledAt: instant, targets: target.array() })
      .array()
      .meta({ description: 'The planned posts, the soonest first.' }),
  })
  .meta({ id: 'Rehearsal', description: 'What the plan of a profile would come to.' })
