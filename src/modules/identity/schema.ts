import { z } from 'zod'
import { nameText, text } from '#infra/http/schemas.ts'
import { sentences } from '#rules/faults/sentences.ts'

export const exampleEmail = 'ada@example.com'
export const examplePassword = 'a few words in a row'
export const exampleMailedToken = 'Jt0m3Wq8bKxN5yVdRf2LsZ7hCgUaPe9oTiXw4nMkQrE'

/** A new password. Sign-in accepts any text. */
export const newPassword = text(8, 256).meta({ description: '8 to 256 characters. Common passwords are refused.' })

export const email = z
  .string()
  .trim()
  .max(254)
  .email(sentences.email)
  .meta({ examples: [exampleEmail] })

export const shortName = (example: string) => nameText(100).meta({ examples: [example] })

/** A token that was emailed to the user. */
export const mailedToken = text(1, 200).meta({
  description: 'The token from the email.',
  examples: [exampleMailedToken],
})

export const done = z.strictObject({ ok: z.literal(true) }).meta({ id: 'Done' })
