import type { Seal } from '#infra/seal/seal.ts'
import { type Clock, hours } from '#kernel/clock.ts'

/**
 * Tokens in the URLs of thumbnails: `expiry | URL at the provider | signature`. Only URLs that a provider returned are
 * signed, so no one can make the service load another one.
 */

const signedFor = 'stock-thumbnail'
const expiryBytes = 6
const macBytes = 32
const validMs = hours(24)

/** Returns a token that is valid for 23 to 24 hours. Tokens created within the same hour are equal. */
export function makeThumbnailToken(seal: Seal, clock: Clock, url: string): string {
  const nowMs = clock.now().getTime()
  const head = Buffer.alloc(expiryBytes)
  head.writeUIntBE(nowMs - (nowMs % hours(1)) + validMs, 0, expiryBytes)
  const signed = Buffer.concat([head, Buffer.from(url)])
  return Buffer.concat([signed, seal.hmac(signedFor, signed)]).toString('base64url')
}

/** Returns the URL in a token, or null if the token is forged or has expired. */
export function readThumbnailToken(seal: Seal, clock: Clock, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length <= expiryBytes + macBytes || bytes.toString('base64url') !== token) return null
  const signed = bytes.subarray(0, -macBytes)
  if (!seal.hmacMatches(signedFor, signed, bytes.subarray(-macBytes))) return null
  return signed.readUIntBE(0, expiryBytes) > clock.now().getTime() ? signed.toString('utf8', expiryBytes) : null
}
