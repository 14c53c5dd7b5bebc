import { rm } from 'node:fs/promises'
import { programsPath } from '#infra/config/programs.ts'
import { createFairLine, type Turn } from '#infra/fair-line/fair-line.ts'
import type { Logger } from '#infra/log/log.ts'
import { bad } from './bad.ts'
import type { Examined, Fitted, MediaWorker } from './contract.ts'
import { estimateExamination, estimateFit } from './estimate.ts'
import { sniff } from './examine/sniff.ts'
import { findProgram } from './find-program.ts'
import type { Job } from './messages.ts'
import { type LimitMs, startWorkerProcess, type Worked, type WorkerProcess } from './worker-process.ts'

export interface MediaWorkerOptions {
  readonly log: Logger
  /** The path of ffmpeg, or null for none; looked for on PATH when absent. */
  readonly ffmpeg?: string | null
  readonly bounds?: Partial<MediaWorkerBounds>
}

interface MediaWorkerBounds {
  readonly childrenMax: number
  readonly waitingMax: number
  readonly imageMs: number
  readonly videoMs: number
  readonly fitMs: number
  readonly idleMs: number
  readonly maxRssBytes: number
}

const usual: MediaWorkerBounds = {
  childrenMax: 2,
  waitingMax: 64,
  imageMs: 20_000,
  videoMs: 60_000,
  fitMs: 30_000,
  idleMs: 60_000,
  maxRssBytes: 700_000_000,
}

/** A place for one child process, which is started when it is needed. */
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
  let isClosed = false
  let ffmpeg: Promise<string | null> | undefined

  /**
   * Takes a free place, preferably one whose child is already running. The line admits no more than there are places.
   */
  function takePlace(): Place {
    const [place] = places
      .filter(({ isBusy }) => !isBusy)
      .sort((a, b) => Number(b.process !== null) - Number(a.process !== null))
    if (place === undefined) throw new Error('The line admits no more turns than there are places.')
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

  async function work(job: Job, limitMs: LimitMs, turn: Turn): Promise<Worked> {
    const leave = await line.enter(turn)
    const place = takePlace()
    try {
      for (let isSecond = false; ; isSecond = true) {
        if (isClosed) throw closed()
        if (place.process === null || !place.process.isAlive())
          place.process = startWorkerProcess({ log, maxRssBytes: bounds.maxRssBytes })
        const worked = await place.process.work(job, limitMs)
        if (isClosed) throw closed()
        if (worked.end !== 'done' && worked.end !== 'failed') {
          log.warn(
            { event: 'media_worker.ended', worked, job: job.kind },
            'A media worker ended while it worked on a file',
          )
          await endProcess(place)
        }
        // The child was killed from outside: the file is tried a second time, and counts as the cause if that ends in
        // the same way.
        if (worked.end !== 'killed' || isSecond) return worked
      }
    } finally {
      leavePlace(place)
      leave()
    }
  }

  return {
    sniff,
    async examine(path, { posterPath = null, owner = nobody, signal, isUrgent = false } = {}) {
      ffmpeg ??= options.ffmpeg === undefined ? findProgram('ffmpeg', programsPath()) : Promise.resolve(options.ffmpeg)
      const job: Job = { kind: 'examine', path, posterPath, ffmpeg: await ffmpeg }
      const limitMs: LimitMs = (kind) => (kind === 'image' ? bounds.imageMs : bounds.videoMs)
      const worked = await work(job, limitMs, { owner, signal, isUrgent, ...(await estimateExamination(path)) })
      if (worked.end !== 'done' && posterPath !== null) await rm(posterPath, { force: true })
      return judged(worked)
    },
    async fit(path, facts, rule, outPath, { owner = nobody, signal } = {}) {
      const turn: Turn = { owner, signal, isUrgent: true, ...estimateFit(facts) }
      const worked = await work({ kind: 'fit', path, facts, rule, outPath }, () => bounds.fitMs, turn)
      if (worked.end !== 'done') await rm(outPath, { force: true })
      return fitted(worked)
    },
    async close() {
      isClosed = true
      line.close(closed())
      await Promise.all(places.map(endProcess))
    },
  }
}

const nobody = ''
const closed = (): Error => new Error('The media worker is closed.')

function judged(worked: Worked): Examined {
  switch (worked.end) {
    case 'done':
      // The job was an examination, and so is its result.
      return worked.result as Examined
    case 'failed':
      throw new Error(`A file could not be examined: ${worked.stack}`)
    case 'too-slow':
      return bad(
        'media_too_complex',
        `The file takes longer than ${worked.limitMs / 1000} seconds to decode. Use a simpler one.`,
      )
    case 'too-big':
      return bad('media_too_complex', 'The file takes more memory to decode than is allowed. Use a smaller one.')
    case 'killed':
    case 'crashed':
      return bad('media_unreadable', 'The decoder cannot process the file. Save it again with another program.')
    default:
      return worked satisfies never
  }
}

function fitted(worked: Worked): Fitted {
  switch (worked.end) {
    case 'done':
      return worked.result as Fitted
    case 'failed':
      throw new Error(`A picture could not be fitted: ${worked.stack}`)
    case 'too-slow':
      return cannot(`Making a copy that fits takes longer than ${worked.limitMs / 1000} seconds.`)
    case 'too-big':
      return cannot('Making a copy that fits takes more memory than is allowed.')
    case 'killed':
    case 'crashed':
      return cannot('The decoder cannot process the picture.')
    default:
      return worked satisfies never
  }
}

const cannot = (what: string): Fitted => ({
  outcome: 'cannot',
  rule: 'maxPixels',
  detail: `${what} Use a picture with fewer pixels or frames.`,
})
