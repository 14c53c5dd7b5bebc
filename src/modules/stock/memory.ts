import type { CallCounts } from '#kernel/calls-a-minute.ts'
import { hours } from '#kernel/clock.ts'
import type { UserId } from '#kernel/ids.ts'
import { keepLatest } from '#kernel/keep-latest.ts'
import { createKeptImages, type KeptImages } from '#kernel/kept-images.ts'
import type { FoundPhotos, StockPhoto } from './providers/contract.ts'

/** Limits of what is kept about providers. All of it is in memory, so another process asks again. */

export const pageKeptMs = hours(1)
const pagesMost = 500
const photosMost = 5_000
const thumbnailsMost = { bytes: 16 * 1024 * 1024, loading: 24 }
/** The number of calls of one user in a minute, so that one user cannot use up the key of everyone. */
export const callsAMinute = 30

interface KeptPage {
  readonly at: Date
  readonly found: FoundPhotos
}

/** The time until which a provider is not called, because its limit is reached. */
interface Pause {
  /** The key that reached the limit. Another key may make calls. */
  readonly key: string
  readonly until: Date
}

export interface StockMemory {
  readonly pages: Map<string, KeptPage>
  readonly photos: Map<string, StockPhoto>
  readonly pauses: Map<string, Pause>
  readonly calls: CallCounts<UserId>
  readonly thumbnails: KeptImages
}

export const createStockMemory = (): StockMemory => ({
  pages: new Map(),
  photos: new Map(),
  pauses: new Map(),
  calls: new Map(),
  thumbnails: createKeptImages(thumbnailsMost),
})

/** Stores a page that a provider returned, and its photos by the given key. */
export function keepPage(
  { pages, photos }: Pick<StockMemory, 'pages' | 'photos'>,
  key: string,
  page: KeptPage,
  photoKey: (id: string) => string,
): void {
  keepLatest(pages, key, page, pagesMost)
  for (const photo of page.found.photos) keepLatest(photos, photoKey(photo.id), photo, photosMost)
}
