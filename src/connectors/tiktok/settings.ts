import { z } from 'zod'
import type { JsonObject } from '#connectors/connector.ts'

const privacyLevels = ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'] as const

/**
 * The settings of a target, in addition to text and media. `check` finds the choices that each kind of post requires.
 */
export const settings = z.strictObject({
  mode: z
    .enum(['direct', 'inbox'])
    .optional()
    .meta({
      description:
        '`direct` (the default) publishes and requires the account’s video.publish scope; `inbox` leaves a draft in ' +
        'the app for its owner to finish there and requires video.upload.',
    }),
  privacyLevel: z.enum(privacyLevels).optional().meta({
    description: 'Who may see the post. Required: one of the values in the account’s options.',
  }),
  allowComment: z.boolean().optional().meta({ description: 'Whether people may comment. Required.' }),
  allowDuet: z.boolean().optional().meta({ description: 'Whether people may duet the video. Required for videos.' }),
  allowStitch: z
    .boolean()
    .optional()
    .meta({ description: 'Whether people may stitch the video. Required for videos.' }),
  disclosure: z.enum(['none', 'yourBrand', 'brandedContent', 'both']).optional().meta({
    description: 'Whether the post advertises your own business, is a paid partnership, both or none. Required.',
  }),
  madeWithAi: z.boolean().optional().meta({ description: 'If true, the video is labeled as made with AI.' }),
  coverTimestampMs: z.int().min(0).optional().meta({ description: 'The time in the video of the cover frame.' }),
  coverIndex: z.int().min(0).max(34).optional().meta({ description: 'The index of the cover image, starting at 0.' }),
  autoAddMusic: z.boolean().optional().meta({ description: 'If true, TikTok adds music to images.' }),
})
export type Settings = z.infer<typeof settings>

/** Reads settings that were checked on arrival. Settings that a later version no longer accepts are dropped. */
export const settingsOf = (given: JsonObject): Settings => settings.safeParse(given).data ?? {}
