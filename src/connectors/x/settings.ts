import { z } from 'zod'
import type { JsonObject } from '#connectors/connector.ts'
import { pollMinutes, pollOptions } from '#connectors/polls.ts'

/** The settings that a target may have beyond text and media. */
export const settings = z.strictObject({
  replySettings: z
    .enum(['following', 'mentionedUsers', 'subscribers', 'verified'])
    .optional()
    .meta({ description: 'Who may reply to the post. Default: everybody.' }),
  madeWithAi: z.boolean().optional().meta({ description: 'True: the post is labeled as made with AI.' }),
  paidPartnership: z.boolean().optional().meta({ description: 'True: the post is labeled as a paid partnership.' }),
  poll: z
    .strictObject({
      options: pollOptions(4, 25),
      durationMinutes: pollMinutes(z.int().min(5).max(10_080)),
    })
    .optional()
    .meta({ description: 'A poll below the first part. That part must then have no pictures or videos.' }),
})
type Settings = z.infer<typeof settings>

/** Reads settings that were checked on arrival. Settings that a later version no longer accepts are dropped. */
export const settingsOf = (given: JsonObject): Settings => settings.safeParse(given).data ?? {}
