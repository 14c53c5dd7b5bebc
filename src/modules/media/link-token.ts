import type { Seal } from '#infra/seal.ts'
import type { MediaId } from '#kernel/ids.ts'

/**
 * What stands in an address that needs no credential: `version | purpose | 16 bytes that name the thing | when it ends`,
 * what it is fitted to where it is a picture made anew,
 * and a signature over all of it. It can be read by everybody and made by nobody else, and one for reading is none for
 * writing. Nothing is stored, so a token ends by its time or with what it names.
 */
export type Purpose = 'file' | 'poster' | 'upload' | 'fitted'

export interface Link {
  readonly purpose: Purpose
  /** 32 hexadecimal digits. */
  readonly names: string
  readonly endsAt: Date
  /** Of `fitted`, and of nothing else: the rule that is followed, as JSON. */
  readonly rule?: string
}

const version = 1
const purposes: readonly Purpose[] = ['file', 'poster', 'upload', 'fitted']
const saidBytes = 24
const macBytes = 32
const signedFor = 'media-proxy'

export function makeLinkToken(seal: Seal, { purpose, names, endsAt, rule = '' }: Link): string {
  const said = Buffer.alloc(saidBytes + Buffer.byteLength(rule))
  said.writeUInt8(version, 0)
  said.writeUInt8(purposes.indexOf(purpose), 1)
  said.write(names, 2, 16, 'hex')
  said.writeUIntBE(endsAt.getTime(), 18, 6)
  said.write(rule, saidBytes)
  return Buffer.concat([said, seal.hmac(signedFor, said)]).toString('base64url')
}

/** Null unless it was made here. Whether it has ended is for the caller to say. */
export function readLinkToken(seal: Seal, token: string): Link | null {
  const bytes = Buffer.from(token, 'base64url')
  // Another spelling of the same bytes is not what was given out.
  if (bytes.length < saidBytes + macBytes || bytes.toString('base64url') !== token) return null
  const said = bytes.subarray(0, -macBytes)
  const purpose = purposes[said.readUInt8(1)]
  const isOurs = seal.hmacMatches(signedFor, said, bytes.subarray(-macBytes))
  if (!isOurs || said.readUInt8(0) !== version || purpose === undefined) return null
  const rule = said.toString('utf8', saidBytes)
  if ((purpose === 'fitted') !== (rule !== '')) return null
  const link = { purpose, names: said.toString('hex', 2, 18), endsAt: new Date(said.readUIntBE(18, 6)) }
  return rule === '' ? link : { ...link, rule }
}

export const namesMedia = (id: MediaId): string => id.replaceAll('-', '')

export function mediaNamed(names: string): MediaId {
  const parts = [names.slice(0, 8), names.slice(8, 12), names.slice(12, 16), names.slice(16, 20), names.slice(20)]
  return parts.join('-') as MediaId
}
