import { z } from 'zod'
import type { JsonObject } from '#connectors/connector.ts'

export const privacyLevels = [
  'PUBLIC_TO_EVERYONE',
  'MUTUAL_FOLLOW_FRIENDS',
  'FOLLOWER_OF_CREATOR',
  'SELF_ONLY',
] as const

/**
 * The settings that a target may have beyond text and media. `check` finds the choices that each kind of post requires.
 */
export const settings = z.strictObject({
  mode: z.enum(['direct', 'inbox']).optional().meta({
    description:
      '`direct` publishes, as when absent, and needs video.publish of the account; `inbox` leaves a draft in the app, which its owner finishes there, and needs video.upload.',
  }),
  privacyLevel: z.enum(privacyLevels).optional().meta({
    description: 'Who may see it. To be chosen, of those that the account offers (options of the connection).',
  }),
  allowComment: z.boolean().optional().meta({ description: 'Whether people may comment. To be chosen.' }),
  allowDuet: z.boolean().optional().meta({ description: 'Whether people may make a duet of the video. To be chosen.' }),
  allowStitch: z.boolean().optional().meta({ description: 'Whether people may use a piece of it. To be chosen.' }),
  disclosure: z.enum(['none', 'yourBrand', 'brandedContent', 'both']).optional().meta({
    description: 'Whether it advertises what is yours, or what somebody pays for. To be chosen.',
  }),
  madeWithAi: z.boolean().optional().meta({ description: 'Marks the video as made with the help of AI.' }),
  coverTimestampMs: z.int().min(0).optional().meta({ description: 'The moment of the video that is its cover.' }),
  coverIndex: z.int().min(0).max(34).optional().meta({ description: 'Which picture is the cover, from 0.' }),
  autoAddMusic: z.boolean().optional().meta({ description: 'Lets TikTok put music to pictures.' }),
})
export type Settings = z.infer<typeof settings>

/** Reads settings that were checked on arrival. Settings that a later version no longer accepts are dropped. */
export const settingsOf = (given: JsonObject): Settings => settings.safeParse(given).data ?? {}
