import { z } from 'zod'
import { idOf, instant, text } from '#infra/http/schemas.ts'
import { user } from '../people/schema.ts'
import { email, exampleEmail, examplePassword } from '../schema.ts'
import { mfaCode } from '../second-factor/schema.ts'
import { assertion } from '../webauthn/schema.ts'

const exampleToken = 'eyJhbGciOiJFZERTQSIsImtpZCI6Im4wVEwifQ.eyJzdWIiOiJ1c3JfMDEifQ.c2lnbmF0dXJl'
const exampleRefresh = 'b7Yk0VtQ2cXw3mRr8uJ1nE5sL9aZdF6hGpKxTqWvCyo'
const refreshToken = text(1, 200).meta({ examples: [exampleRefresh] })

const signInFields = {
  email,
  password: text(1, 256).meta({ description: 'The password of the account with this address.' }),
  totp: mfaCode.optional().meta({
    description: 'Required when a second factor is set up: a code from the authenticator app, or a recovery code.',
  }),
}
const signInExamples = [{ email: exampleEmail, password: examplePassword }]

export const signInBody = z.strictObject(signInFields).meta({ id: 'SignIn', examples: signInExamples })

export const browserSignInBody = z
  .strictObject({
    ...signInFields,
    passkey: assertion.optional().meta({
      description: 'A passkey of the account in place of a code, after `POST /v1/auth/passkeys/start`.',
    }),
  })
  .meta({ id: 'BrowserSignInRequest', examples: signInExamples })

export const refreshBody = z
  .strictObject({ refreshToken })
  .meta({ id: 'RefreshToken', examples: [{ refreshToken: exampleRefresh }] })

export const browserTokens = {
  token: z.string().meta({ description: 'The identity token, for `Authorization: Bearer`.', examples: [exampleToken] }),
  expiresAt: instant,
  user,
}

/** The response to a browser, which keeps the refresh token in a cookie that scripts cannot read. */
export const browserSignIn = z.strictObject(browserTokens).meta({ id: 'BrowserSignIn' })

export const signedIn = z
  .strictObject({
    ...browserTokens,
    refreshToken: z.string().meta({ description: 'Works once, within 30 days.', examples: [exampleRefresh] }),
  })
  .meta({ id: 'SignedIn' })

export const signedOut = z
  .strictObject({
    ok: z.literal(true),
    signOutUrl: z
      .string()
      .nullable()
      .meta({
        description:
          'The page of the identity provider that signs out there. Null if the session was not opened there.',
        examples: [null],
      }),
  })
  .meta({ id: 'BrowserSignedOut' })

export const sessionParams = z.strictObject({ id: idOf('ses') })

export const sessionList = z
  .strictObject({
    sessions: z.array(
      z.strictObject({
        id: idOf('ses'),
        userAgent: z.string().nullable().meta({ description: 'The user agent of the browser or program at sign-in.' }),
        signedInAt: instant,
        lastUsedAt: instant.nullable().meta({ description: 'When its tokens were last renewed.' }),
        expiresAt: instant.meta({ description: 'When it expires if it is not used.' }),
        isCurrent: z.boolean().meta({ description: 'True for the session that made this request.' }),
      }),
    ),
  })
  .meta({ id: 'SessionList' })

export type SignInInput = z.output<typeof signInBody>
