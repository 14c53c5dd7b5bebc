import { createHmac } from 'node:crypto'
import type { World } from '../../../core/network.ts'
import { no } from '../wire/refusals.ts'

/** The claims in a token. To clients the token is opaque except for `exp`. */
export interface Claims {
  readonly scope?: string
  readonly sub?: string
  /** The handle for the DID. The DID does not contain it, and after a restart a numbered account may not exist yet. */
  readonly handle?: string
  readonly iss?: string
  readonly aud: string
  readonly lxm?: string
  readonly jti?: string
  readonly iat: number
  readonly exp: number
}

type TokenType = 'at+jwt' | 'refresh+jwt' | 'JWT'

export interface Tokens {
  sign(type: TokenType, claims: Omit<Claims, 'iat'>): string
  /** Returns the claims of a valid token of this type that was signed here. Rejects any other. */
  check(type: TokenType, token: string | null): Claims
}

export function createTokens({ clock, random }: World): Tokens {
  // Derived only from the seed: tokens that were signed before a restart stay valid after it.
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

/** Returns the DID that the token claims, unverified: enough to identify the calling account. */
export function claimedDid(token: string | null): string | null {
  const claims = decoded<Claims>(token?.split('.')[1] ?? '')
  return claims?.sub ?? claims?.iss ?? null
}
