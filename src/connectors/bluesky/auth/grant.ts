/** A session: the access token lives for two hours, the refresh token for 90 days and works once. */
export type Grant = {
  /** The account's permanent id, which stays the same when the handle changes. */
  readonly did: string
  readonly handle: string
  /** The person's own server, to which everything but videos goes. Without a trailing slash. */
  readonly server: string
  readonly accessJwt: string
  readonly refreshJwt: string
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
