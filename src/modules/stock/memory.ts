import { hours, minutes } from '#kernel/clock.ts'
import type { UserId } from '#kernel/ids.ts'
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
  readonly pages: Bounded<KeptPage>
  readonly photos: Bounded<StockPhoto>
  readonly pauses: Map<string, Pause>
  readonly calls: Bounded<{ readonly from: Date; readonly count: number }>
  readonly thumbnails: Thumbnails
}

export const createStockMemory = (): StockMemory => ({
  pages: createBounded(pagesMost),
  photos: createBounded(photosMost),
  pauses: new Map(),
  calls: createBounded(usersMost),
  thumbnails: createThumbnails(),
})

/** A map that drops its oldest entries. */
interface Bounded<Value> {
  get(key: string): Value | undefined
  put(key: string, value: Value): void
}

function createBounded<Value>(most: number): Bounded<Value> {
  const kept = new Map<string, Value>()
  return {
    get: (key) => kept.get(key),
    put(key, value) {
      kept.delete(key)
      kept.set(key, value)
      for (const oldest of kept.keys()) {
        if (kept.size <= most) return
        kept.delete(oldest)
      }
    },
  }
}

/** Counts a call of a user. Returns the wait until the next one is allowed, or 0 if this one is. */
export function countCall({ calls }: Pick<StockMemory, 'calls'>, uid: UserId, now: Date): number {
  const minute = calls.get(uid)
  const ageMs = minute ? now.getTime() - minute.from.getTime() : Number.POSITIVE_INFINITY
  if (!minute || ageMs < 0 || ageMs >= minutes(1)) calls.put(uid, { from: now, count: 1 })
  else if (minute.count >= callsAMinute) return minutes(1) - ageMs
  else calls.put(uid, { ...minute, count: minute.count + 1 })
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
