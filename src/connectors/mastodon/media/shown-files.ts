import { z } from 'zod'
import type { SeenFile } from '#connectors/contract/read-back.ts'

const kinds = { image: 'image', gifv: 'image', video: 'video', audio: 'audio' } as const

/** The files of a status. */
export const shownFiles = z.array(
  z.object({ type: z.string(), description: z.string().nullish() }).transform(
    ({ type, description }): SeenFile => ({
      kind: Object.hasOwn(kinds, type) ? kinds[type as keyof typeof kinds] : null,
      altText: description || null,
    }),
  ),
)
