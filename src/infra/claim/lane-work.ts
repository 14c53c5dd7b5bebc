import type { Db } from '#infra/db/client.ts'
import type { DbGate } from '#infra/db/db-gate.ts'
import { isDatabaseAway } from '#infra/db/faults.ts'
import type { Log } from '#infra/log/log.ts'
import { createTicker } from '#infra/time/ticker.ts'
import { batched } from '#kernel/batches/batched.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Claim, Lane, LaneKey } from './claim.ts'
import { createHeldLanes, type HeldLane, type HeldLanes } from './held-lanes.ts'

/**
 * Works on lanes of any kind: claims them, renews their leases, runs the work on each and releases it. The caller
 * decides what the work is and which lanes are claimed. All progress is in rows, so a process that dies loses only its
 * current work.
 */
export interface LaneWork {
  start(): void
  /** Claims no more. Running work may finish within the grace period and is then aborted. */
  stop(): Promise<void>
  /** Runs one round and waits for it; returns how much was worked on. For tests and for single rounds by hand. */
  tick(): Promise<number>
  /** Looks for work at once. */
  kick(): void
  isStopping(): boolean
  readonly lanes: HeldLanes
}

export interface LaneWorkOptions {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly claim: Claim
  /** Used by this work alone: it gives up when the grace period is over. */
  readonly dbGate: DbGate
  /** The name of a lane with its article, for log messages. */
  readonly what: string
  /**
   * Claims as many lanes as there is room for, given how many lanes of each group are busy. Work on each yielded batch
   * begins before the next claim, so that a claim that fails leaves no lane claimed but unattended.
   */
  claimMore(busy: (group: string) => number): AsyncIterable<Claimed>
  /** Works on a lane. The lane's `isLost` and `signal` tell when the work must stop. */
  turn(lane: HeldLane, group: string): Promise<Turn>
  /**
   * Parks the lane after work failed for a reason other than an unreachable database. Without this, the work would fail
   * again at once and fill the log.
   */
  afterFault(lane: HeldLane): Promise<void>
  readonly beatEveryMs?: number | undefined
  /** The time for which running work may continue after `stop`. */
  readonly graceMs?: number | undefined
  /** Runs before the leases are renewed. */
  beforeBeat?(): void | Promise<void>
  /** Runs when no new work begins any more, before the running work is awaited. */
  whenStopping?(): void | Promise<void>
}

export interface Claimed {
  /** The group that shares places; any name when all lanes share them. */
  readonly group: string
  readonly lanes: readonly Lane[]
}

/** The amount of work done, and whether more may be due at once. */
export interface Turn {
  readonly worked: number
  readonly more: boolean
}

const busyPollMs = 100
const idlePollMs = 250

export function createLaneWork(options: LaneWorkOptions): LaneWork {
  const { db, clock, log, claim, dbGate, what } = options
  const lanes = createHeldLanes({ clock, beatAll: (given) => claim.beat(db, given) })
  const handBack = batched(async (given: readonly LaneKey[]) => {
    await claim.release(db, given)
    return new Map<LaneKey, never>()
  }, dbGate.retryUntilUp)
  const busy = new Map<string, number>()
  const busyIn = (group: string): number => busy.get(group) ?? 0
  const running = new Set<Promise<number>>()
  let stopping = false
  let wake: (() => void) | null = null
  let kicked = false

  async function turn(lane: HeldLane, group: string): Promise<number> {
    try {
      const { worked, more } = await options.turn(lane, group)
      if (more) kicked = true
      return worked
    } catch (error) {
      const isAway = isDatabaseAway(error)
      log[isAway ? 'warn' : 'error']({ err: error, lane: lane.id }, `the work on ${what} was broken off`)
      if (!isAway) await rest(lane)
      return 0
    } finally {
      lanes.remove(lane)
      busy.set(group, busyIn(group) - 1)
      await handBack(lane).catch((error: unknown) =>
        log.warn({ err: error, lane: lane.id }, 'a lane could not be handed back'),
      )
      if (kicked) wake?.()
    }
  }

  const rest = (lane: HeldLane): Promise<void> =>
    options
      .afterFault(lane)
      .catch((error: unknown) => log.warn({ err: error, lane: lane.id }, `${what} could not be parked`))

  /** Claims as many lanes as there is room for and begins to work on them. */
  async function round(): Promise<Promise<number>[]> {
    const begun: Promise<number>[] = []
    for await (const { group, lanes: claimed } of options.claimMore(busyIn)) {
      for (const lane of lanes.add(claimed)) {
        busy.set(group, busyIn(group) + 1)
        const work = turn(lane, group)
        running.add(work)
        void work.finally(() => running.delete(work))
        begun.push(work)
      }
    }
    return begun
  }

  const beat = createTicker(
    options.beatEveryMs ?? 5_000,
    async () => {
      await options.beforeBeat?.()
      await lanes.beat()
    },
    (error) => log.warn({ err: error }, 'leases could not be prolonged'),
  )

  let loop: Promise<void> | null = null
  async function poll(): Promise<void> {
    for (let waitMs = busyPollMs; !stopping; ) {
      kicked = false
      const claimed = await round().then(
        (begun) => begun.length,
        (error: unknown) => {
          log.warn({ err: error }, 'nothing could be claimed')
          return 0
        },
      )
      waitMs = claimed > 0 ? busyPollMs : Math.min(waitMs + 50, idlePollMs)
      if (stopping || kicked) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      wake = null
    }
  }

  return {
    start() {
      if (loop) return
      loop = poll()
      beat.start()
    },
    async stop() {
      stopping = true
      await options.whenStopping?.()
      wake?.()
      await loop
      await endWithin(options.graceMs ?? 30_000, [...running], () => {
        dbGate.giveUp()
        lanes.abortAll()
      })
      await beat.stop()
    },
    async tick() {
      const worked = await Promise.all(await round())
      return worked.reduce((sum, one) => sum + one, 0)
    },
    kick() {
      kicked = true
      wake?.()
    },
    isStopping: () => stopping,
    lanes,
  }
}

/**
 * Waits for running work. After the grace period its calls are aborted; work that hangs even then is left to a
 * takeover.
 */
async function endWithin(graceMs: number, running: readonly Promise<number>[], breakOff: () => void): Promise<void> {
  const ended = Promise.allSettled(running)
  if (await isWithin(graceMs, ended)) return
  breakOff()
  await isWithin(breakOffMs, ended)
}

const breakOffMs = 5_000

async function isWithin(ms: number, ended: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  const result = await Promise.race([ended.then(() => true as const), over])
  clearTimeout(timer)
  return result
}
