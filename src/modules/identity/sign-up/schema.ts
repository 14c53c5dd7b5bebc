import { z } from 'zod'
import { text } from '#infra/http/schemas.ts'
import { email, exampleEmail, examplePassword, newPassword, shortName } from '../schema.ts'

export const signUpBody = z
  .strictObject({
    email,
    password: newPassword,
    name: shortName('Ada'),
    setupCode: text(1, 100)
      .optional()
      .meta({ description: 'Needed for the first account where others can reach the service; start prints it.' }),
    inviteToken: text(1, 200).optional().meta({ description: 'Needed where new accounts need an invitation.' }),
  })
  .meta({ id: 'SignUp', examples: [{ email: exampleEmail, password: examplePassword, name: 'Ada' }] })

export type SignUpInput = z.output<typeof signUpBody>
