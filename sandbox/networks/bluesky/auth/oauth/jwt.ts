import { createHash, createPublicKey, verify } from 'node:crypto'
import { isTree, parseJson, type Tree } from '../../../../core/kit/tree.ts'

/** A signed token of a client, verified with the client's own key: a proof, or a client assertion. */
interface Jwt {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  isSignedBy(jwk: Readonly<Record<string, unknown>>): boolean
}

/** Parses a token. Returns null if it is invalid or does not use the supported algorithm. */
export function readJwt(text: string): Jwt | null {
  const [head = '', body = '', signature = '', ...rest] = text.split('.')
  const header = decoded(head)
  const claims = decoded(body)
  if (header?.alg !== 'ES256' || !claims || rest.length > 0) return null
  return {
    header,
    claims,
    isSignedBy(jwk) {
      try {
        const key = createPublicKey({ key: { ...jwk }, format: 'jwk' })
        const given = Buffer.from(signature, 'base64url')
        return verify('sha256', Buffer.from(`${head}.${body}`), { key, dsaEncoding: 'ieee-p1363' }, given)
      } catch {
        return false
      }
    },
  }
}

/** Returns the thumbprint of a key, which identifies it. */
export function thumbprintOf({ crv, kty, x, y }: Readonly<Record<string, unknown>>): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

function decoded(part: string): Tree | null {
  const value = parseJson(Buffer.from(part, 'base64url').toString('utf8'))
  return isTree(value) ? value : null
}
