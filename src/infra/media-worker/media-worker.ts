import { access, constants, rm, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { programsPath } from '#infra/config/programs.ts'
import { createFairLine, NoTurn, type Turn } from '#infra/fair-line/fair-line.ts'
import type { Logger } from '#infra/log/log.ts'
import { machineClock } from '#infra/time/clock.ts'
import type { Clock } from '#kernel/clock.ts'
import { editedSuffix } from './apply-edits.ts'
import { bad } from './bad.ts'
import type { Examined, Fitted, MediaWorker } from './contract.ts'
import { estimateExamination, estimateFit, longMs, smallBytes } from './estimate.ts'
import { sniff } from './examine/sniff.ts'
import { createSuspendedOwners } from './limits/suspended-owners.ts'
import type { Job } from './messages.ts'
import { startWorkerProcess, type Worked, type WorkerProcess, type WorkLimits } from './worker-process.ts'

export interface MediaWorkerOptions {
  readonly log: Logger
  /** The path of ffmpeg, or null for none. If omitted, it is searched on PATH. */
  readonly ffmpeg?: string | null
  readonly bounds?: Partial<MediaWorkerBounds>
  readonly clock?: Clock
}

interface MediaWorkerBounds {
  readonly childrenMax: number
  readonly waitingMax: number
  /** The longest wait for a turn while a client keeps its request open. */
  readonly waitMs: number
  /** Processor time for an image. */
  readonly imageMs: number
  /** Processor time for any other file. */
  readonly videoMs: number
  /** Processor time for a small file, which only a hostile file reaches. */
  readonly smallMs: number
  /** Processor time after which work counts as long, whatever its estimate. */
  readonly longMs: number
  /** Processor time for a copy. */
  readonly fitMs: number
  /** Elapsed time for any work. If it takes longer, the machine is too busy, and the file is not to blame. */
  readonly elapsedMs: number
  readonly idleMs: number
  readonly maxRssBytes: number
}

const usual: MediaWorkerBounds = {
  childrenMax: 2,
  waitingMax: 64,
  waitMs: 50_000,
  imageMs: 20_000,
  videoMs: 60_000,
  smallMs: 5_000,
  longMs,
  fitMs: 30_000,
  elapsedMs: 120_000,
  idleMs: 60_000,
  maxRssBytes: 700_000_000,
}

/** A place for one child process, which is started on demand. */
interface Place {
  process: WorkerProcess | null
  isBusy: boolean
  idle: NodeJS.Timeout | null
}

export function createMediaWorker(options: MediaWorkerOptions): MediaWorker {
  const { log } = options
  const bounds: MediaWorkerBounds = { ...usual, ...options.bounds }
  const places: Place[] = Array.from({ length: bounds.childrenMax }, () => ({
    process: null,
    isBusy: false,
    idle: null,
  }))
  const line = createFairLine({
    places: bounds.childrenMax,
    longPlaces: Math.max(1, bounds.childrenMax - 1),
    // One owner's files never take every child, and with it every core of a small machine.
    placesOfOne: Math.max(1, bounds.childrenMax - 1),
    waitingMax: bounds.waitingMax,
  })
  const suspended = createSuspendedOwners(options.clock ?? machineClock)
  let isClosed = false
  let ffmpeg: Promise<string | null> | undefined

  /**
   * Takes a free place, preferably one whose child process is already running. The line never admits more turns than
   * there are places.
   */
  function takePlace(): Place {
    const [place] = places
      .filter(({ isBusy }) => !isBusy)
      .sort((a, b) => Number(b.process !== null) - Number(a.process !== null))
    if (place === undefined) throw new Error('The queue allows no more turns than slots.')
    if (place.idle !== null) clearTimeout(place.idle)
    place.isBusy = true
    return place
  }

  function leavePlace(place: Place): void {
    place.isBusy = false
    place.idle = setTimeout(() => void endProcess(place), bounds.idleMs).unref()
  }

  async function endProcess(place: Place): Promise<void> {
    if (place.idle !== null) clearTimeout(place.idle)
    const { process } = place
    place.process = null
    await process?.end()
  }

  /**
   * Waits for a turn and works on the job. A turn that takes longer than expected counts as long from then on. If long
   * turns already use all their places, it yields, and restarts when one of these is free, so a misleading header never
   * keeps other owners waiting.
   */
  async function work(job: Job, limits: Limits, turn: Turn): Promise<Ended> {
    const { owner, signal } = turn
    let { isLong = false, cost = 1 } = turn
    for (;;) {
      const held = await line.enter({ ...turn, isLong, cost })
      const place = takePlace()
      const beganAt = performance.now()
      let givesWay = false
      const mayContinue = (usedMs: number): boolean => {
        if (usedMs > bounds.longMs && !isLong) {
          isLong = true
          givesWay = !held.becomeLong()
          log.debug({ job: job.kind, givesWay }, 'File takes longer than expected')
        }
        return !givesWay && signal?.aborted !== true
      }
      const worked = await workAt(place, job, { ...limits, mayContinue }).finally(() => {
        leavePlace(place)
        held.leave(performance.now() - beganAt)
      })
      // If a file only had to wait for a busy machine, its owner is not at fault.
      if (worked.end === 'too-big' || worked.end === 'too-slow') suspended.count(owner)
      if (worked.end === 'starved') throw new NoTurn('The server is too busy to process the file. Try again shortly.')
      if (worked.end !== 'stopped') return worked
      if (signal?.aborted) throw new NoTurn('The caller has gone.')
      cost = bounds.longMs
    }
  }

  async function workAt(place: Place, job: Job, limits: WorkLimits): Promise<Worked> {
    for (let isSecond = false; ; isSecond = true) {
      if (isClosed) throw closed()
      if (place.process === null || !place.process.isAlive())
        place.process = startWorkerProcess({ log, maxRssBytes: bounds.maxRssBytes })
      const worked = await place.process.work(job, limits)
      if (isClosed) throw closed()
      if (worked.end !== 'done' && worked.end !== 'failed') {
        log.warn({ event: 'media_worker.ended', worked, job: job.kind }, 'Media worker exited while processing a file')
        await endProcess(place)
      }
      // The child process was killed from outside: the file is tried a second time, and counts as the cause if the same
      // happens again.
      if (worked.end !== 'killed' || isSecond) return worked
    }
  }

  return {
    sniff,
    async examine(path, { posterPath = null, owner = nobody, signal, isUrgent = false } = {}) {
      // A post that waits for a copy is not refused because of uploaded files, but it gets no precedence either.
      if (!isUrgent) suspended.check(owner)
      ffmpeg ??= options.ffmpeg === undefined ? findProgram('ffmpeg', programsPath()) : Promise.resolve(options.ffmpeg)
      const job: Job = { kind: 'examine', path, posterPath, ffmpeg: await ffmpeg }
      const mostMs = (await isSmall(path)) ? bounds.smallMs : Number.POSITIVE_INFINITY
      const limits: Limits = {
        limitMs: (kind) => Math.min(mostMs, kind === 'image' ? bounds.imageMs : bounds.videoMs),
        elapsedMs: bounds.elapsedMs,
      }
      const isFirst = isUrgent && !suspended.isSuspended(owner)
      const waitMaxMs = signal && bounds.waitMs
      const turn: Turn = { owner, signal, waitMaxMs, isUrgent: isFirst, ...(await estimateExamination(path)) }
      const worked = await work(job, limits, turn).catch(async (error: unknown) => {
        await removeLeft(path, posterPath)
        throw error
      })
      if (worked.end !== 'done') await removeLeft(path, posterPath)
      return judged(worked)
    },
    async fit(path, facts, rule, outPath, { owner = nobody, signal } = {}) {
      const turn: Turn = { owner, signal, isUrgent: !suspended.isSuspended(owner), ...estimateFit(facts) }
      const limits: Limits = { limitMs: () => bounds.fitMs, elapsedMs: bounds.elapsedMs }
      const removeOut = () => rm(outPath, { force: true })
      const worked = await work({ kind: 'fit', path, facts, rule, outPath }, limits, turn).catch(
        async (error: unknown) => {
          await removeOut()
          throw error
        },
      )
      if (worked.end !== 'done') await removeOut()
      return fitted(worked)
    },
    async close() {
      isClosed = true
      line.close(closed())
      await Promise.all(places.map(endProcess))
    },
  }
}

type Limits = Omit<WorkLimits, 'mayContinue'>
/** Work whose end reveals something about the file. */
type Ended = Exclude<Worked, { readonly end: 'starved' | 'stopped' }>

/** A missing file is reported by the child process. */
const isSmall = (path: string): Promise<boolean> =>
  stat(path).then(
    ({ size }) => size < smallBytes,
    () => false,
  )

/** Removes what a child that ended early may have written next to the file. */
async function removeLeft(path: string, posterPath: string | null): Promise<void> {
  await rm(path + editedSuffix, { force: true })
  if (posterPath !== null) await rm(posterPath, { force: true })
}

const nobody = ''
const closed = (): Error => new Error('The media worker is closed.')

function judged(worked: Ended): Examined {
  switch (worked.end) {
    case 'done':
      // The job was an examination, and so is its result.
      return worked.result as Examined
    case 'failed':
      throw new Error(`File could not be examined:  ${worked.stack}`)
    case 'too-slow':
      return bad(
        'media_too_complex',
        `The file takes longer than ${worked.limitMs / 1000} seconds to decode. Use a simpler one.`,
      )
    case 'too-big':
      return bad('media_too_complex', 'The file takes more memory to decode than allowed. Use a smaller one.')
    case 'killed':
    case 'crashed':
      return bad('media_unreadable', 'The decoder can’t process the file. Save it again with another app.')
    default:
      return worked satisfies never
  }
}

function fitted(worked: Ended): Fitted {
  switch (worked.end) {
    case 'done':
      return worked.result as Fitted
    case 'failed':
      throw new Error(`Image could not be converted:  ${worked.stack}`)
    case 'too-slow':
      return cannot(`Converting the file takes longer than ${worked.limitMs / 1000} seconds.`)
    case 'too-big':
      return cannot('Converting the file takes more memory than allowed.')
    case 'killed':
    case 'crashed':
      return cannot('The decoder cannot process the image.')
    default:
      return worked satisfies never
  }
}

const cannot = (what: string): Fitted => ({
  outcome: 'cannot',
  rule: 'maxPixels',
  detail: `${what} Use an image with fewer pixels or frames.`,
})

/** Finds a program on a PATH; null if no folder contains it. Relative folders do not count. */
export async function findProgram(name: string, searchPath: string): Promise<string | null> {
  for (const folder of searchPath.split(delimiter)) {
    if (!isAbsolute(folder)) continue
    const path = join(folder, name)
    const isThere = await access(path, constants.X_OK).then(
      async () => (await stat(path)).isFile(),
      () => false,
    )
    if (isThere) return path
  }
  return null
}
