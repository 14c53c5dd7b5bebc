import { Readable } from 'node:stream'
import type { FitRule } from '#infra/media-worker/index.ts'
import { refuseWhenUnavailable } from '#infra/media-worker/index.ts'
import { type Range, StorageMissing } from '#infra/storage/index.ts'
import { refuse } from '#kernel/errors.ts'
import type { MediaDeps } from '../deps.ts'
import { fitMedia } from '../fitting/open-media.ts'
import { hasThumbnail, thumbnailOf } from '../fitting/thumbnail.ts'
import { addPosterSuffix } from '../receiving/store-file.ts'
import { findMedia, type MediaRow } from '../store.ts'
import { readProxyToken } from './links.ts'

interface LinkedFile {
  readonly size: number
  readonly contentType: string
  readonly etag: string
  readonly lastModified: Date
  readonly fileName: string
  open(range?: Range): Promise<Readable>
}

/**
 * Opens the file behind a public link while the link is valid. All invalid links look the same. `signal` aborts when
 * the reader disconnects.
 */
export async function openLink(deps: MediaDeps, token: string, signal: AbortSignal): Promise<LinkedFile> {
  const link = readProxyToken(deps, token) ?? refuse('media_link_invalid')
  const media = (await findMedia(deps.db, link.id)) ?? refuse('media_link_invalid')
  const { fileKey, createdAt: lastModified, fileName } = media
  const read = (key: string) => (range?: Range) =>
    refuseWhenUnavailable(() => deps.storage.read(key, range)).catch(asInvalid)
  // A key always refers to the same bytes.
  const etagOf = (key: string) => key.replace('media/', '')
  const { size: wholeSize, contentType } = media
  const whole: LinkedFile = {
    size: wholeSize,
    contentType,
    etag: etagOf(fileKey),
    lastModified,
    fileName,
    open: read(fileKey),
  }
  if (link.purpose === 'file') return whole
  if (link.purpose === 'fitted') return (await openFitted(deps, media, link.rule ?? {}, signal)) ?? whole
  if (link.purpose === 'thumbnail') return await openThumbnail(deps, media, whole, signal)
  const size = media.posterSize ?? refuse('media_link_invalid')
  const key = addPosterSuffix(fileKey)
  const posterName = fileName.replace(/\.[^.]+$/, '.jpg')
  return { size, contentType: 'image/jpeg', etag: etagOf(key), lastModified, fileName: posterName, open: read(key) }
}

async function openThumbnail(
  deps: MediaDeps,
  media: MediaRow,
  whole: LinkedFile,
  signal: AbortSignal,
): Promise<LinkedFile> {
  if (!hasThumbnail(media)) refuse('media_link_invalid')
  const bytes = await refuseWhenUnavailable(() => thumbnailOf(deps, media, signal)).catch(asInvalid)
  if (bytes === null) return media.facts.kind === 'image' ? whole : refuse('media_link_invalid')
  return {
    ...whole,
    size: bytes.length,
    contentType: 'image/webp',
    etag: `${whole.etag}-thumbnail`,
    fileName: media.fileName.replace(/\.[^.]+$/, '.webp'),
    open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end) : bytes]),
  }
}

async function openFitted(
  deps: MediaDeps,
  media: MediaRow,
  rule: FitRule,
  signal: AbortSignal,
): Promise<LinkedFile | null> {
  const fitted = await refuseWhenUnavailable(() => fitMedia(deps, media, rule, signal)).catch(asInvalid)
  if (fitted.outcome === 'as-is') return null
  if (fitted.outcome === 'cannot') return refuse('media_link_invalid')
  const { bytes, contentType, etag } = fitted
  return {
    size: bytes.length,
    contentType,
    etag,
    lastModified: media.createdAt,
    fileName: media.fileName.replace(/\.[^.]+$/, contentType.replace('image/', '.')),
    open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end) : bytes]),
  }
}

/** The object may be deleted between reading its row and reading its bytes. */
function asInvalid(error: unknown): never {
  if (error instanceof StorageMissing) refuse('media_link_invalid')
  throw error
}
