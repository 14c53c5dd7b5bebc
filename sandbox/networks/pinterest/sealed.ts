import { createHmac } from 'node:crypto'
import type { Platform } from './platform.ts'
import type { Environment, Grant, Token } from './records.ts'

/**
 * Tokens that hold, signed, what they stand for: to clients they are as opaque as any. A sandbox that was started again
 * with the same seed so knows what was granted in the run before. What it does forget is that a token was used or taken
 * back.
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

/** A token that was issued here, in this run or in one before. */
export function issuedToken(platform: Platform, text: string): Token | null {
  const known = platform.tokens.get(text)
  if (known) return known
  const row = opened(platform, text)
  const person = row === null ? null : platform.person(row[2])
  if (row === null || person === null) return null
  const [use, clientId, , scopes, id, environment, untilMs] = row
  // Of a run before: whether it was taken back there nobody knows, but in this run it may have been.
  const grant = platform.grants.get(id) ?? { id, clientId, person, scopes, environment, dead: person.tookBackEarlier }
  platform.grants.set(id, grant)
  const token: Token = { text, use, grant, untilMs, spent: false }
  platform.tokens.set(text, token)
  return token
}

/** The name alone, for faults and the log. */
export const nameIn = (platform: Platform, text: string): string | null =>
  platform.tokens.get(text)?.grant.person.name ?? opened(platform, text)?.[2] ?? null

/** The last is luck: two tokens for the same are two. */
type Row = readonly [Token['use'], string, string, readonly string[], string, Environment, number, string]

const signed = ({ world }: Platform, text: string): string =>
  createHmac('sha256', `pinterest/${world.random.fixed('pinterest/seal')}`)
    .update(text)
    .digest('base64url')

function seal(platform: Platform, row: Row): string {
  const text = Buffer.from(JSON.stringify(row)).toString('base64url')
  return `${text}.${signed(platform, text)}`
}

/** What is signed and yet unknown is of a run before. It has the shape that we gave it. */
function opened(platform: Platform, sealed: string): Row | null {
  if (platform.world.afterReset || !/^pin[ar]_/.test(sealed)) return null
  const [text = '', signature] = sealed.slice(5).split('.')
  if (signature !== signed(platform, text)) return null
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Row
}
