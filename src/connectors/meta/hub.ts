import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { unixSeconds } from '#connectors/api/unix-seconds.ts'
import type { Hear, NetworkNotice, OwnApp } from '#connectors/connector.ts'

/**
 * Answers the first request of Meta's webhooks, which checks that the URL belongs to the registered app. The challenge
 * is echoed unchanged. Some frameworks replace the dots in parameter names with underscores, so both forms are read.
 */
export const challenge: NonNullable<Hear['challenge']> = (query, { verifyToken }) => {
  const of = (name: string) => query[`hub.${name}`] ?? query[`hub_${name}`] ?? ''
  const body = of('challenge')
  const isRight = verifyToken !== null && verifyToken !== '' && isSame(of('verify_token'), verifyToken)
  // Strangers must not be able to make this URL return arbitrary text.
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

/** The part of a webhook that reports that a person revoked a permission or all access. */
const entry = z.object({
  id: z.string().optional(),
  uid: z.string().optional(),
  time: unixSeconds,
  changes: z.array(z.unknown()),
})
const taken = z.object({ field: z.string(), value: z.object({ verb: z.string() }) })

/** Returns the person if they revoked all access or one of the required scopes. */
export function revokedIn(given: unknown, needed: readonly string[]): NetworkNotice[] {
  const { id, uid, time: at = null, changes } = entry.safeParse(given).data ?? { changes: [] }
  const principal = uid ?? id
  const isTaken = changes.some((change) => {
    const parsed = taken.safeParse(change).data
    return parsed?.value.verb === 'revoked' && ['connected', ...needed].includes(parsed.field)
  })
  return principal !== undefined && isTaken ? [{ is: 'revoked', principal, at }] : []
}

const body = z.object({ object: z.string(), entry: z.array(z.unknown()) })

/** Parses the body of a webhook. Returns null if it is not one. */
export function readHook(raw: Buffer): { readonly object: string; readonly entry: readonly unknown[] } | null {
  try {
    return body.safeParse(JSON.parse(raw.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

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
function isSignedBy(signature: Buffer, message: Buffer, secrets: readonly string[]): boolean {
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
