import { createFairLine, NoTurn } from '#infra/fair-line.ts'
import type { Fitted, ImageType } from '#infra/workshop/index.ts'
import { after, type Clock, minutes, seconds } from '#kernel/clock.ts'

/**
 * One picture goes to many accounts at one instant, and each of their networks fetches it, some more than once. So what
 * is asked for while it is being made, or soon after, is made once. Those that must be made wait here, before their files
 * are fetched from storage; owners take turns, and whoever goes away gives up the place.
 */
export interface FittedMemory {
  /** `name` stands for the picture and its rule: what is made under it is always the same. */
  ask(name: string, make: () => Promise<FittedMedia>, wish: FittedWish): Promise<FittedMedia>
}

export interface FittedWish {
  readonly owner: string
  /** It would hold its place for long; not all places are held in that way. */
  readonly isLong?: boolean
  /** Whoever asks has gone; what nobody waits for any more is not begun. */
  readonly signal?: AbortSignal | undefined
}

/** The bytes are shared by all who ask: nobody writes into them. */
export interface FittedPicture {
  readonly outcome: 'fitted'
  readonly contentType: ImageType
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
  /** Names these bytes and no others. */
  readonly etag: string
}

export type FittedMedia = Exclude<Fitted, { outcome: 'fitted' }> | FittedPicture

export interface FittedMemoryBounds {
  readonly keepMs: number
  readonly maxBytes: number
  readonly atOnceMax: number
  readonly waitingMax: number
}

const usual: FittedMemoryBounds = {
  keepMs: minutes(10),
  maxBytes: 64 * 1024 * 1024,
  // Two are at work in the workshop while the file of the next is on its way from storage.
  atOnceMax: 3,
  waitingMax: 64,
}

interface Making {
  readonly made: Promise<FittedMedia>
  readonly gone: AbortController
  hasBegun: boolean
  askers: number
}

export function createFittedMemory(clock: Clock, some: Partial<FittedMemoryBounds> = {}): FittedMemory {
  const bounds = { ...usual, ...some }
  /** The oldest first. */
  const kept = new Map<string, { readonly picture: FittedPicture; readonly until: Date }>()
  let keptBytes = 0
  const makings = new Map<string, Making>()
  const line = createFairLine({
    places: bounds.atOnceMax,
    longPlaces: Math.max(1, bounds.atOnceMax - 1),
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

  /** Only what went well: what did not may go better the next time. */
  function keep(name: string, made: FittedMedia): void {
    if (made.outcome !== 'fitted' || made.bytes.length > bounds.maxBytes) return
    kept.set(name, { picture: made, until: after(clock.now(), bounds.keepMs) })
    keptBytes += made.bytes.length
    for (const oldest of kept.keys()) {
      if (keptBytes <= bounds.maxBytes) break
      forget(oldest)
    }
    // Where nobody asks any more the bytes go all the same.
    setTimeout(forgetOld, bounds.keepMs + seconds(1)).unref()
  }

  function begin(name: string, make: () => Promise<FittedMedia>, { owner, isLong = false }: FittedWish): Making {
    const gone = new AbortController()
    async function work(): Promise<FittedMedia> {
      const leave = await line.enter({ owner, isLong, signal: gone.signal })
      making.hasBegun = true
      try {
        const result = await make()
        keep(name, result)
        return result
      } finally {
        leave()
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

  /** What has begun goes on, and is there for whoever comes again. */
  function leave(name: string, making: Making): void {
    making.askers -= 1
    if (making.askers > 0 || making.hasBegun) return
    makings.delete(name)
    making.gone.abort(allGone())
  }

  return {
    async ask(name, make, wish) {
      const { signal } = wish
      if (signal?.aborted) throw allGone()
      forgetOld()
      const known = kept.get(name)
      if (known) return known.picture
      const making = makings.get(name) ?? begin(name, make, wish)
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

/** Nobody hears it; it must only not be taken for our bug. */
const allGone = (): NoTurn => new NoTurn('Whoever asked for the picture has gone.')
