import { createHmac } from 'node:crypto'
import type { Platform } from '../state/platform.ts'
import type { Grant, Person, Token } from '../state/records.ts'

/**
 * Tokens that carry their signed contents; to clients they are as opaque as any. A sandbox restarted with the same seed
 * therefore still accepts the grants of the run before, and accounts need no reconnect. The sandbox does forget that a
 * token was used or revoked.
 */
export interface Tokens {
  readonly access: Token
  /** Null when `offline.access` was not granted. */
  readonly refresh: Token | null
}

export function newGrant(platform: Platform, of: Pick<Grant, 'clientId' | 'person' | 'scopes'>): Grant {
  const grant: Grant = { ...of, id: `${platform.run}.${platform.secret().slice(0, 12)}`, dead: false }
  platform.grants.set(grant.id, grant)
  return grant
}

export function issueTokens(platform: Platform, grant: Grant): Tokens {
  const { accessTokenMs, refreshTokenMs } = platform.rules
  const access = issue(platform, grant, 'access', accessTokenMs)
  const keeps = grant.scopes.includes('offline.access')
  return { access, refresh: keeps ? issue(platform, grant, 'refresh', refreshTokenMs) : null }
}

function issue(platform: Platform, grant: Grant, use: Token['use'], livesMs: number): Token {
  const untilMs = platform.world.clock.ms() + livesMs
  const { clientId, person, scopes, id } = grant
  const text = seal(platform, [use, clientId, person.name, scopes, id, untilMs, platform.secret().slice(0, 14)])
  return keep(platform, { text, use, grant, untilMs, spent: false })
}

/** Returns a token that this sandbox issued, in this run or an earlier one. */
export function issuedToken(platform: Platform, text: string): Token | null {
  const known = platform.tokens.get(text)
  if (known) return known
  const row = opened(platform, text)
  const person = row === null ? null : platform.person(row[2])
  if (row === null || person === null) return null
  const [use, clientId, , scopes, id, untilMs] = row
  return keep(platform, {
    text,
    use,
    grant: grantOf(platform, { id, clientId, person, scopes }),
    untilMs,
    spent: false,
  })
}

/** Returns only the name of the token's person, for faults and the log. */
export const nameIn = (platform: Platform, text: string): string | null =>
  platform.tokens.get(text)?.grant.person.name ?? opened(platform, text)?.[2] ?? null

function grantOf(platform: Platform, of: { id: string; clientId: string; person: Person; scopes: readonly string[] }) {
  const known = platform.grants.get(of.id)
  if (known) return known
  // The grant is from an earlier run. Whether that run revoked it is unknown, but this run may have.
  const grant: Grant = { ...of, dead: of.person.tookBackEarlier }
  platform.grants.set(of.id, grant)
  return grant
}

function keep(platform: Platform, token: Token): Token {
  platform.tokens.set(token.text, token)
  return token
}

/** The contents of a token. The last field is random, so that two tokens for the same grant differ. */
type Row = readonly [Token['use'], string, string, readonly string[], string, number, string]

const signed = ({ world }: Platform, text: string): string =>
  createHmac('sha256', `x/${world.random.fixed('x/seal')}`)
    .update(text)
    .digest('base64url')

function seal(platform: Platform, row: Row): string {
  const text = Buffer.from(JSON.stringify(row)).toString('base64url')
  return `${text}.${signed(platform, text)}`
}

/** Opens a signed token of an earlier run. The signature shows that the sandbox wrote it, so its shape is known. */
function opened(platform: Platform, sealed: string): Row | null {
  if (platform.world.afterReset) return null
  const [text = '', signature] = sealed.split('.')
  if (signature !== signed(platform, text)) return null
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Row
}
