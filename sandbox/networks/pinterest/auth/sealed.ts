import { createHmac } from 'node:crypto'
import type { Platform } from '../state/platform.ts'
import type { Environment, Grant, Token } from '../state/records.ts'

/**
 * Tokens that carry their signed contents; to clients they are as opaque as any. A sandbox restarted with the same seed
 * therefore still accepts the grants of the run before. The sandbox does forget that a token was used or revoked.
 */
export interface Tokens {
  readonly access: Token
  readonly refresh: Token
}

export function newGrant(platform: Platform, of: Pick<Grant, 'clientId' | 'person' | 'scopes'>): Grant {
  const id = `${platform.run}.${platform.secret().slice(0, 12)}`
  const grant: Grant = { ...of, id, environment: platform.rules.environment, dead: false }
  platform.grants.set(grant.id, grant)
  return grant
}

export function issueTokens(platform: Platform, grant: Grant): Tokens {
  const { accessTokenMs, refreshTokenMs } = platform.rules
  return {
    access: issue(platform, grant, 'access', accessTokenMs),
    refresh: issue(platform, grant, 'refresh', refreshTokenMs),
  }
}

const prefixes = { access: 'pina_', refresh: 'pinr_' } as const

function issue(platform: Platform, grant: Grant, use: Token['use'], livesMs: number): Token {
  const untilMs = platform.world.clock.ms() + livesMs
  const { clientId, person, scopes, id, environment } = grant
  const row: Row = [use, clientId, person.name, scopes, id, environment, untilMs, platform.secret().slice(0, 14)]
  const token: Token = { text: `${prefixes[use]}${seal(platform, row)}`, use, grant, untilMs, spent: false }
  platform.tokens.set(token.text, token)
  return token
}

/** Returns a token that this sandbox issued, in this run or an earlier one. */
export function issuedToken(platform: Platform, text: string): Token | null {
  const known = platform.tokens.get(text)
  if (known) return known
  const row = opened(platform, text)
  const person = row === null ? null : platform.person(row[2])
  if (row === null || person === null) return null
  const [use, clientId, , scopes, id, environment, untilMs] = row
  // The grant is from an earlier run. Whether that run revoked it is unknown, but this run may have.
  const grant = platform.grants.get(id) ?? { id, clientId, person, scopes, environment, dead: person.tookBackEarlier }
  platform.grants.set(id, grant)
  const token: Token = { text, use, grant, untilMs, spent: false }
  platform.tokens.set(text, token)
  return token
}

/** Returns only the name of the token's person, for faults and the log. */
export const nameIn = (platform: Platform, text: string): string | null =>
  platform.tokens.get(text)?.grant.person.name ?? opened(platform, text)?.[2] ?? null

/** The contents of a token. The last field is random, so that two tokens for the same grant differ. */
type Row = readonly [Token['use'], string, string, readonly string[], string, Environment, number, string]

const signed = ({ world }: Platform, text: string): string =>
  createHmac('sha256', `pinterest/${world.random.fixed('pinterest/seal')}`)
    .update(text)
    .digest('base64url')

function seal(platform: Platform, row: Row): string {
  const text = Buffer.from(JSON.stringify(row)).toString('base64url')
  return `${text}.${signed(platform, text)}`
}

/** Opens a signed token of an earlier run. The signature shows that the sandbox wrote it, so its shape is known. */
function opened(platform: Platform, sealed: string): Row | null {
  if (platform.world.afterReset || !/^pin[ar]_/.test(sealed)) return null
  const [text = '', signature] = sealed.slice(5).split('.')
  if (signature !== signed(platform, text)) return null
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Row
}
