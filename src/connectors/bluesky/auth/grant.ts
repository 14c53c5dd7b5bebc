import type { JsonObject } from '#connectors/connector.ts'

/**
 * A session, made by an app password or by a consent. The access token lives for an hour or two, the refresh token for
 * weeks at least, and works once.
 */
export type Grant = {
  /** The account's permanent id, which stays the same when the handle changes. */
  readonly did: string
  readonly handle: string
  /** The person's own server, to which everything but videos goes. Without a trailing slash. */
  readonly server: string
  readonly accessJwt: string
  readonly refreshJwt: string
  /** Present for a session of a consent, whose tokens work only with its key. */
  readonly consent?: Consent
}

/** The facts of a consent that its tokens are renewed and used by. */
export type Consent = {
  /** The server that issued the tokens. */
  readonly issuer: string
  readonly tokenUrl: string
  readonly revokeUrl: string | null
  /** The client that the consent was given to. Another one cannot renew it. */
  readonly clientId: string
  /** The key of the session as a JWK, private part included. */
  readonly key: JsonObject
}

/** Reads the expiry that a token states; null if the token is unreadable. */
export function expiryOf(jwt: string): Date | null {
  const { exp } = claimsOf(jwt)
  return typeof exp === 'number' && Number.isFinite(exp) ? new Date(exp * 1_000) : null
}

/** Reads the scopes that a token states; none if the token is unreadable. */
export function scopesOf(jwt: string): readonly string[] {
  const { scope } = claimsOf(jwt)
  return typeof scope === 'string' && /^[\w.:/-]{1,100}$/.test(scope) ? [scope] : []
}

/** The scope of a session that was created with the main password. */
const everything = 'com.atproto.access'

const mainPassword =
  'The account was connected with its main password, which lets this service do everything, up to deleting the account. ' +
  'Make an app password in the settings of Bluesky, connect again with that, and change the main password.'

export const warningsOf = (scopes: readonly string[]): readonly string[] =>
  scopes.includes(everything) ? [mainPassword] : []

function claimsOf(jwt: string): Readonly<Record<string, unknown>> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return claims !== null && typeof claims === 'object' ? { ...claims } : {}
  } catch {
    return {}
  }
}
