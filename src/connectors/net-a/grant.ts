/** A session: the access token lives for two hours, the refresh token for 90 days and is good once. */
export type Grant = {
  /** Which never changes, whatever the handle becomes. */
  readonly did: string
  readonly handle: string
  /** The person's own server, to which everything but videos goes. Without a slash at the end. */
  readonly server: string
  readonly accessJwt: string
  readonly refreshJwt: string
}

/** When a token ends, as it says itself; null when it is not to be read. */
export function expiryOf(jwt: string): Date | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'))
    const exp = claims !== null && typeof claims === 'object' && 'exp' in claims ? claims.exp : null
    return typeof exp === 'number' && Number.isFinite(exp) ? new Date(exp * 1_000) : null
  } catch {
    return null
  }
}
