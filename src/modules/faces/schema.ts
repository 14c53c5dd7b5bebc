import { z } from 'zod'

export const facePath = z.strictObject({
  id: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .meta({ description: 'The last part of the `avatarUrl`.', examples: ['8a5c1f0e9b7d4c3a8f6e2d1c0b9a8f7e'] }),
})

/** The text fields of a form with a photo: none. */
export const faceForm = z.strictObject({})
