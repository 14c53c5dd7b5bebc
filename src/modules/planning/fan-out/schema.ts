import { z } from 'zod'
import { exampleId, idOf } from '#infra/http/schemas.ts'
import { createPostBody, post, postParts } from '#modules/posts/index.ts'
import { platformIdOf } from '#rules/network-names.ts'

export const childrenMax = 100

const child = z
  .strictObject({
    profileId: idOf('prof'),
    content: postParts.content
      .optional()
      .meta({ description: 'Replaces the content on all of the child’s platforms.' }),
    tags: postParts.tags.optional(),
    scheduledAt: postParts.moment.optional(),
    platforms: postParts.platforms.min(1).optional().meta({
      description: 'Defaults to the master’s platforms on which the profile has an account.',
    }),
  })
  .meta({ id: 'FanoutChild' })

export const createFanoutBody = z
  .strictObject({
    master: createPostBody,
    children: z.array(child).min(1).max(childrenMax).optional().meta({
      description: 'Defaults to the profiles linked below the master’s profile.',
    }),
  })
  .meta({
    id: 'CreateFanoutPost',
    examples: [
      {
        master: {
          profileId: exampleId('prof'),
          content: 'The lighthouse is open again.',
          platforms: [platformIdOf('bluesky'), 'mastodon'],
        },
        children: [{ profileId: exampleId('prof').replace(/1$/, '2'), content: 'Der Leuchtturm ist wieder offen.' }],
      },
    ],
  })

export const fanout = z
  .object({
    master: post,
    children: post.array(),
    infos: z
      .object({ code: z.string(), message: z.string(), path: z.string(), platform: z.string().optional() })
      .array()
      .meta({ description: 'What was skipped or left unchanged, and why.' }),
  })
  .meta({ id: 'Fanout' })

export type FanoutInput = z.output<typeof createFanoutBody>
export type ChildInput = z.output<typeof child>
