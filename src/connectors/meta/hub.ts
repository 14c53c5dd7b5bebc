import { createHash, timingSafeEqual } from 'node:crypto'
import type { Hear, OwnApp } from '#connectors/connector.ts'
import { isSignedBy } from './signed-request.ts'

/**
 * Answers the first request of Meta's webhooks, which checks that the URL belongs to the registered app. The challenge
 * is echoed unchanged. Some frameworks replace the dots in parameter names with underscores, so both forms are read.
 */
export const challenge: NonNullable<Hear['challenge']> = (query, { verifyToken }) => {
  const of = (name: string) => query[`hub.${name}`] ?? query[`hub_${name}`] ?? ''
  const body = of('challenge')
  const isRight = verifyToken !== null && verifyToken !== '' && isSame(of('verify_token'), verifyToken)
  // Strangers must not be able to make this URL return text of their choice.
  if (of('mode') !== 'subscribe' || !isRight || !/^[\w-]{1,200}$/.test(body)) return null
  return { contentType: 'text/plain', body }
}

/** Verifies the signature over the bytes as received, since the same JSON can be written in many ways. */
export function isSigned(headers: Readonly<Record<string, string>>, raw: Buffer, { clientSecret }: OwnApp): boolean {
  const [, hex] = /^sha256=([0-9a-f]{64})$/i.exec(headers['x-hub-signature-256'] ?? '') ?? []
  return hex !== undefined && isSignedBy(Buffer.from(hex, 'hex'), raw, [clientSecret])
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
const isSame = (a: string, b: string): boolean => timingSafeEqual(hashOf(a), hashOf(b))
