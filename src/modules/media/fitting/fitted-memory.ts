import { createFairLine, NoTurn } from '#infra/fair-line/fair-line.ts'
import type { Fitted, ImageType } from '#infra/media-worker/index.ts'
import { after, type Clock, minutes, seconds } from '#kernel/clock.ts'

/**
 * Caches fitted images. The same image is published to many accounts at the same time, and each of their networks
 * fetches it, some more than once. So an image that is requested again while it is being made, or soon after, is made
 * only once. Images to be made wait here, before their files are fetched from storage. Owners take turns, and a
 * requester who disconnects loses the place.
 */
export interface FittedMemory {
  /** Returns the fitted image. `name` identifies the image and its rule: the same name always has the same result. */
  ask(name: string, make: () => Promise<FittedMedia>, params: FitRequest): Promise<FittedMedia>
}

interface FitRequest {
  readonly owner: string
  /** True if the work takes long. Only some of the places may hold long work. */
  readonly isLong?: boolean
  /** Aborts when the requester has disconnected. Work without requesters is not started. */
  readonly signal?: AbortSignal | undefined
}

/** A fitted image. All requesters share the bytes, so do not write to them. */
interface FittedPicture {
  readonly outcome: 'fitted'
  readonly contentType: ImageType
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
  /** The tag of exactly these bytes. */
  readonly etag: string
}

export type FittedMedia = Exclude<Fitted, { outcome: 'fitted' }> | FittedPicture

export interface FittedMemoryBounds {
  readonly keepMs: number
  readonly maxBytes: number
  readonly atOnceMax: number
  readonly waitingMax: number
  /** The longest wait for a place while a client holds its request open: proxies usually end it after a minute. */
  readonly waitMs: number
}

const usual: FittedMemoryBounds = {
  keepMs: minutes(10),
  maxBytes: 64 * 1024 * 1024,
  // Two are processed by the media worker while the next file is fetched from storage.
  atOnceMax: 3,
  waitingMax: 64,
  waitMs: seconds(50),
}

interface Making {
  readonly made: Promise<FittedMedia>
  readonly gone: AbortController
  hasBegun: boolean
  askers: number
}

export function createFittedMemory(clock: Clock, some: Partial<FittedMemoryBounds> = {}): FittedMemory {
  const bounds = { ...usual, ...some }
  /** The cached images, oldest first. */
  const kept = new Map<string, { readonly picture: FittedPicture; readonly until: Date }>()
  let keptBytes = 0
  const makings = new Map<string, Making>()
  const line = createFairLine({
    places: bounds.atOnceMax,
    longPlaces: Math.max(1, bounds.atOnceMax - 1),
    // The media worker makes one copy per owner at a time. More would only block others.
    placesOfOne: Math.max(1, bounds.atOnceMax - 1),
    waitingMax: bounds.waitingMax,
  })

  function forget(name: string): void {
    keptBytes -= kept.get(name)?.picture.bytes.length ?? 0
    kept.delete(name)
  }

  function forgetOld(): void {
    const now = clock.now()
    for (const [name, { until }] of kept) if (until <= now) forget(name)
  }

  /** Caches only successful results: a failure may succeed the next time. */
  function keep(name: string, made: FittedMedia): void {
    if (made.outcome !== 'fitted' || made.bytes.length > bounds.maxBytes) return
    kept.set(name, { picture: made, until: after(clock.now(), bounds.keepMs) })
    keptBytes += made.bytes.length
    for (const oldest of kept.keys()) {
      if (keptBytes <= bounds.maxBytes) break
      forget(oldest)
    }
    // Free the bytes even if no more requests come.
    setTimeout(forgetOld, bounds.keepMs + seconds(1)).unref()
  }

  function begin(
    name: string,
    make: () => Promise<FittedMedia>,
    { owner, isLong = false, signal }: FitRequest,
  ): Making {
    const gone = new AbortController()
    async function work(): Promise<FittedMedia> {
      const waitMaxMs = signal && bounds.waitMs
      const place = await line.enter({ owner, isLong, signal: gone.signal, waitMaxMs })
      making.hasBegun = true
      try {
        const result = await make()
        keep(name, result)
        return result
      } finally {
        place.leave()
      }
    }
    const made = Promise.resolve()
      .then(work)
      .finally(() => {
        if (makings.get(name) === making) makings.delete(name)
      })
    const making: Making = { made, gone, hasBegun: false, askers: 0 }
    makings.set(name, making)
    return making
  }

  /** Removes a requester. Work that has begun continues, and is cached for later requests. */
  function leave(name: string, making: Making): void {
    making.askers -= 1
    if (making.askers > 0 || making.hasBegun) return
    makings.delete(name)
    making.gone.abort(allGone())
  }

  return {
    async ask(name, make, params) {
      const { signal } = params
      if (signal?.aborted) throw allGone()
      forgetOld()
      const known = kept.get(name)
      if (known) return known.picture
      const making = makings.get(name) ?? begin(name, make, params)
      making.askers += 1
      const gone = (): void => leave(name, making)
      signal?.addEventListener('abort', gone, { once: true })
      try {
        return await making.made
      } finally {
        signal?.removeEventListener('abort', gone)
      }
    },
  }
}

/** Returns the error for abandoned work. No requester sees it, but it must not be mistaken for a bug. */
const allGone = (): NoTurn => new NoTurn('The client that requested the image has disconnected.')
