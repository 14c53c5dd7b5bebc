import { z } from 'zod'
import { text, timezone } from '#infra/http/schemas.ts'
import { locale } from '../people/schema.ts'
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
    timezone: timezone.optional(),
    locale: locale.optional(),
  })
  .meta({ id: 'SignUp', examples: [{ email: exampleEmail, password: examplePassword, name: 'Ada' }] })

export const claimBody = z
  .strictObject({
    email,
    password: newPassword,
    name: shortName('Ada').optional().meta({ description: 'Defaults to the part of the email address before the @.' }),
    setupCode: text(1, 100).optional().meta({
      description: 'Required when others can reach the service. It is part of the URL that `posthorn start` prints.',
    }),
    timezone: timezone.optional(),
    locale: locale.optional(),
    profileName: shortName('My brand').default('My brand'),
  })
  .meta({ id: 'ClaimInstallation', examples: [{ email: exampleEmail, password: examplePassword }] })

export const signInOptions = z
  .strictObject({
    identityProvider: z
      .string()
      .nullable()
      .meta({
        description: 'The identity provider that users sign in with. Null if Posthorn manages passwords itself.',
        examples: [null],
      }),
    isClaimed: z.boolean().meta({ description: 'True if the installation has an owner.' }),
    needsSetupCode: z.boolean().meta({ description: 'True if the first account needs the setup code.' }),
    signUp: z.enum(['open', 'invite', 'closed']).meta({ description: 'Who can create new accounts.' }),
    passkeys: z.boolean().meta({ description: 'True if people can sign in with passkeys at this PUBLIC_URL.' }),
    company: z
      .strictObject({
        label: z.string().nullable().meta({ description: 'The operator’s text of the button. Null for the default.' }),
        replacesPasswords: z.boolean().meta({ description: 'True if only superadmins may use a password.' }),
      })
      .nullable()
      .meta({ description: 'Company sign-in, in addition to passwords or in their place. Null if not set up.' }),
  })
  .meta({ id: 'SignInOptions' })

export type ClaimInput = z.output<typeof claimBody>
export type SignUpInput = z.output<typeof signUpBody>
