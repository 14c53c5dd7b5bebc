import { z } from 'zod'
import type { JsonObject } from '#connectors/connector.ts'
import { pollMinutes, pollOptions } from '#connectors/polls.ts'

/** The settings of a target, in addition to text and media. */
export const settings = z.strictObject({
  replySettings: z
    .enum(['following', 'mentionedUsers', 'subscribers', 'verified'])
    .optional()
    .meta({ description: 'Who may reply to the post. Default: everyone.' }),
  madeWithAi: z.boolean().optional().meta({ description: 'If true, the post is labeled as made with AI.' }),
  paidPartnership: z.boolean().optional().meta({ description: 'If true, the post is labeled as a paid partnership.' }),
  poll: z
    .strictObject({
      options: pollOptions(4, 25),
      durationMinutes: pollMinutes(z.int().min(5).max(10_080)),
    })
    .optional()
    .meta({ description: 'A poll below the first part, which cannot also have images or videos.' }),
})
type Settings = z.infer<typeof settings>

/** Reads settings that were checked on arrival. Settings that a later version no longer accepts are dropped. */
export const settingsOf = (given: JsonObject): Settings => settings.safeParse(given).data ?? {}
