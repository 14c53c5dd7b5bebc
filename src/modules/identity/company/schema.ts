import { z } from 'zod'
import { instant, text } from '#infra/http/schemas.ts'
import { mfaCode } from '../second-factor/schema.ts'
import { browserTokens } from '../sessions/schema.ts'
import { assertion } from '../webauthn/schema.ts'

const exampleState = 's.Jt0m3Wq8bKxN5yVdRf2LsZ7hCgUaPe9oTiXw4nMkQrE'

/** A page of this installation. An absolute URL, or a path that a browser reads as one, could lead anywhere. */
const nextPath = z
  .string()
  .max(2_000)
  .regex(
    /^\/([\x20-\x2e\x30-\x5b\x5d-\x7e][\x20-\x5b\x5d-\x7e]*)?$/,
    'must be a path of this installation, such as /posts',
  )
  .meta({ description: 'The page to open afterwards.', examples: ['/posts'] })

export const startBody = z.strictObject({ next: nextPath.optional() }).meta({ id: 'StartCompanySignIn' })

export const started = z
  .strictObject({
    url: z.string().meta({
      description: 'The page of the identity provider to open in this browser, within 10 minutes.',
      examples: ['https://login.example.com/authorize?response_type=code&client_id=posthorn'],
    }),
  })
  .meta({ id: 'CompanySignInStarted' })

const returned = {
  state: text(1, 200).meta({ examples: [exampleState] }),
  code: text(1, 4_096).meta({ description: 'The provider’s code, from the query of the page it sent the browser to.' }),
  iss: text(1, 2_000).optional().meta({ description: 'The issuer, if it is in the query.' }),
}

export const finishBody = z
  .strictObject({
    ...returned,
    totp: mfaCode.optional().meta({
      description: 'If the account has a second factor: a code, sent with the same `state` after `mfa_required`.',
    }),
    passkey: assertion.optional().meta({ description: 'A passkey of the account in place of a code.' }),
  })
  .meta({ id: 'FinishCompanySignIn', examples: [{ state: exampleState, code: 'SplxlOBeZQQYbYS6WxSbIA' }] })

export const finishConnectionBody = z
  .strictObject(returned)
  .meta({ id: 'FinishCompanyConnection', examples: [{ state: exampleState, code: 'SplxlOBeZQQYbYS6WxSbIA' }] })

export const finished = z
  .strictObject({
    ...browserTokens,
    user: browserTokens.user.meta({ description: 'You.' }),
    next: z.string().nullable().meta({ description: 'The page to open now, as given at the start.' }),
  })
  .meta({ id: 'CompanySignedIn' })

export const connection = z
  .strictObject({
    isAvailable: z.boolean().meta({ description: 'True if this installation has company sign-in.' }),
    isConnected: z.boolean().meta({ description: 'True if you can sign in with it.' }),
    email: z
      .string()
      .nullable()
      .meta({ description: 'Your address at the identity provider, as of the last sign-in.' }),
    connectedAt: instant.nullable().meta({ description: 'When you connected it. Null if you have not.' }),
  })
  .meta({ id: 'CompanyConnection' })
