import { createHash, timingSafeEqual } from 'node:crypto'
import type { Hear, OwnApp } from '#connectors/connector.ts'
import { isSignedBy } from './signed-request.ts'

/**
 * The first question of Meta's webhooks: whether the address is that of whoever registered it. What is asked comes back
 * letter by letter. Some frameworks make underscores of the dots in names.
 */
export const challenge: NonNullable<Hear['challenge']> = (query, { verifyToken }) => {
  const of = (name: string) => query[`hub.${name}`] ?? query[`hub_${name}`] ?? ''
  const body = of('challenge')
  const isRight = verifyToken !== null && verifyToken !== '' && isSame(of('verify_token'), verifyToken)
  // A page of ours must never say what a stranger wants it to say.
  if (of('mode') !== 'subscribe' || !isRight || !/^[\w-]{1,200}$/.test(body)) return null
  return { contentType: 'text/plain', body }
}

/** Over the bytes as they came: the same JSON can be written in many ways. */
export function isSigned(headers: Readonly<Record<string, string>>, raw: Buffer, { clientSecret }: OwnApp): boolean {
  const [, hex] = /^sha256=([0-9a-f]{64})$/i.exec(headers['x-hub-signature-256'] ?? '') ?? []
  return hex !== undefined && isSignedBy(Buffer.from(hex, 'hex'), raw, [clientSecret])
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
const isSame = (a: string, b: string): boolean => timingSafeEqual(hashOf(a), hashOf(b))
