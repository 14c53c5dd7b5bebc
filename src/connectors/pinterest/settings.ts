import { z } from 'zod'
import type { JsonObject } from '#connectors/connector.ts'

const id = z.string().regex(/^\d{1,30}$/, 'must be the ID of a board, as listed in the account’s options')

/** The settings of a target, in addition to text and media. */
export const settings = z.strictObject({
  boardId: id.optional().meta({
    description:
      'The board for the pin. Required, here or as the account’s default. The account’s options list the boards.',
  }),
  boardSectionId: id.optional().meta({ description: 'A section of that board. Default: the board itself.' }),
  coverAtSeconds: z.number().min(0).max(900).optional().meta({
    description:
      'The time in the video of the cover frame, in whole seconds; a fraction is dropped. Default: the beginning.',
  }),
})
/** An account's default board. A section belongs to one board, so it is set with the post. */
export const accountDefaults = settings.pick({ boardId: true })
type Settings = z.infer<typeof settings>

/** Reads settings that were checked on arrival. Settings that a later version no longer accepts are dropped. */
export const settingsOf = (given: JsonObject): Settings => settings.safeParse(given).data ?? {}
