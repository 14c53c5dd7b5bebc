import { z } from 'zod'
import type { JsonObject } from '#connectors/connector.ts'
import { dayMinutes, pollMinutes, pollOptions } from '#connectors/polls.ts'

/** The settings of a target, in addition to text and media. They apply only to the first part. */
export const settings = z.strictObject({
  topicTag: z
    .string()
    .trim()
    .regex(/^#?[^.&#]{1,50}$/, 'must have 1 to 50 characters and no “.” or “&”')
    .optional()
    .meta({ description: 'The topic of the post. Default: the first #tag in the text.' }),
  replyControl: z
    .enum(['everyone', 'accounts_you_follow', 'mentioned_only', 'parent_post_author_only', 'followers_only'])
    .optional()
    .meta({ description: 'Who may reply. Default: everyone.' }),
  poll: z
    .strictObject({ options: pollOptions(4, 25), durationMinutes: pollMinutes(z.literal(dayMinutes)) })
    .optional()
    .meta({ description: 'A poll that runs for one day. Only for posts without images or videos.' }),
  quotePostId: z
    .string()
    .regex(
      /^[0-9]{1,40}$/,
      'must be the numeric ID of a Threads post, which its link does not contain; for a post published from ' +
        'Posthorn it is the target’s platformPostId',
    )
    .optional()
    .meta({
      description:
        'ID of the post that this one quotes: the `platformPostId` of its target. A post’s link does not contain it.',
    }),
  spoiler: z
    .boolean()
    .optional()
    .meta({ description: 'If true, images and videos are covered until the viewer taps them.' }),
})
type Settings = z.infer<typeof settings>

/** Reads settings that were checked on arrival. Settings that a later version no longer accepts are dropped. */
export const settingsOf = (given: JsonObject): Settings => settings.safeParse(given).data ?? {}
