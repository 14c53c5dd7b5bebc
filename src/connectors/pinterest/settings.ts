import { z } from 'zod'
import type { JsonObject } from '#connectors/connector.ts'

const id = z.string().regex(/^\d{1,30}$/, 'the number of a board, as the options of the account list them')

/** The settings that a target may have beyond text and media. */
export const settings = z.strictObject({
  boardId: id.optional().meta({
    description:
      'The board to pin onto. It must be chosen, here or for the account; the options of the account list them.',
  }),
  boardSectionId: id.optional().meta({ description: 'A section of that board; without it, the board itself.' }),
  coverAtSeconds: z
    .number()
    .min(0)
    .max(900)
    .optional()
    .meta({ description: 'The moment of a video that is shown before it plays; without it, its beginning.' }),
})
/** The default board of an account. A section belongs to one board, so it is set with the post. */
export const accountDefaults = settings.pick({ boardId: true })
export type Settings = z.infer<typeof settings>

/** Reads settings that were checked on arrival. Settings that a later version no longer accepts are dropped. */
export const settingsOf = (given: JsonObject): Settings => settings.safeParse(given).data ?? {}
