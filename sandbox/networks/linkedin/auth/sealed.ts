import { createHmac } from 'node:crypto'
import type { Platform } from '../state/platform.ts'
import type { Grant, Member, Token } from '../state/records.ts'

/**
 * Tokens that contain, signed, what they stand for: to clients they are as opaque as any. A sandbox that is restarted
 * with the same seed therefore knows the grants of the earlier run, and nobody has to connect again. It does forget
 * that a token was revoked.
 */
export interface Tokens {
  readonly access: Token
  /** Null when the app is not a partner's. */
  readonly refresh: Token | null
}

/** Creates a grant. Another set of scopes than before ends everything that the member had granted. */
export function newGrant(platform: Platform, member: Member, scopes: readonly string[]): Grant {
  const set = setOf(scopes)
  if (member.scopes !== null && member.scopes !== set) endAll(platform, member)
  member.scopes = set
  const grant: Grant = { member, scopes, id: `${platform.run}.${platform.secret().slice(0, 12)}`, dead: false }
  platform.grants.set(grant.id, grant)
  return grant
}

export function endAll({ grants }: Platform, member: Member): number {
  const alive = [...grants.values()].filter((grant) => grant.member === member && !grant.dead)
  for (const grant of alive) grant.dead = true
  member.endedEarlier = true
  return alive.length
}

const setOf = (scopes: readonly string[]): string => [...scopes].sort().join(' ')

export function issueTokens(platform: Platform, grant: Grant, old: Token | null = null): Tokens {
  const { accessTokenMs, refreshTokenMs, partner } = platform.rules
  const access = issue(platform, grant, 'access', accessTokenMs)
  if (old) return { access, refresh: old }
  return { access, refresh: partner ? issue(platform, grant, 'refresh', refreshTokenMs) : null }
}

function issue(platform: Platform, grant: Grant, use: Token['use'], livesMs: number): Token {
  const issuedAtMs = platform.world.clock.ms()
  const untilMs = issuedAtMs + livesMs
  const { member, scopes, id } = grant
  const text = seal(platform, [use, member.name, scopes, id, issuedAtMs, untilMs, platform.secret().slice(0, 14)])
  return keep(platform, { text, use, grant, issuedAtMs, untilMs, revoked: false })
}

/** Returns a token that was issued by this run or an earlier one. */
export function issuedToken(platform: Platform, text: string): Token | null {
  const known = platform.tokens.get(text)
  if (known) return known
  const row = opened(platform, text)
  const member = row === null ? null : platform.member(row[1])
  if (row === null || member === null) return null
  const [use, , scopes, id, issuedAtMs, untilMs] = row
  const grant = grantOf(platform, { id, member, scopes })
  return keep(platform, { text, use, grant, issuedAtMs, untilMs, revoked: false })
}

/** Returns the member's name alone, for faults and the log of calls. */
export const nameIn = (platform: Platform, text: string): string | null =>
  platform.tokens.get(text)?.grant.member.name ?? opened(platform, text)?.[1] ?? null

function grantOf(platform: Platform, of: Pick<Grant, 'id' | 'member' | 'scopes'>): Grant {
  const known = platform.grants.get(of.id)
  if (known) return known
  // A grant of an earlier run. Its fate there is unknown, but this run may have ended it.
  const { member } = of
  const set = setOf(of.scopes)
  const grant: Grant = { ...of, dead: member.endedEarlier || (member.scopes !== null && member.scopes !== set) }
  if (!grant.dead) member.scopes = set
  platform.grants.set(of.id, grant)
  return grant
}

function keep(platform: Platform, token: Token): Token {
  platform.tokens.set(token.text, token)
  return token
}

type Row = readonly [
  use: Token['use'],
  member: string,
  scopes: readonly string[],
  grant: string,
  issuedAtMs: number,
  untilMs: number,
  luck: string,
]

const prefix = 'AQ'

const signed = ({ world }: Platform, text: string): string =>
  createHmac('sha256', `linkedin/${world.random.fixed('linkedin/seal')}`)
    .update(text)
    .digest('base64url')

function seal(platform: Platform, row: Row): string {
  const text = Buffer.from(JSON.stringify(row)).toString('base64url')
  return `${prefix}${text}.${signed(platform, text)}`
}

/**
 * Opens a sealed token. A token with a valid signature that is unknown comes from an earlier run, so its shape is
 * trusted.
 */
function opened(platform: Platform, sealed: string): Row | null {
  if (platform.world.afterReset || !sealed.startsWith(prefix)) return null
  const [text = '', signature] = sealed.slice(prefix.length).split('.')
  if (signature !== signed(platform, text)) return null
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Row
}
