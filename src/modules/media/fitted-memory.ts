import { type Fitted, type ImageType, WorkshopBusy } from '#infra/workshop/index.ts'
import { after, type Clock, minutes, seconds } from '#kernel/clock.ts'

/**
 * One picture goes to many accounts at one instant, and each of their networks fetches it, some more than once. So what
 * is asked for while it is being made, or soon after, is made once. Those that must be made wait here and not in the
 * workshop: here whoever goes away gives up the place, and files that people upload wait behind a few of them at most.
 */
export interface FittedMemory {
  /**
   * `name` stands for the picture and its rule: what is made under it is always the same. `signal`: whoever asks has
   * gone; what nobody waits for any more is not begun.
   */
  ask(name: string, make: () => Promise<FittedMedia>, signal?: AbortSignal): Promise<FittedMedia>
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
  readonly name: string
  readonly make: () => Promise<FittedMedia>
  readonly made: PromiseWithResolvers<FittedMedia>
  askers: number
}

export function createFittedMemory(clock: Clock, some: Partial<FittedMemoryBounds> = {}): FittedMemory {
  const bounds = { ...usual, ...some }
  /** The oldest first. */
  const kept = new Map<string, { readonly picture: FittedPicture; readonly until: Date }>()
  let keptBytes = 0
  const makings = new Map<string, Making>()
  /** Those of them that have not begun. */
  const waiting = new Set<Making>()
  let atWork = 0

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

  async function work(making: Making): Promise<void> {
    const { name, make, made } = making
    atWork += 1
    try {
      const result = await make()
      keep(name, result)
      made.resolve(result)
    } catch (error) {
      made.reject(error)
    } finally {
      makings.delete(name)
      atWork -= 1
      const [next] = waiting
      if (next && waiting.delete(next)) void work(next)
    }
  }

  function enter(name: string, make: Making['make']): Making {
    const isFull = atWork >= bounds.atOnceMax
    if (isFull && waiting.size >= bounds.waitingMax)
      throw new WorkshopBusy(`${waiting.size} pictures are waiting to be fitted; try again shortly.`)
    const making: Making = { name, make, made: Promise.withResolvers(), askers: 0 }
    makings.set(name, making)
    if (isFull) waiting.add(making)
    else void work(making)
    return making
  }

  /** What has begun goes on, and is there for whoever comes again. */
  function leave(making: Making): void {
    making.askers -= 1
    if (making.askers > 0 || !waiting.delete(making)) return
    makings.delete(making.name)
    making.made.reject(allGone())
  }

  return {
    async ask(name, make, signal) {
      if (signal?.aborted) throw allGone()
      forgetOld()
      const known = kept.get(name)
      if (known) return known.picture
      const making = makings.get(name) ?? enter(name, make)
      making.askers += 1
      const gone = (): void => leave(making)
      signal?.addEventListener('abort', gone, { once: true })
      try {
        return await making.made.promise
      } finally {
        signal?.removeEventListener('abort', gone)
      }
    },
  }
}

/** Nobody hears it; it must only not be taken for our bug. */
const allGone = (): WorkshopBusy => new WorkshopBusy('Whoever asked for the picture has gone.')
