import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'
import { idOf, instant } from '#infra/http/schemas.ts'
import { stepKinds } from '#modules/publishing/index.ts'
import { formats } from '#rules/limits.ts'
import { rowStatus } from './answers/target.ts'
import { extras } from './extras.ts'

const step = {
  step: z.string().meta({ description: 'The name of the step; each network has its own.', examples: ['upload'] }),
  kind: z.enum(stepKinds).meta({
    description:
      '`prepare` changes nothing that people see, `publish` does, and `follow_up` comes after the post is out, such as a first comment.',
  }),
}

const sent = z.object({
  format: z.enum(formats),
  title: z.string().nullable(),
  link: z.string().nullable(),
  language: z.string().nullable(),
  firstComment: z.string().nullable(),
  settings: z.record(z.string(), z.unknown()),
  extras,
  parts: z
    .object({
      text: z.string().meta({ description: 'The text as the network gets it.' }),
      media: z
        .object({
          kind: z.enum(['image', 'video', 'document', 'audio']),
          altText: z.string().nullable(),
          url: z.string().nullable().meta({ description: 'URL of the picture, for a day. Null: the file is deleted.' }),
        })
        .array()
        .meta({ examples: [[]] }),
    })
    .array()
    .meta({ description: 'The post, followed by the replies of its thread.' }),
})

/** The way of a post to one account. */
export const walk = z
  .object({
    targetId: idOf('tgt'),
    ...platformAnswer,
    accountId: idOf('acc').nullable(),
    status: rowStatus,
    steps: z
      .object({
        ...step,
        did: z.enum(['done', 'found', 'not_found']).meta({
          description:
            '`found` and `not_found`: the answer of the network was lost, and the post was looked for there.',
        }),
        at: instant,
      })
      .array()
      .meta({ description: 'The steps behind it, the oldest first: at most 200.' }),
    now: z
      .object({
        ...step,
        isLookedFor: z
          .boolean()
          .meta({ description: 'An answer was lost: the post is looked for.', examples: [false] }),
      })
      .nullable()
      .meta({ description: 'The step at which it stands. Null: it has ended.' }),
    calls: z
      .object({
        step: z.string().meta({ examples: ['put'] }),
        part: z.int().meta({ description: 'The part of a thread, from 0.', examples: [0] }),
        begunAt: instant,
        endedAt: instant.nullable(),
        outcome: z
          .string()
          .nullable()
          .meta({ examples: ['done'] }),
        httpStatus: z.int().nullable().meta({ description: 'The status of a refusal, if there was one.' }),
      })
      .array()
      .meta({ description: 'The calls that people at the network can see the effect of, the oldest first.' }),
    sent: sent.meta({ description: 'What is sent, as it was when the post was enqueued.' }),
  })
  .meta({ id: 'PostPublication', description: 'How far a post is on its way to one account, and what is sent there.' })
