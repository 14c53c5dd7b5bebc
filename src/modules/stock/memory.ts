import { hours, minutes } from '#kernel/clock.ts'
import type { UserId } from '#kernel/ids.ts'
import { keepLatest } from '#kernel/keep-latest.ts'
import type { FoundPhotos, StockPhoto } from './providers/contract.ts'

/** Limits of what is kept about providers. All of it is in memory, so another process asks again. */

export const pageKeptMs = hours(1)
const pagesMost = 500
const photosMost = 5_000
const usersMost = 2_000
/** The number of calls of one user in a minute, so that one user cannot use up the key of everyone. */
const callsAMinute = 30

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
  readonly calls: Map<string, { readonly from: Date; readonly count: number }>
  readonly thumbnails: Thumbnails
}

export const createStockMemory = (): StockMemory => ({
  pages: new Map(),
  photos: new Map(),
  pauses: new Map(),
  calls: new Map(),
  thumbnails: createThumbnails(),
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

/** Counts a call of a user. Returns the wait until the next one is allowed, or 0 if this one is. */
export function countCall({ calls }: Pick<StockMemory, 'calls'>, uid: UserId, now: Date): number {
  const minute = calls.get(uid)
  const ageMs = minute ? now.getTime() - minute.from.getTime() : Number.POSITIVE_INFINITY
  if (!minute || ageMs < 0 || ageMs >= minutes(1)) keepLatest(calls, uid, { from: now, count: 1 }, usersMost)
  else if (minute.count >= callsAMinute) return minutes(1) - ageMs
  else keepLatest(calls, uid, { ...minute, count: minute.count + 1 }, usersMost)
  return 0
}

export interface Thumbnail {
  readonly bytes: Buffer
  readonly contentType: string
}

const thumbnailBytesMost = 16 * 1024 * 1024
const loadingMost = 24

/** The latest thumbnails, and those that are loading. */
interface Thumbnails {
  /** Returns a thumbnail, loading each URL once. Returns null if too many are loading. */
  get(url: string, load: () => Promise<Thumbnail>): Promise<Thumbnail> | null
}

function createThumbnails(): Thumbnails {
  const kept = new Map<string, Thumbnail>()
  const loading = new Map<string, Promise<Thumbnail>>()
  let size = 0
  const keep = (url: string, thumbnail: Thumbnail) => {
    kept.set(url, thumbnail)
    size += thumbnail.bytes.length
    for (const [oldest, { bytes }] of kept) {
      if (size <= thumbnailBytesMost) return
      kept.delete(oldest)
      size -= bytes.length
    }
  }
  return {
    get(url, load) {
      const known = kept.get(url)
      if (known) return Promise.resolve(known)
      const running = loading.get(url)
      if (running) return running
      if (loading.size >= loadingMost) return null
      const loaded = load()
        .then((thumbnail) => {
          keep(url, thumbnail)
          return thumbnail
        })
        .finally(() => loading.delete(url))
      loading.set(url, loaded)
      return loaded
    },
  }
}
