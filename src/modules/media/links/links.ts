import type { FitRule } from '#infra/media-worker/index.ts'
import { after, hours } from '#kernel/clock.ts'
import type { MediaId } from '#kernel/ids.ts'
import type { LinkDeps } from '../deps.ts'
import { proxyLinkMs, uploadLinkMs } from '../limits.ts'
import { decodeMediaId, encodeMediaId, type Link, makeLinkToken, readLinkToken } from './link-token.ts'

const readingAt = '/v1/media/proxy/'
const writingAt = '/v1/media/incoming/'
const pathBegins = 'uploads/'

/** Returns the name of a file in posts: 128 random bits, since the name is half of the permission to use the file. */
export const makeStoragePath = (random: Buffer): string => `${pathBegins}${random.toString('hex')}`

export const storagePathShape = /^uploads\/[0-9a-f]{32}$/

/**
 * Returns a URL that serves the file without a credential for 23 to 24 hours. URLs made within the same hour are equal,
 * so that a browser can cache the file across lists.
 */
export function makeProxyUrl(
  deps: LinkDeps,
  media: { readonly id: MediaId },
  purpose: 'file' | 'poster' = 'file',
): string {
  return readingUrl(deps, { purpose, names: encodeMediaId(media.id) })
}

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
  readonly purpose: 'file' | 'poster' | 'fitted'
  /** The rule of `fitted`. We signed it, so it is unchanged. */
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
