import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { fitBytes } from '#infra/media-worker/index.ts'
import type { MediaDeps } from '../deps.ts'
import { thumbnailRule as rule } from '../limits.ts'
import { addPosterSuffix } from '../receiving/store-file.ts'
import type { MediaRow } from '../store.ts'
import type { FittedMedia } from './fitted-memory.ts'
import { fitMedia } from './open-media.ts'
import { findThumbnail, insertThumbnail } from './store.ts'

type ThumbnailDeps = Pick<MediaDeps, 'db' | 'storage' | 'scratch' | 'mediaWorker' | 'fittedMemory'>

/** True if a file can be shown as an image: images, and videos with a poster. */
export const hasThumbnail = ({ facts, posterSize }: Pick<MediaRow, 'facts' | 'posterSize'>): boolean =>
  facts.kind === 'image' || posterSize !== null

/**
 * Returns the thumbnail of a file. It is made once, when it is first shown, and then stored: lists show many, and
 * decoding an image takes longer than reading one. Null if the file itself is small enough, or cannot be converted.
 */
export async function thumbnailOf(deps: ThumbnailDeps, media: MediaRow, signal: AbortSignal): Promise<Buffer | null> {
  const known = await findThumbnail(deps.db, media.fileKey)
  if (known) return known
  const made = media.facts.kind === 'image' ? await ofImage(deps, media, signal) : await ofPoster(deps, media, signal)
  if (made.outcome !== 'fitted') return null
  await insertThumbnail(deps.db, media.fileKey, made.bytes)
  return made.bytes
}

/** Only the first frame of an animation is shown. */
const ofImage = (deps: ThumbnailDeps, media: MediaRow, signal: AbortSignal): Promise<FittedMedia> =>
  fitMedia(
    deps,
    media.facts.kind === 'image' ? { ...media, facts: { ...media.facts, animated: false, frames: 1 } } : media,
    rule,
    signal,
  )

function ofPoster(deps: ThumbnailDeps, media: MediaRow, signal: AbortSignal): Promise<FittedMedia> {
  const key = addPosterSuffix(media.fileKey)
  return deps.fittedMemory.ask(
    `${key} thumbnail`,
    async () => {
      const fitted = await fitBytes(deps, await buffer(await deps.storage.read(key)), rule, media.ownerUid)
      if (typeof fitted === 'string') return { outcome: 'cannot', rule: 'maxPixels', detail: fitted }
      const etag = createHash('sha256').update(fitted.bytes).digest('hex').slice(0, 32)
      return { ...fitted, outcome: 'fitted', contentType: 'image/webp', etag }
    },
    { owner: media.ownerUid, signal },
  )
}
