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
  readonly refresh: Token
}

export function newGrant(platform: Platform, of: Pick<Grant, 'person' | 'scopes'>): Grant {
  const grant: Grant = { ...of, id: `${platform.run}.${platform.secret().slice(0, 12)}`, dead: false }
  platform.grants.set(grant.id, grant)
  return grant
}

/** Issues tokens. `kept` is the refresh token to return again where it does not rotate. */
export function issueTokens(platform: Platform, grant: Grant, kept: Token | null = null): Tokens {
  const { accessTokenMs, refreshTokenMs } = platform.rules
  const access = issue(platform, grant, 'access', accessTokenMs)
  return { access, refresh: kept ?? issue(platform, grant, 'refresh', refreshTokenMs) }
}

const prefixes = { access: 'act', refresh: 'rft' }

function issue(platform: Platform, grant: Grant, use: Token['use'], livesMs: number): Token {
  const untilMs = platform.world.clock.ms() + livesMs
  const { person, scopes, id } = grant
  const text = `${prefixes[use]}.${seal(platform, [use, person.name, scopes, id, untilMs, platform.secret().slice(0, 14)])}`
  return keep(platform, { text, use, grant, untilMs, spent: false })
}

/** Returns a token that this sandbox issued, in this run or an earlier one. */
export function issuedToken(platform: Platform, text: string): Token | null {
  const known = platform.tokens.get(text)
  if (known) return known
  const row = opened(platform, text)
  const person = row === null ? null : platform.person(row[1])
  if (row === null || person === null) return null
  const [use, , scopes, id, untilMs] = row
  return keep(platform, { text, use, grant: grantOf(platform, { id, person, scopes }), untilMs, spent: false })
}

/** Returns only the name of the token's person, for faults and the log. */
export const nameIn = (platform: Platform, text: string): string | null =>
  platform.tokens.get(text)?.grant.person.name ?? opened(platform, text)?.[1] ?? null

function grantOf(platform: Platform, of: { id: string; person: Person; scopes: readonly string[] }): Grant {
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
type Row = readonly [Token['use'], string, readonly string[], string, number, string]

const signed = ({ world }: Platform, text: string): string =>
  createHmac('sha256', `tiktok/${world.random.fixed('tiktok/seal')}`)
    .update(text)
    .digest('base64url')

function seal(platform: Platform, row: Row): string {
  const text = Buffer.from(JSON.stringify(row)).toString('base64url')
  return `${text}.${signed(platform, text)}`
}

/** Opens a signed token of an earlier run. The signature shows that the sandbox wrote it, so its shape is known. */
function opened(platform: Platform, sealed: string): Row | null {
  if (platform.world.afterReset) return null
  const [, text = '', signature] = sealed.split('.')
  if (signature !== signed(platform, text)) return null
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Row
}
