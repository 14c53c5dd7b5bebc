import type { Readable } from 'node:stream'
import { type Range, StorageMissing } from '#infra/storage/index.ts'
import { refuse } from '#kernel/errors.ts'
import type { MediaDeps } from '../deps.ts'
import { readProxyToken } from '../links.ts'
import { posterBeside } from '../make-stored.ts'
import { withMeans } from '../means.ts'
import { findMedia } from '../store.ts'

export interface LinkedFile {
  readonly size: number
  readonly contentType: string
  readonly etag: string
  readonly lastModified: Date
  readonly fileName: string
  open(range?: Range): Promise<Readable>
}

/** What lies behind an address that anybody may read while it is good. Every way in which it is bad looks the same. */
export async function openLink(deps: MediaDeps, token: string): Promise<LinkedFile> {
  const link = readProxyToken(deps, token) ?? refuse('media_link_invalid')
  const media = (await findMedia(deps.db, link.id)) ?? refuse('media_link_invalid')
  const { fileKey, createdAt: lastModified, fileName } = media
  const read = (key: string) => (range?: Range) =>
    withMeans(() => deps.storage.read(key, range)).catch((error) => {
      // The object can leave between the look at its row and the look at its bytes.
      if (error instanceof StorageMissing) refuse('media_link_invalid')
      throw error
    })
  // A key stands for the same bytes for ever.
  const etagOf = (key: string) => key.replace('media/', '')
  if (link.purpose === 'file') {
    const { size, contentType } = media
    return { size, contentType, etag: etagOf(fileKey), lastModified, fileName, open: read(fileKey) }
  }
  const size = media.posterSize ?? refuse('media_link_invalid')
  const key = posterBeside(fileKey)
  const posterName = fileName.replace(/\.[^.]+$/, '.jpg')
  return { size, contentType: 'image/jpeg', etag: etagOf(key), lastModified, fileName: posterName, open: read(key) }
}
