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
    sentTo: z.string().meta({ description: 'The address that a token is mailed to.' }),
    expiresAt: instant.meta({ description: 'Until then that token is good.' }),
  })
  .meta({ id: 'MailRequested' })
