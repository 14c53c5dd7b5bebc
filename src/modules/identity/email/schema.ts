import { z } from 'zod'
import { instant, text } from '#infra/http/schemas.ts'
import { signUpBody } from '../schema.ts'

const { email, password } = signUpBody.shape
const exampleToken = 'Jt0m3Wq8bKxN5yVdRf2LsZ7hCgUaPe9oTiXw4nMkQrE'
const token = text(1, 200).meta({ description: 'As it was mailed.', examples: [exampleToken] })

export const newEmailBody = z
  .strictObject({ newEmail: email })
  .meta({ id: 'ChangeEmailDto', examples: [{ newEmail: 'ada@example.com' }] })

export const verifyEmailBody = z
  .strictObject({ token })
  .meta({ id: 'VerifyEmail', examples: [{ token: exampleToken }] })

export const requestPasswordResetBody = z
  .strictObject({ email })
  .meta({ id: 'RequestPasswordReset', examples: [{ email: 'ada@example.com' }] })

export const resetPasswordBody = z
  .strictObject({ token, password })
  .meta({ id: 'ResetPassword', examples: [{ token: exampleToken, password: 'a few words in a row' }] })

export const mailRequested = z
  .strictObject({
    sentTo: z.string().meta({ description: 'The address that a token is mailed to.' }),
    expiresAt: instant.meta({ description: 'Until then that token is good.' }),
  })
  .meta({ id: 'MailRequested' })
