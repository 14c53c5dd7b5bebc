import { createHmac } from 'node:crypto'
import type { World } from '../../core/network.ts'
import { no } from './no.ts'

/** What stands in a token; to clients it is opaque but for `exp`. */
export interface Claims {
  readonly scope?: string
  readonly sub?: string
  /** Of whom the DID is, which it does not say itself: a numbered account may be not there yet after a restart. */
  readonly handle?: string
  readonly iss?: string
  readonly aud: string
  readonly lxm?: string
  readonly jti?: string
  readonly iat: number
  readonly exp: number
}

export type TokenType = 'at+jwt' | 'refresh+jwt' | 'JWT'

export interface Tokens {
  sign(type: TokenType, claims: Omit<Claims, 'iat'>): string
  /** The claims of a token of that type that is ours and good; refuses any other. */
  check(type: TokenType, token: string | null): Claims
}

export function createTokens({ clock, random }: World): Tokens {
  // Of the seed alone: what was signed before a restart stays good after it.
  const secret = `bluesky/${random.fixed('bluesky/secret')}`
  const signed = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  const nowS = () => Math.floor(clock.ms() / 1_000)
  return {
    sign(typ, claims) {
      const text = `${encoded({ typ, alg: 'HS256' })}.${encoded({ ...claims, iat: nowS() })}`
      return `${text}.${signed(text)}`
    },
    check(typ, token) {
      if (token === null) return no(401, 'AuthMissing', 'Authentication Required')
      const end = token.lastIndexOf('.')
      const [head = '', body = ''] = token.split('.')
      if (signed(token.slice(0, Math.max(end, 0))) !== token.slice(end + 1))
        return no(400, 'InvalidToken', 'Token could not be verified')
      if (decoded<{ typ: string }>(head)?.typ !== typ) return no(400, 'InvalidToken', 'Bad token scope')
      const claims = decoded<Claims>(body) ?? no(400, 'InvalidToken', 'Token could not be verified')
      if (claims.exp <= nowS()) return no(400, 'ExpiredToken', 'Token has expired')
      return claims
    },
  }
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function decoded<T>(text: string): T | null {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as T
  } catch {
    return null
  }
}

/** Whose token it says it is, unchecked: enough to tell whose call it is. */
export function claimedDid(token: string | null): string | null {
  const claims = decoded<Claims>(token?.split('.')[1] ?? '')
  return claims?.sub ?? claims?.iss ?? null
}
