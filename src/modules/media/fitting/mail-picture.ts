import { buffer } from 'node:stream/consumers'
import { isDatabaseAway } from '#infra/db/faults.ts'
import type { Log } from '#infra/log/log.ts'
import { fitBytes } from '#infra/media-worker/index.ts'
import type { MediaId } from '#kernel/ids.ts'
import type { View } from '#rules/view.ts'
import type { MediaDeps } from '../deps.ts'
import { addPosterSuffix } from '../receiving/store-file.ts'
import { findMediaByIds, type MediaRow } from '../store.ts'
import { fitMedia } from './open-media.ts'
import { hasThumbnail } from './thumbnail.ts'

interface PictureDeps extends Pick<MediaDeps, 'db' | 'storage' | 'scratch' | 'mediaWorker' | 'fittedMemory'> {
  readonly log: Log
}

/** Sharp at 58 CSS pixels on a display with two device pixels each. Many mail programs cannot show a WebP. */
const rule = { formats: ['image/png'], isSquare: true, maxWidth: 116, maxHeight: 116, maxBytes: 65_536 } as const

/**
 * Returns a small square of a file, or of the part of an image that a post shows, as a PNG, for an email. Null if the
 * file is gone or cannot be shown as an image.
 */
export async function pictureForMail(
  deps: PictureDeps,
  id: MediaId,
  view: View | undefined,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const media = (await findMediaByIds(deps.db, [id])).get(id)
  if (!media || !hasThumbnail(media)) return null
  try {
    return await (media.facts.kind === 'image' ? ofImage(deps, media, view, signal) : ofPoster(deps, media))
  } catch (error) {
    // An email must not wait for its picture.
    if (signal.aborted || isDatabaseAway(error)) throw error
    deps.log.warn({ event: 'mail.picture_failed', err: error, mediaId: id }, 'Email is sent without its picture')
    return null
  }
}

/** Only the first frame of an animation is shown. */
async function ofImage(
  deps: PictureDeps,
  media: MediaRow,
  view: View | undefined,
  signal: AbortSignal,
): Promise<Buffer | null> {
  if (media.facts.kind !== 'image') return null
  const still = { ...media, facts: { ...media.facts, animated: false, frames: 1 } }
  const fitted = await fitMedia(deps, still, view ? { ...rule, view } : rule, signal)
  if (fitted.outcome === 'fitted') return fitted.bytes
  return fitted.outcome === 'as-is' ? buffer(await deps.storage.read(media.fileKey)) : null
}

async function ofPoster(deps: PictureDeps, { fileKey, ownerUid }: MediaRow): Promise<Buffer | null> {
  const poster = await buffer(await deps.storage.read(addPosterSuffix(fileKey)))
  const fitted = await fitBytes(deps, poster, rule, ownerUid)
  return typeof fitted === 'string' ? null : fitted.bytes
}
