import { Readable } from 'node:stream'
import { days } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import type { FaceRouteDeps } from './deps.ts'
import { findFace } from './store.ts'

/** Opens the image of a face. All unknown IDs look the same. */
export async function openFace({ db }: FaceRouteDeps, name: string) {
  const face = (await findFace(db, name)) ?? refuse('media_link_invalid')
  const { image, changedAt } = face
  return {
    size: image.length,
    contentType: 'image/webp',
    etag: name,
    lastModified: changedAt,
    fileName: 'image.webp',
    keepMs: days(365),
    open: async (range?: { readonly start: number; readonly end: number }) =>
      Readable.from([range ? image.subarray(range.start, range.end) : image]),
  }
}
