import type { FitRule } from '#infra/media-worker/index.ts'
import type { Seal } from '#infra/seal/seal.ts'
import { after, hours } from '#kernel/clock.ts'
import type { MediaId } from '#kernel/ids.ts'
import type { View } from '#rules/view.ts'
import type { LinkDeps } from '../deps.ts'
import { previewRule, proxyLinkMs, thumbnailRule, uploadLinkMs } from '../limits.ts'

const readingAt = '/v1/media/proxy/'
const writingAt = '/v1/media/incoming/'
const pathBegins = 'uploads/'

/**
 * Returns the name of a file in posts: 128 random bits, because knowing the name is half of the permission to use the
 * file.
 */
export const makeStoragePath = (random: Buffer): string => `${pathBegins}${random.toString('hex')}`

export const storagePathShape = /^uploads\/[0-9a-f]{32}$/

/**
 * Returns a URL that serves the file without a credential for 23 to 24 hours. URLs created within the same hour are
 * equal, so a browser can cache the file across lists.
 */
export function makeProxyUrl(
  deps: LinkDeps,
  media: { readonly id: MediaId },
  purpose: 'file' | 'poster' = 'file',
): string {
  return readingUrl(deps, { purpose, names: encodeMediaId(media.id) })
}

/** Returns the URL of a small image of a file, for lists. One of a view is made when it is fetched. */
export const makeThumbnailUrl = (deps: LinkDeps, media: { readonly id: MediaId }, view?: View): string =>
  view === undefined
    ? readingUrl(deps, { purpose: 'thumbnail', names: encodeMediaId(media.id) })
    : makeFittedUrl(deps, media, { ...thumbnailRule, view })

/** Returns the URL of an image as its author shows it, large enough for a preview. */
export const makeViewUrl = (deps: LinkDeps, media: { readonly id: MediaId }, view: View): string =>
  makeFittedUrl(deps, media, { ...previewRule, view })

/** Returns the URL of an image that is fitted to a network's rule when it is fetched. */
export const makeFittedUrl = (deps: LinkDeps, media: { readonly id: MediaId }, rule: FitRule): string =>
  readingUrl(deps, { purpose: 'fitted', names: encodeMediaId(media.id), rule: JSON.stringify(rule) })

function readingUrl(deps: LinkDeps, link: Omit<Link, 'endsAt'>): string {
  const nowMs = deps.clock.now().getTime()
  const endsAt = new Date(nowMs - (nowMs % hours(1)) + proxyLinkMs)
  return deps.config.publicUrl + readingAt + makeLinkToken(deps.seal, { ...link, endsAt })
}

interface ProxyLink {
  readonly id: MediaId
  readonly purpose: 'file' | 'poster' | 'fitted' | 'thumbnail'
  /** The rule of `fitted`. We signed it, so it cannot have been altered. */
  readonly rule: FitRule | null
}

/** Returns the file that the token gives access to, or null if the token is forged, expired or for another purpose. */
export function readProxyToken(deps: Pick<LinkDeps, 'seal' | 'clock'>, token: string): ProxyLink | null {
  const link = readLinkToken(deps.seal, token)
  if (!link || link.purpose === 'upload' || link.endsAt <= deps.clock.now()) return null
  const rule = link.rule === undefined ? null : (JSON.parse(link.rule) as FitRule)
  return { id: decodeMediaId(link.names), purpose: link.purpose, rule }
}

/** True for a URL that looks like ours. It may be forged. */
export const isOwnUrl = ({ config }: Pick<LinkDeps, 'config'>, url: string): boolean =>
  url.startsWith(config.publicUrl + readingAt)

/**
 * Returns the media that one of our URLs identifies, or null for any other URL. The URL may have expired: the caller
 * checks separately whether the user may use the file.
 */
export function readOwnUrl(deps: Pick<LinkDeps, 'seal' | 'config'>, url: string): MediaId | null {
  const begin = deps.config.publicUrl + readingAt
  const link = isOwnUrl(deps, url) ? readLinkToken(deps.seal, url.slice(begin.length)) : null
  return link?.purpose === 'file' ? decodeMediaId(link.names) : null
}

/** Returns an upload URL that needs no credential, for storage without presigned URLs. */
export function makeUploadUrl(deps: LinkDeps, storagePath: string, madeAt: Date): string {
  const names = storagePath.slice(pathBegins.length)
  const link = { purpose: 'upload', names, endsAt: after(madeAt, uploadLinkMs) } as const
  return deps.config.publicUrl + writingAt + makeLinkToken(deps.seal, link)
}

/** Returns the reserved upload of the token, or null if the token is forged, expired or for another purpose. */
export function readUploadToken(deps: Pick<LinkDeps, 'seal' | 'clock'>, token: string): string | null {
  const link = readLinkToken(deps.seal, token)
  if (link?.purpose !== 'upload' || link.endsAt <= deps.clock.now()) return null
  return pathBegins + link.names
}

/**
 * The purpose of a token in a URL that needs no credential. A token is `version | purpose | 16 bytes that identify the
 * object | expiry`, then the fitting rule (for a fitted image), then a signature over all of it. Anyone can read a
 * token but only we can make one, and a token for reading does not work for writing. Nothing is stored, so a token is
 * valid until it expires or its object is deleted.
 */
type Purpose = 'file' | 'poster' | 'upload' | 'fitted' | 'thumbnail'

interface Link {
  readonly purpose: Purpose
  /** The ID of the object: 32 hexadecimal digits. */
  readonly names: string
  readonly endsAt: Date
  /** The fitting rule as JSON; set for `fitted` only. */
  readonly rule?: string
}

const version = 1
const purposes: readonly Purpose[] = ['file', 'poster', 'upload', 'fitted', 'thumbnail']
const headBytes = 24
const macBytes = 32
const signedFor = 'media-proxy'

export function makeLinkToken(seal: Seal, { purpose, names, endsAt, rule = '' }: Link): string {
  const signed = Buffer.alloc(headBytes + Buffer.byteLength(rule))
  signed.writeUInt8(version, 0)
  signed.writeUInt8(purposes.indexOf(purpose), 1)
  signed.write(names, 2, 16, 'hex')
  signed.writeUIntBE(endsAt.getTime(), 18, 6)
  signed.write(rule, headBytes)
  return Buffer.concat([signed, seal.hmac(signedFor, signed)]).toString('base64url')
}

/** Returns the content of a token, or null if we did not make it. The caller must check whether it has expired. */
export function readLinkToken(seal: Seal, token: string): Link | null {
  const bytes = Buffer.from(token, 'base64url')
  // Refuse another base64 spelling of the same bytes, since we never issued it.
  if (bytes.length < headBytes + macBytes || bytes.toString('base64url') !== token) return null
  const signed = bytes.subarray(0, -macBytes)
  const purpose = purposes[signed.readUInt8(1)]
  const isOurs = seal.hmacMatches(signedFor, signed, bytes.subarray(-macBytes))
  if (!isOurs || signed.readUInt8(0) !== version || purpose === undefined) return null
  const rule = signed.toString('utf8', headBytes)
  if ((purpose === 'fitted') !== (rule !== '')) return null
  const link = { purpose, names: signed.toString('hex', 2, 18), endsAt: new Date(signed.readUIntBE(18, 6)) }
  return rule === '' ? link : { ...link, rule }
}

export const encodeMediaId = (id: MediaId): string => id.replaceAll('-', '')

export function decodeMediaId(names: string): MediaId {
  const parts = [names.slice(0, 8), names.slice(8, 12), names.slice(12, 16), names.slice(16, 20), names.slice(20)]
  return parts.join('-') as MediaId
}
