import { z } from 'zod'
import { instant } from '#infra/http/schemas.ts'
import { email, exampleEmail, exampleMailedToken, mailedToken } from '../schema.ts'

export const newEmailBody = z
  .strictObject({ newEmail: email })
  .meta({ id: 'ChangeEmailDto', examples: [{ newEmail: exampleEmail }] })

export const verifyEmailBody = z
  .strictObject({ token: mailedToken })
  .meta({ id: 'VerifyEmail', examples: [{ token: exampleMailedToken }] })

export const mailRequested = z
  .strictObject({
    sentTo: z.string().meta({ description: 'The address that the token was sent to.' }),
    expiresAt: instant.meta({ description: 'When the token expires.' }),
  })
  .meta({ id: 'MailRequested' })
