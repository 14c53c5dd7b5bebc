import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** The request that Meta posts when a person removes the app or requests deletion of their data. */
interface SignedRequest {
  /** The person's app-scoped ID; other apps see other IDs. */
  readonly userId: string
  readonly issuedAt: Date | null
}

/** Far longer than any real request. */
const maxLength = 16_384
const signatureBytes = 32
const base64url = /^[A-Za-z0-9_-]+$/

const payloadShape = z.object({
  algorithm: z.string().regex(/^hmac-sha256$/i),
  // Only safe integers are accepted, so no digit is lost.
  user_id: z.union([z.string().regex(/^[^\s\p{C}]{1,200}$/u), z.int().positive().transform(String)]),
  issued_at: z.number().int().positive().max(8_640_000_000_000).optional().catch(undefined),
})

/**
 * Parses `signature.payload`. Returns null if it is invalid. The signature covers the encoded payload as received, not
 * the decoded one. Any of the given secrets may have signed it: the product's, the app's or the previous one.
 */
export function readSignedRequest(text: string, secrets: readonly string[]): SignedRequest | null {
  const parts = text.length > maxLength ? [] : text.split('.')
  const [signature = '', payload = ''] = parts
  if (parts.length !== 2 || !base64url.test(signature) || !base64url.test(payload)) return null
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== signatureBytes) return null
  if (!isSignedBy(given, Buffer.from(payload), secrets)) return null
  const parsed = payloadShape.safeParse(jsonOf(payload))
  if (!parsed.success) return null
  const { user_id: userId, issued_at: issuedS } = parsed.data
  return { userId, issuedAt: issuedS === undefined ? null : new Date(issuedS * 1_000) }
}

/** Tries all secrets so that timing does not reveal which one matched. */
export function isSignedBy(signature: Buffer, message: Buffer, secrets: readonly string[]): boolean {
  const right = secrets.filter((secret) => {
    const expected = createHmac('sha256', secret).update(message).digest()
    return secret !== '' && signature.length === expected.length && timingSafeEqual(signature, expected)
  })
  return right.length > 0
}

function jsonOf(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
