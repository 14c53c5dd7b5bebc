import { z } from 'zod'
import { text } from '#infra/http/schemas.ts'
import { email, exampleEmail, examplePassword, newPassword, shortName } from '../schema.ts'

export const signUpBody = z
  .strictObject({
    email,
    password: newPassword,
    name: shortName('Ada'),
    setupCode: text(1, 100).optional().meta({
      description:
        'Required for the first account when others can reach the service. `posthorn start` prints the code.',
    }),
    inviteToken: text(1, 200).optional().meta({ description: 'Required when new accounts need an invitation.' }),
  })
  .meta({ id: 'SignUp', examples: [{ email: exampleEmail, password: examplePassword, name: 'Ada' }] })

export type SignUpInput = z.output<typeof signUpBody>
