import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'
import { idOf, instant, wholeNumber } from '#infra/http/schemas.ts'
import { issue } from '../schema/answers.ts'

const usualDays = 7
const mostDays = 31

export const rehearsalQuery = z.strictObject({
  profileId: idOf('prof'),
  days: wholeNumber(1, mostDays)
    .default(usualDays)
    .meta({ description: `The number of days to look ahead, 1 to ${mostDays}.` }),
})

const obstacle = z
  .object({
    reason: z.enum(['refused', 'account', 'approval', 'paused', 'media', 'window']).meta({
      description:
        '`refused`: the post has an error. `account`: the network rejects our access. `approval`: the post needs ' +
        'approvals. `paused`: the network is paused. `media`: a file is missing. `window`: the post would be ' +
        'published after its latest time.',
    }),
    detail: z.string().meta({ examples: ['The post needs more approvals.'] }),
  })
  .nullable()
  .meta({ description: 'What currently blocks the post. Null if nothing does.' })

const target = z.object({
  targetId: idOf('tgt'),
  ...platformAnswer,
  accountId: idOf('acc').nullable(),
  expectedAt: instant.nullable().meta({
    description:
      'When the post would be published, considering the account’s gap and quotas. Null if nothing would be sent.',
  }),
  waits: z
    .object({ reason: z.enum(['earlier_posts', 'quota']), detail: z.string() })
    .array()
    .meta({ description: 'Why the post would be published later than planned.', examples: [[]] }),
  obstacle,
  errors: issue.array().meta({ examples: [[]] }),
  warnings: issue.array().meta({ examples: [[]] }),
})

export const rehearsal = z
  .object({
    from: instant,
    to: instant,
    hasMore: z.boolean().meta({ description: 'True if there are more planned posts. A rehearsal covers up to 200.' }),
    posts: z
      .object({ postId: idOf('post'), content: z.string(), scheduledAt: instant, targets: target.array() })
      .array()
      .meta({ description: 'The planned posts, soonest first.' }),
  })
  .meta({ id: 'Rehearsal', description: 'A forecast of when the profile’s planned posts would be published.' })
