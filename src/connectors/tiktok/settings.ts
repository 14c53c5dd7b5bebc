import { z } from 'zod'
import type { JsonObject } from '#connectors/connector.ts'

const privacyLevels = ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'] as const

/**
 * The settings that a target may have beyond text and media. `check` finds the choices that each kind of post requires.
 */
export const settings = z.strictObject({
  mode: z.enum(['direct', 'inbox']).optional().meta({
    description:
      '`direct` (the default) publishes and requires the account’s video.publish scope; `inbox` leaves a draft in the app, which its owner finishes there, and needs video.upload.',
  }),
  privacyLevel: z.enum(privacyLevels).optional().meta({
    description: 'Who may see the post. Required: one of the values that the options of the account list.',
  }),
  allowComment: z.boolean().optional().meta({ description: 'Whether people may comment. Required.' }),
  allowDuet: z
    .boolean()
    .optional()
    .meta({ description: 'Whether people may make a duet of the video. Required for videos.' }),
  allowStitch: z
    .boolean()
    .optional()
    .meta({ description: 'Whether people may stitch the video. Required for videos.' }),
  disclosure: z.enum(['none', 'yourBrand', 'brandedContent', 'both']).optional().meta({
    description: 'Whether the post advertises your own business, is a paid partnership, both or none. Required.',
  }),
  madeWithAi: z.boolean().optional().meta({ description: 'True: the video is labeled as made with AI.' }),
  coverTimestampMs: z.int().min(0).optional().meta({ description: 'The moment of the video that is its cover.' }),
  coverIndex: z.int().min(0).max(34).optional().meta({ description: 'The index of the cover image, starting at 0.' }),
  autoAddMusic: z.boolean().optional().meta({ description: 'True: TikTok adds music to pictures.' }),
})
export type Settings = z.infer<typeof settings>

/** Reads settings that were checked on arrival. Settings that a later version no longer accepts are dropped. */
export const settingsOf = (given: JsonObject): Settings => settings.safeParse(given).data ?? {}
