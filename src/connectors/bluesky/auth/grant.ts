import type { JsonObject } from '#connectors/connector.ts'

/**
 * A session created with an app password or OAuth. The access token lasts an hour or two. The refresh token lasts at
 * least several weeks and works once.
 */
export type Grant = {
  /** The account's permanent id, which stays the same when the handle changes. */
  readonly did: string
  readonly handle: string
  /** The account's server, without a trailing slash. It receives everything except videos. */
  readonly server: string
  readonly accessJwt: string
  readonly refreshJwt: string
  /** Present for an OAuth session, whose tokens work only with its key. */
  readonly consent?: Consent
}

/** The details of an OAuth session that are needed to renew and use its tokens. */
export type Consent = {
  /** The server that issued the tokens. */
  readonly issuer: string
  readonly tokenUrl: string
  readonly revokeUrl: string | null
  /** The client that was authorized. No other client can renew the session. */
  readonly clientId: string
  /** The session's key as a JWK, including the private part. */
  readonly key: JsonObject
}

/** Reads the expiry time from a token; null if the token is unreadable. */
export function expiryOf(jwt: string): Date | null {
  const { exp } = claimsOf(jwt)
  return typeof exp === 'number' && Number.isFinite(exp) ? new Date(exp * 1_000) : null
}

/** Reads the scopes from a token; none if the token is unreadable. */
export function scopesOf(jwt: string): readonly string[] {
  const { scope } = claimsOf(jwt)
  return typeof scope === 'string' && /^[\w.:/-]{1,100}$/.test(scope) ? [scope] : []
}

/** The scope of a session that was created with the main password. */
const everything = 'com.atproto.access'

const mainPassword =
  'The account was connected with its main password, which lets this service do anything, including deleting the ' +
  'account. Create an app password in Bluesky’s settings, connect again with it, and change the main password.'

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
