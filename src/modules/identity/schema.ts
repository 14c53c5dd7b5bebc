import { z } from 'zod'
import { idOf, instant, instantInput, pageQuery, text, timezone } from '#infra/http/schemas.ts'
import { roles, scopeNames, scopes } from '#kernel/caller.ts'
import { mfaCode } from './second-factor/schema.ts'

const exampleToken = 'eyJhbGciOiJFZERTQSIsImtpZCI6Im4wVEwifQ.eyJzdWIiOiJ1c3JfMDEifQ.c2lnbmF0dXJl'
const exampleRefresh = 'b7Yk0VtQ2cXw3mRr8uJ1nE5sL9aZdF6hGpKxTqWvCyo'
const exampleEmail = 'ada@example.com'
const examplePassword = 'a few words in a row'

const email = z
  .string()
  .trim()
  .max(254)
  .email('must be an email address such as ada@example.com')
  .meta({ examples: [exampleEmail] })
const refreshToken = text(1, 200).meta({ examples: [exampleRefresh] })
const shortName = (example: string) =>
  text(0, 100)
    .trim()
    .min(1, 'must not be empty')
    .meta({ examples: [example] })

export const user = z
  .strictObject({
    uid: idOf('usr'),
    email: z.string().nullable(),
    emailVerified: z.boolean(),
    name: z.string(),
    avatar: z.string().nullable(),
    timezone: z.string().meta({ examples: ['Europe/Berlin'] }),
    locale: z.string().meta({ examples: ['en'] }),
    role: z.enum(roles),
    plan: z.string().meta({ examples: ['max'] }),
    subscription: z.strictObject({
      status: z.enum(['active', 'past_due', 'cancelled']),
      pastDueSince: instant.nullable(),
    }),
    mfaEnabled: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'User' })

export const signUpBody = z
  .strictObject({
    email,
    password: text(8, 256).meta({ description: 'Any 8 to 256 characters that are not easily guessed.' }),
    name: shortName('Ada'),
    setupCode: text(1, 100)
      .optional()
      .meta({ description: 'Needed for the first account where others can reach the service; start prints it.' }),
    inviteToken: text(1, 200).optional().meta({ description: 'Needed where new accounts need an invitation.' }),
  })
  .meta({ id: 'SignUp', examples: [{ email: exampleEmail, password: examplePassword, name: 'Ada' }] })

export const signInBody = z
  .strictObject({
    email,
    password: text(1, 256),
    totp: mfaCode.optional().meta({ description: 'Needed where a second factor is set up; a recovery code does too.' }),
  })
  .meta({ id: 'SignIn', examples: [{ email: exampleEmail, password: examplePassword }] })

export const refreshBody = z
  .strictObject({ refreshToken })
  .meta({ id: 'RefreshToken', examples: [{ refreshToken: exampleRefresh }] })

const browserTokens = {
  token: z.string().meta({ description: 'The identity token, for `Authorization: Bearer`.', examples: [exampleToken] }),
  expiresAt: instant,
  user,
}

/** The response to a browser, which keeps the refresh token in a cookie that scripts cannot read. */
export const browserSignIn = z.strictObject(browserTokens).meta({ id: 'BrowserSignIn' })

export const signedIn = z
  .strictObject({
    ...browserTokens,
    refreshToken: z.string().meta({ description: 'Good for one use, within 30 days.', examples: [exampleRefresh] }),
  })
  .meta({ id: 'SignedIn' })

export const done = z.strictObject({ ok: z.literal(true) }).meta({ id: 'Done' })

export const jwks = z
  .strictObject({
    keys: z.array(
      z.strictObject({
        kty: z.string(),
        crv: z.string(),
        x: z.string(),
        kid: z.string(),
        alg: z.string(),
        use: z.string(),
      }),
    ),
  })
  .meta({ id: 'JsonWebKeySet' })

const httpsAddress = z
  .string()
  .trim()
  .max(2_048)
  .refine(isHttpsAddress, 'must be an address that begins with https://')
  .meta({ examples: ['https://example.com/ada.png'] })

function isHttpsAddress(value: string): boolean {
  return /^https:\/\/[\x21-\x7e\u00a0-\uffff]+$/i.test(value) && URL.canParse(value) && value.isWellFormed()
}

const locale = z
  .string()
  .max(35)
  .refine(isLocale, 'must be a language tag such as en or pt-BR')
  .meta({ examples: ['pt-BR'] })

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

export const updateMeBody = z
  .strictObject({
    name: shortName('Ada').optional(),
    avatar: httpsAddress.nullable().optional(),
    timezone: timezone.optional(),
    locale: locale.optional(),
  })
  .meta({ id: 'UpdateProfileDto', examples: [{ name: 'Ada L.', timezone: 'Europe/London' }] })

export const auditQuery = z.strictObject(pageQuery({ max: 200, fallback: 50 }))

export const usage = z
  .strictObject({
    plan: z.string(),
    limits: z.array(
      z.strictObject({
        name: z.string().meta({ examples: ['profiles'] }),
        used: z.int(),
        limit: z.int().nullable().meta({ description: 'null: unlimited.' }),
        resetsAt: instant.nullable().meta({ description: 'null: it does not start anew.' }),
      }),
    ),
  })
  .meta({ id: 'Usage' })

const scope = z.enum(scopeNames).meta({
  id: 'Scope',
  description: Object.entries(scopes)
    .map(([name, about]) => `- \`${name}\`: ${about}`)
    .join('\n'),
})

export const createApiKeyBody = z
  .strictObject({
    name: shortName('Build server'),
    scopes: z.array(scope).min(1).max(scopeNames.length),
    profileIds: z
      .array(idOf('prof'))
      .min(1)
      .max(1_000)
      .nullable()
      .optional()
      .meta({ description: 'The key reaches these profiles only; null or absent: all that you reach.' }),
    expiresAt: instantInput.nullable().optional().meta({ description: 'null or absent: never.' }),
  })
  .meta({ id: 'CreateApiKey', examples: [{ name: 'Build server', scopes: ['profiles:read', 'posts:write'] }] })

const apiKeyFields = {
  id: idOf('key'),
  name: z.string(),
  prefix: z.string().meta({ description: 'The beginning of the key, to know it by.', examples: ['ph_4fGh2Kd'] }),
  scopes: z.array(scope),
  profileIds: z.array(idOf('prof')).nullable(),
  createdAt: instant,
  expiresAt: instant.nullable(),
  lastUsedAt: instant.nullable().meta({ description: 'To the minute.' }),
}

/** The response of the one route that creates a key. The key cannot be read again later. */
export const apiKeyWithSecret = z
  .strictObject({ ...apiKeyFields, key: z.string().meta({ description: 'Shown this once.' }) })
  .meta({ id: 'ApiKeyWithSecret' })

export const apiKeyPage = z
  .strictObject({
    apiKeys: z.array(z.strictObject(apiKeyFields).meta({ id: 'ApiKey' })),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'ApiKeyPage' })

export const apiKeyQuery = auditQuery
export const apiKeyParams = z.strictObject({ id: idOf('key') })

export type SignUpInput = z.output<typeof signUpBody>
export type SignInInput = z.output<typeof signInBody>
export type UpdateMeInput = z.output<typeof updateMeBody>
export type CreateApiKeyInput = z.output<typeof createApiKeyBody>
