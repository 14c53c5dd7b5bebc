import { sandboxApp } from '../../../core/oauth/client.ts'
import { createSeal } from '../../../core/oauth/seal.ts'
import type { Platform } from '../state/platform.ts'
import type { Person, Token } from '../state/records.ts'

/**
 * The contents of a token, which are signed and part of it. To clients, tokens are opaque. A sandbox restarted with the
 * same seed therefore still accepts the grants of earlier runs, and accounts need no reconnect. It does forget that a
 * token is dead.
 */
type Row = readonly [
  person: string,
  serial: string,
  long: boolean,
  scopes: readonly string[],
  issuedAtMs: number,
  expiresAtMs: number,
  permittedUntilMs: number,
]

/** The seal of this network's tokens, which have only letters and digits. */
const sealIn = ({ world }: Platform) => createSeal<Row>(world, 'threads', { prefix: 'THAA', encoding: 'hex' })

export const appToken = `TH|${sandboxApp.id}|${sandboxApp.secret}`

export function issueToken(
  platform: Platform,
  person: Person,
  given: Pick<Token, 'long' | 'scopes'> & { readonly permittedUntilMs?: number },
): Token {
  const { rules, world } = platform
  const { long, scopes } = given
  const issuedAtMs = world.clock.ms()
  const serial = platform.secret().slice(0, 12)
  const expiresAtMs = issuedAtMs + (long ? rules.longTokenMs : rules.shortTokenMs)
  const permittedUntilMs = given.permittedUntilMs ?? issuedAtMs + rules.permissionMs
  person.fresh.add(serial)
  const text = sealIn(platform).seal([person.name, serial, long, scopes, issuedAtMs, expiresAtMs, permittedUntilMs])
  return keep(platform, { text, person, serial, long, scopes, issuedAtMs, expiresAtMs, permittedUntilMs })
}

/** Returns a token that this sandbox issued, in this run or an earlier one. */
export function issuedToken(platform: Platform, text: string): Token | null {
  const known = platform.tokens.get(text)
  if (known) return known
  const row = sealIn(platform).open(text)
  const person = row === null ? null : platform.person(row[0])
  if (row === null || person === null) return null
  const [, serial, long, scopes, issuedAtMs, expiresAtMs, permittedUntilMs] = row
  return keep(platform, { text, person, serial, long, scopes, issuedAtMs, expiresAtMs, permittedUntilMs })
}

/** Returns the subcode if a token is invalid now. Null if it is valid. */
export function findTokenError({ world }: Platform, token: Token): number | null {
  const { person, serial, expiresAtMs, permittedUntilMs } = token
  if (person.dead !== null && !person.fresh.has(serial)) return person.dead
  return Math.min(expiresAtMs, permittedUntilMs) <= world.clock.ms() ? 463 : null
}

/** Revokes all of a person's tokens issued so far, in this run and before. */
export function endTokens(person: Person, subcode: number): void {
  person.dead = subcode
  person.fresh.clear()
}

/** Returns only the name of the token's person, for faults and the log. */
export const nameIn = (platform: Platform, text: string): string | null =>
  platform.tokens.get(text)?.person.name ?? sealIn(platform).open(text)?.[0] ?? null

function keep(platform: Platform, token: Token): Token {
  platform.tokens.set(token.text, token)
  return token
}
