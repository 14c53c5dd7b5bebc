import { type Clock, hours } from '#kernel/clock.ts'
import type { Seal } from './seal.ts'

/**
 * Tokens in our URLs of images that this service loads from elsewhere: `expiry | URL elsewhere | signature`. Only URLs
 * that the service has found itself are signed, so no one can make it load another one.
 */

type UrlTokenUse = 'stock-thumbnail' | 'link-card-image'

const expiryBytes = 6
const macBytes = 32
const validMs = hours(24)

/** Returns a token that is valid for 23 to 24 hours. Tokens created within the same hour are equal. */
export function makeUrlToken(seal: Seal, clock: Clock, use: UrlTokenUse, url: string): string {
  const nowMs = clock.now().getTime()
  const head = Buffer.alloc(expiryBytes)
  head.writeUIntBE(nowMs - (nowMs % hours(1)) + validMs, 0, expiryBytes)
  const signed = Buffer.concat([head, Buffer.from(url)])
  return Buffer.concat([signed, seal.hmac(use, signed)]).toString('base64url')
}

/** Returns the URL in a token, or null if the token is forged, is for another use, or has expired. */
export function readUrlToken(seal: Seal, clock: Clock, use: UrlTokenUse, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length <= expiryBytes + macBytes || bytes.toString('base64url') !== token) return null
  const signed = bytes.subarray(0, -macBytes)
  if (!seal.hmacMatches(use, signed, bytes.subarray(-macBytes))) return null
  return signed.readUIntBE(0, expiryBytes) > clock.now().getTime() ? signed.toString('utf8', expiryBytes) : null
}
