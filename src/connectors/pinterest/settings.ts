import { z } from 'zod'
import type { JsonObject } from '#connectors/connector.ts'

const id = z.string().regex(/^\d{1,30}$/, 'must be the ID of a board, as the options of the account list it')

/** The settings that a target may have beyond text and media. */
export const settings = z.strictObject({
  boardId: id.optional().meta({
    description:
      'The board of the pin. Required, here or as a default of the account. The options of the account list the boards.',
  }),
  boardSectionId: id.optional().meta({ description: 'A section of that board. Default: the board itself.' }),
  coverAtSeconds: z.number().min(0).max(900).optional().meta({
    description:
      'The moment of the video that is its cover, in whole seconds; a fraction is dropped. Default: its beginning.',
  }),
})
/** The default board of an account. A section belongs to one board, so it is set with the post. */
export const accountDefaults = settings.pick({ boardId: true })
type Settings = z.infer<typeof settings>

/** Reads settings that were checked on arrival. Settings that a later version no longer accepts are dropped. */
export const settingsOf = (given: JsonObject): Settings => settings.safeParse(given).data ?? {}
