import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'
import { idOf, instant } from '#infra/http/schemas.ts'
import { stepKinds } from '#modules/publishing/index.ts'
import { formats } from '#rules/limits.ts'
import { extras } from './parts.ts'
import { rowStatus } from './post.ts'
import { shownView } from './view.ts'

const step = {
  step: z.string().meta({ description: 'The name of the step, specific to the network.', examples: ['upload'] }),
  kind: z.enum(stepKinds).meta({
    description:
      '`prepare` has no visible effect, `publish` makes the post visible, and `follow_up` runs after the ' +
      'post is published, for example to add a first comment.',
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
      text: z.string().meta({ description: 'The text as sent to the network.' }),
      media: z
        .object({
          kind: z.enum(['image', 'video', 'document', 'audio']),
          altText: z.string().nullable(),
          view: shownView.optional(),
          width: z
            .int()
            .nullable()
            .meta({ description: 'The width of the part that is sent, in pixels. Null if the file was deleted.' }),
          height: z
            .int()
            .nullable()
            .meta({ description: 'The height of the part that is sent, in pixels. Null if the file was deleted.' }),
          url: z
            .string()
            .nullable()
            .meta({ description: 'The URL of the image, valid for a day. Null if the file was deleted.' }),
        })
        .array()
        .meta({ examples: [[]] }),
    })
    .array()
    .meta({ description: 'The post, followed by the replies of its thread.' }),
})

/** The progress of a post on one account. */
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
            '`found` and `not_found`: the network’s response was lost, and Posthorn looked up the post there.',
        }),
        at: instant,
      })
      .array()
      .meta({ description: 'The completed steps, oldest first, up to 200.' }),
    now: z
      .object({
        ...step,
        isLookedFor: z
          .boolean()
          .meta({ description: 'A response was lost, and Posthorn is looking up the post.', examples: [false] }),
      })
      .nullable()
      .meta({ description: 'The current step. Null if publishing has ended.' }),
    calls: z
      .object({
        step: z.string().meta({ examples: ['put'] }),
        part: z.int().meta({ description: 'The position in the thread, starting at 0.', examples: [0] }),
        begunAt: instant,
        endedAt: instant.nullable(),
        outcome: z
          .string()
          .nullable()
          .meta({ examples: ['done'] }),
        httpStatus: z
          .int()
          .nullable()
          .meta({ description: 'The status code of the rejection. Null if the call was not rejected.' }),
      })
      .array()
      .meta({ description: 'The calls with a visible effect on the network, oldest first.' }),
    sent: sent.meta({ description: 'The content as it was when the post was enqueued.' }),
  })
  .meta({ id: 'PostPublication', description: 'The progress of a post on one account, and the content sent there.' })
