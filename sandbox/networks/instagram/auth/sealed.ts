import { createSeal, type Seal } from '../../../core/oauth/seal.ts'
import type { Page, Platform } from '../state/platform.ts'
import type { Person, Token, Way } from '../state/records.ts'

/**
 * The contents of a token, which are signed and part of it. To clients, tokens are opaque. A sandbox restarted with the
 * same seed therefore still accepts the grants of earlier runs, and accounts need no reconnect. It does forget that a
 * token is dead.
 */
type Row = readonly [
  kind: Token['kind'],
  person: string,
  serial: string,
  long: boolean,
  scopes: readonly string[],
  declined: readonly string[],
  pages: readonly string[],
  issuedAtMs: number,
  expiresAtMs: number | null,
]

/** Instagram and Facebook tokens differ in their prefixes. */
const sealsIn = ({ world }: Platform): Readonly<Record<Way, Seal<Row>>> => ({
  login: createSeal<Row>(world, 'instagram', { prefix: 'IGAA', encoding: 'hex' }),
  pages: createSeal<Row>(world, 'instagram', { prefix: 'EAAS', encoding: 'hex' }),
})

type Given = Pick<Token, 'kind' | 'long' | 'scopes'> & Partial<Pick<Token, 'declined' | 'pages'>>

export function issueToken(platform: Platform, person: Person, given: Given): Token {
  const { rules, world } = platform
  const { kind, long, scopes, declined = [], pages = [] } = given
  const way: Way = kind === 'account' ? 'login' : 'pages'
  const issuedAtMs = world.clock.ms()
  const serial = platform.secret().slice(0, 12)
  person.grants[way].fresh.add(serial)
  const expiresAtMs = issuedAtMs + (long ? rules.longTokenMs : rules.shortTokenMs)
  return keep(platform, { way, kind, person, serial, long, scopes, declined, pages, issuedAtMs, expiresAtMs })
}

/** Returns the token of one page. It never expires if the person's token is long-lived. */
export const pageTokenOf = (platform: Platform, token: Token, { id }: Page): Token =>
  keep(platform, { ...token, kind: 'page', pages: [id], expiresAtMs: token.long ? null : token.expiresAtMs })

function keep(platform: Platform, fields: Omit<Token, 'text'>): Token {
  const { way, kind, person, serial, long, scopes, declined, pages, issuedAtMs, expiresAtMs } = fields
  const row: Row = [kind, person.name, serial, long, scopes, declined, pages, issuedAtMs, expiresAtMs]
  const token = { ...fields, text: sealsIn(platform)[way].seal(row) }
  platform.tokens.set(token.text, token)
  return token
}

function rowIn(platform: Platform, text: string): { readonly way: Way; readonly row: Row } | null {
  const seals = sealsIn(platform)
  for (const way of ['login', 'pages'] as const) {
    const row = seals[way].open(text)
    if (row !== null) return { way, row }
  }
  return null
}

/** Returns a token that this sandbox issued, in this run or an earlier one. */
export function issuedToken(platform: Platform, text: string): Token | null {
  const known = platform.tokens.get(text)
  if (known) return known
  const opened = rowIn(platform, text)
  const person = opened === null ? null : platform.person(opened.row[1])
  if (opened === null || person === null) return null
  const [kind, , serial, long, scopes, declined, pages, issuedAtMs, expiresAtMs] = opened.row
  const { way } = opened
  return keep(platform, { way, kind, person, serial, long, scopes, declined, pages, issuedAtMs, expiresAtMs })
}

/** Returns only the name of the token's person, for faults and the log. */
export const nameIn = (platform: Platform, text: string): string | null =>
  platform.tokens.get(text)?.person.name ?? rowIn(platform, text)?.row[1] ?? null

/** Returns the subcode if a token is invalid now. Null if it is valid. */
export function findTokenError({ world }: Platform, { person, way, kind, serial, expiresAtMs }: Token): number | null {
  const { dead, fresh } = person.grants[way]
  if (dead !== null && !fresh.has(serial)) return dead
  if (way === 'pages' && person.hasCheckpoint) return 459
  if (kind === 'page' && !person.hasRole) return 492
  return expiresAtMs !== null && expiresAtMs <= world.clock.ms() ? 463 : null
}

/** Revokes every token of one login type that was issued in this run or before. */
export function endTokens({ grants }: Person, way: Way, subcode: number): void {
  grants[way].dead = subcode
  grants[way].fresh.clear()
}
