import { z } from 'zod'
import { email, exampleEmail, exampleMailedToken, examplePassword, mailedToken, newPassword } from '../schema.ts'

export const requestPasswordResetBody = z
  .strictObject({ email })
  .meta({ id: 'RequestPasswordReset', examples: [{ email: exampleEmail }] })

export const resetPasswordBody = z
  .strictObject({ token: mailedToken, password: newPassword })
  .meta({ id: 'ResetPassword', examples: [{ token: exampleMailedToken, password: examplePassword }] })
