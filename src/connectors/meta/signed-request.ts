import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** What Meta posts when a person removes the app or wants their data deleted. */
export interface SignedRequest {
  /** By which the app knows the person; another app knows them by another. */
  readonly userId: string
  readonly issuedAt: Date | null
}

/** No request is nearly as long. */
const maxLength = 16_384
const signatureBytes = 32
const base64url = /^[A-Za-z0-9_-]+$/

const payloadShape = z.object({
  algorithm: z.string().regex(/^hmac-sha256$/i),
  // A number only as long as none of its digits is lost.
  user_id: z.union([z.string().regex(/^[^\s\p{C}]{1,200}$/u), z.int().positive().transform(String)]),
  issued_at: z.number().int().positive().max(8_640_000_000_000).optional().catch(undefined),
})

/**
 * Reads `signature.payload`, or says null. What is signed are the letters of the payload as they came, not what they
 * stand for. Any of the secrets may have signed it: that of the product, that of the app, the one before.
 */
export function readSignedRequest(text: string, secrets: readonly string[]): SignedRequest | null {
  const parts = text.length > maxLength ? [] : text.split('.')
  const [signature = '', payload = ''] = parts
  if (parts.length !== 2 || !base64url.test(signature) || !base64url.test(payload)) return null
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== signatureBytes) return null
  if (!isSignedBy(given, Buffer.from(payload), secrets)) return null
  const told = payloadShape.safeParse(jsonOf(payload))
  if (!told.success) return null
  const { user_id: userId, issued_at: issuedS } = told.data
  return { userId, issuedAt: issuedS === undefined ? null : new Date(issuedS * 1_000) }
}

/** Tries all of them, so that the time tells nothing of which it was. */
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
