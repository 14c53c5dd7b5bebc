import type { FitRule } from '#infra/workshop/index.ts'
import { after, hours } from '#kernel/clock.ts'
import type { MediaId } from '#kernel/ids.ts'
import type { LinkDeps } from './deps.ts'
import { proxyLinkMs, uploadLinkMs } from './limits.ts'
import { type Link, makeLinkToken, mediaNamed, namesMedia, readLinkToken } from './link-token.ts'

const readingAt = '/v1/media/proxy/'
const writingAt = '/v1/media/incoming/'
const pathBegins = 'uploads/'

/** Names a file in posts: 128 random bits, since knowing it is half of using it. */
export const storagePathOf = (random: Buffer): string => `${pathBegins}${random.toString('hex')}`

export const storagePathShape = /^uploads\/[0-9a-f]{32}$/

/**
 * The address at which a file can be read without a credential, for 23 to 24 hours. Those that are made within one hour
 * are the same, so that a browser need not fetch the file again for each list that it is shown in.
 */
export function proxyUrlOf(
  deps: LinkDeps,
  media: { readonly id: MediaId },
  purpose: 'file' | 'poster' = 'file',
): string {
  return readingUrl(deps, { purpose, names: namesMedia(media.id) })
}

/** The same of a picture as a network takes it, which is made when it is fetched. */
export const fittedUrlOf = (deps: LinkDeps, media: { readonly id: MediaId }, rule: FitRule): string =>
  readingUrl(deps, { purpose: 'fitted', names: namesMedia(media.id), rule: JSON.stringify(rule) })

function readingUrl(deps: LinkDeps, link: Omit<Link, 'endsAt'>): string {
  const nowMs = deps.clock.now().getTime()
  const endsAt = new Date(nowMs - (nowMs % hours(1)) + proxyLinkMs)
  return deps.config.publicUrl + readingAt + makeLinkToken(deps.seal, { ...link, endsAt })
}

export interface Reading {
  readonly id: MediaId
  readonly purpose: 'file' | 'poster' | 'fitted'
  /** Of `fitted`: signed by us, so it is as we wrote it. */
  readonly rule: FitRule | null
}

/** Which file the token lets anybody read; null when it is forged, ended or for something else. */
export function readProxyToken(deps: Pick<LinkDeps, 'seal' | 'clock'>, token: string): Reading | null {
  const link = readLinkToken(deps.seal, token)
  if (!link || link.purpose === 'upload' || link.endsAt <= deps.clock.now()) return null
  const rule = link.rule === undefined ? null : (JSON.parse(link.rule) as FitRule)
  return { id: mediaNamed(link.names), purpose: link.purpose, rule }
}

/**
 * The file that an address of ours names; null for every other address. It may have ended: whoever names a file by it
 * must be allowed to use the file anyway.
 */
export function mediaOfOurUrl(deps: Pick<LinkDeps, 'seal' | 'config'>, url: string): MediaId | null {
  const begin = deps.config.publicUrl + readingAt
  const link = url.startsWith(begin) ? readLinkToken(deps.seal, url.slice(begin.length)) : null
  return link?.purpose === 'file' ? mediaNamed(link.names) : null
}

/** Where a file can be put without a credential, when storage has no door of its own. */
export function uploadUrlOf(deps: LinkDeps, storagePath: string, madeAt: Date): string {
  const names = storagePath.slice(pathBegins.length)
  const link = { purpose: 'upload', names, endsAt: after(madeAt, uploadLinkMs) } as const
  return deps.config.publicUrl + writingAt + makeLinkToken(deps.seal, link)
}

/** The place that the token was given out for; null when it is forged, ended or for something else. */
export function readUploadToken(deps: Pick<LinkDeps, 'seal' | 'clock'>, token: string): string | null {
  const link = readLinkToken(deps.seal, token)
  if (link?.purpose !== 'upload' || link.endsAt <= deps.clock.now()) return null
  return pathBegins + link.names
}
