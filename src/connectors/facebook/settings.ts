import { z } from 'zod'
import type { JsonObject } from '#connectors/connector.ts'

/**
 * The settings of a target, in addition to text and media. The other options in Facebook's API require IDs that only
 * Facebook knows, or hide a post from people.
 */
export const settings = z.strictObject({
  cards: z
    .array(z.string().trim().min(1).max(2_048))
    .min(2)
    .max(5)
    .optional()
    .meta({
      description:
        'Links shown side by side as cards below the text, in this order. Facebook reads each page’s title and ' +
        'image. Only for posts without files.',
    }),
})
type Settings = z.infer<typeof settings>

/** Reads settings that were checked on arrival. Settings that a later version no longer accepts are dropped. */
export const settingsOf = (given: JsonObject): Settings => settings.safeParse(given).data ?? {}
