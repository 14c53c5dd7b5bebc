import { createHmac } from 'node:crypto'
import type { Platform } from './platform.ts'
import type { Grant, Member, Token } from './records.ts'

/**
 * Tokens that hold, signed, what they stand for: to clients they are as opaque as any. A sandbox that was started again
 * with the same seed so knows what was granted in the run before, and nobody need connect anew. What it does forget is
 * that a token was taken back.
 */
export interface Tokens {
  readonly access: Token
  /** Null: the app is not that of a partner. */
  readonly refresh: Token | null
}

/** Another set of scopes than before ends all that the member had granted. */
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

/** A token that was issued here, in this run or in one before. */
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

/** The name alone, for faults and the log. */
export const nameIn = (platform: Platform, text: string): string | null =>
  platform.tokens.get(text)?.grant.member.name ?? opened(platform, text)?.[1] ?? null

function grantOf(platform: Platform, of: Pick<Grant, 'id' | 'member' | 'scopes'>): Grant {
  const known = platform.grants.get(of.id)
  if (known) return known
  // Of a run before: what became of it there nobody knows, but in this run it may have been ended.
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

/** What is signed and yet unknown is of a run before. It has the shape that we gave it. */
function opened(platform: Platform, sealed: string): Row | null {
  if (platform.world.afterReset || !sealed.startsWith(prefix)) return null
  const [text = '', signature] = sealed.slice(prefix.length).split('.')
  if (signature !== signed(platform, text)) return null
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Row
}
