import type { Seal } from '#infra/seal/seal.ts'
import type { MediaId } from '#kernel/ids.ts'

/**
 * The purpose of a token in a URL that needs no credential. A token is `version | purpose | 16 bytes that identify the
 * object | expiry`, then the fitting rule (for a fitted image), then a signature over all of it. Anyone can read a
 * token but only we can make one, and a token for reading does not work for writing. Nothing is stored, so a token is
 * valid until it expires or its object is deleted.
 */
type Purpose = 'file' | 'poster' | 'upload' | 'fitted'

export interface Link {
  readonly purpose: Purpose
  /** The ID of the object: 32 hexadecimal digits. */
  readonly names: string
  readonly endsAt: Date
  /** The fitting rule as JSON; set for `fitted` only. */
  readonly rule?: string
}

const version = 1
const purposes: readonly Purpose[] = ['file', 'poster', 'upload', 'fitted']
const saidBytes = 24
const macBytes = 32
const signedFor = 'media-proxy'

export function makeLinkToken(seal: Seal, { purpose, names, endsAt, rule = '' }: Link): string {
  const signed = Buffer.alloc(saidBytes + Buffer.byteLength(rule))
  signed.writeUInt8(version, 0)
  signed.writeUInt8(purposes.indexOf(purpose), 1)
  signed.write(names, 2, 16, 'hex')
  signed.writeUIntBE(endsAt.getTime(), 18, 6)
  signed.write(rule, saidBytes)
  return Buffer.concat([signed, seal.hmac(signedFor, signed)]).toString('base64url')
}

/** Returns the content of a token, or null if we did not make it. The caller must check whether it has expired. */
export function readLinkToken(seal: Seal, token: string): Link | null {
  const bytes = Buffer.from(token, 'base64url')
  // Refuse another base64 spelling of the same bytes, since we never issued it.
  if (bytes.length < saidBytes + macBytes || bytes.toString('base64url') !== token) return null
  const signed = bytes.subarray(0, -macBytes)
  const purpose = purposes[signed.readUInt8(1)]
  const isOurs = seal.hmacMatches(signedFor, signed, bytes.subarray(-macBytes))
  if (!isOurs || signed.readUInt8(0) !== version || purpose === undefined) return null
  const rule = signed.toString('utf8', saidBytes)
  if ((purpose === 'fitted') !== (rule !== '')) return null
  const link = { purpose, names: signed.toString('hex', 2, 18), endsAt: new Date(signed.readUIntBE(18, 6)) }
  return rule === '' ? link : { ...link, rule }
}

export const encodeMediaId = (id: MediaId): string => id.replaceAll('-', '')

export function decodeMediaId(names: string): MediaId {
  const parts = [names.slice(0, 8), names.slice(8, 12), names.slice(12, 16), names.slice(16, 20), names.slice(20)]
  return parts.join('-') as MediaId
}
