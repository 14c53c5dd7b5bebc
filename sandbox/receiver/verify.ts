import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/**
 * The result of checking a delivery's signature with one of the two schemes that a receiver may use. Each check is
 * implemented from its specification and shares no code with the signer. The check uses the raw bytes: JSON that is
 * parsed and serialized again may differ.
 */
type Verdict = 'valid' | 'invalid' | 'no secret known' | 'header missing'

/** The outcomes of both checks of a delivery. */
export interface Verification {
  readonly service: Verdict
  readonly standard: Verdict
  readonly reasons: { readonly service: string | null; readonly standard: string | null }
}

interface Verified {
  readonly verdict: Verdict
  /** Details in addition to the verdict. */
  readonly reason: string | null
}

export interface Delivered {
  readonly headers: IncomingHttpHeaders
  readonly raw: Buffer
  readonly atMs: number
}

/** The maximum difference between the timestamp of Standard Webhooks and the receiver's time. */
const toleranceSeconds = 300

const valid: Verified = { verdict: 'valid', reason: null }
const invalid = (reason: string): Verified => ({ verdict: 'invalid', reason })
const missing = (reason: string): Verified => ({ verdict: 'header missing', reason })
const unknown: Verified = { verdict: 'no secret known', reason: 'this receiver does not know the secret' }

/** Verifies `X-service-Signature: sha256=<hex>`: HMAC-SHA256 over the raw body. The key is the literal secret. */
export function verifyOverBody(secret: string | null, { headers, raw }: Delivered): Verified {
  const given = one(headers, 'x-service-signature')
  if (given === null) return missing('X-service-Signature is missing')
  if (secret === null) return unknown
  if (!/^sha256=[0-9a-f]{64}$/.test(given))
    return invalid('X-service-Signature must be "sha256=" and 64 hexadecimal digits')
  const right = `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`
  if (isSame(given, right)) return valid
  const previous = one(headers, 'x-service-signature-previous')
  return previous !== null && isSame(previous, right)
    ? invalid('signed with a newer secret; X-service-Signature-Previous matches the known secret')
    : invalid('X-service-Signature does not match this secret and body')
}

/**
 * Verifies Standard Webhooks 1.0: HMAC-SHA256 over `<id>.<timestamp>.<body>`. One signature in the list of
 * `v1,<base64>` must match; the key is the base64 text after `whsec_`.
 */
export function verifyStandard(secret: string | null, { headers, raw, atMs }: Delivered): Verified {
  const absent = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].filter((name) => one(headers, name) === null)
  if (absent.length > 0) return missing(`${absent.join(', ')} ${absent.length === 1 ? 'is' : 'are'} missing`)
  if (secret === null) return unknown
  const key = keyOf(secret)
  if (!key) return invalid('the known secret is not "whsec_" followed by base64')
  const [id, timestamp, list] = [headers['webhook-id'], headers['webhook-timestamp'], headers['webhook-signature']]
  if (!/^[0-9]{1,12}$/.test(`${timestamp}`)) return invalid('webhook-timestamp must be whole seconds since 1970')
  const offSeconds = Math.round(atMs / 1_000) - Number(timestamp)
  if (Math.abs(offSeconds) > toleranceSeconds) {
    const side = offSeconds > 0 ? 'behind' : 'ahead of'
    return invalid(
      `webhook-timestamp is ${Math.abs(offSeconds)} s ${side} this receiver's time; ${toleranceSeconds} are allowed`,
    )
  }
  const signatures = `${list}`.split(' ').filter((each) => each.startsWith('v1,'))
  if (signatures.length === 0) return invalid('webhook-signature has no "v1," and base64')
  const right = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(raw).digest('base64')}`
  const place = signatures.findIndex((each) => isSame(each, right))
  if (place < 0) return invalid('no signature in webhook-signature matches this secret, ID, timestamp and body')
  if (signatures.length === 1) return valid
  return { verdict: 'valid', reason: `signature ${place + 1} of ${signatures.length} matches this secret` }
}

function one(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function keyOf(secret: string): Buffer | null {
  const text = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : ''
  const isBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)
  return isBase64 && text !== '' ? Buffer.from(text, 'base64') : null
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
