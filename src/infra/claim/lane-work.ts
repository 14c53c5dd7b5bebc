import type { Db } from '#infra/db/client.ts'
import type { DbGate } from '#infra/db/db-gate.ts'
import { isDatabaseAway } from '#infra/db/faults.ts'
import type { Log } from '#infra/log/log.ts'
import { createTicker } from '#infra/time/ticker.ts'
import { batched } from '#kernel/batches/batched.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Claim, Lane, LaneKey } from './contract.ts'
import { createHeldLanes, type HeldLane, type HeldLanes } from './held-lanes.ts'
import { createPollLoop } from './poll-loop.ts'
import type { Wakeable } from './waker.ts'

/**
 * Processes lanes of any kind: claims them, renews their leases, runs the work on each and releases it. The caller
 * decides what the work is and which lanes are claimed. All progress is in rows, so a process that dies loses only its
 * current work.
 */
export interface LaneWork extends Wakeable {
  start(): void
  /** Stops claiming. Running work may finish within the grace period and is then aborted. */
  stop(options?: { readonly graceMs?: number | undefined }): Promise<void>
  /** Runs one round to its end and returns the amount of work done. For tests and manual use. */
  tick(): Promise<number>
  isStopping(): boolean
  readonly lanes: HeldLanes
}

export interface LaneWorkOptions {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly claim: Claim
  /** The groups whose lanes this work claims, if there are groups. */
  readonly groups?: readonly string[]
  /** Used only by this work, and disposed of when the grace period is over. */
  readonly dbGate: DbGate
  /** The term for a lane in log messages, with the article. */
  readonly what: string
  /**
   * Claims as many lanes as there are free places, given how many lanes of each group are busy. Work on each yielded
   * batch begins before the next claim, so that a claim that fails leaves no lane claimed but unattended.
   */
  claimMore(busy: (group: string) => number): AsyncIterable<Claimed>
  /** Works on a lane. The lane's `isLost` and `signal` show when the work must stop. */
  turn(lane: HeldLane, group: string): Promise<Turn>
  /**
   * Parks the lane after work failed for a reason other than an unreachable database. Otherwise the work would fail
   * again immediately and fill the log.
   */
  afterFault(lane: HeldLane): Promise<void>
  readonly beatEveryMs?: number | undefined
  /** The time that running work may continue after `stop`. */
  readonly graceMs?: number | undefined
  /** Runs before the leases are renewed. */
  beforeBeat?(): void | Promise<void>
  /** Runs when no new work begins anymore, before the running work is awaited. */
  whenStopping?(): void | Promise<void>
  /** Runs when the grace period is over, before the running work is aborted. */
  beforeAbort?(): void | Promise<void>
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
  /** True if the work's last write has released or deleted the lane. */
  readonly isReleased?: boolean
}

export function createLaneWork(options: LaneWorkOptions): LaneWork {
  const { db, clock, log, claim, dbGate, what } = options
  const lanes = createHeldLanes({ clock, beatAll: (given) => claim.beat(db, given) })
  const busy = new Map<string, number>()
  const busyIn = (group: string): number => busy.get(group) ?? 0
  const running = new Set<Promise<number>>()
  const work = createTurns(options, lanes)
  let isStopping = false

  /** Claims as many lanes as there are free places, and begins to process them. */
  async function round(): Promise<Promise<number>[]> {
    const begun: Promise<number>[] = []
    for await (const { group, lanes: claimed } of options.claimMore(busyIn)) {
      for (const lane of lanes.add(claimed)) {
        busy.set(group, busyIn(group) + 1)
        const end = () => busy.set(group, busyIn(group) - 1)
        const turn = work(lane, group, end, poll.kick)
        running.add(turn)
        void turn.finally(() => running.delete(turn))
        begun.push(turn)
      }
    }
    return begun
  }

  const poll = createPollLoop({
    look: async () => (await round()).length,
    onError: (error) => log.warn({ event: 'claim.failed', err: error, what }, 'Claim failed'),
  })
  const beat = createTicker(
    options.beatEveryMs ?? 5_000,
    async () => {
      await options.beforeBeat?.()
      await lanes.beat()
    },
    (error) => log.warn({ event: 'claim.beat_failed', err: error, what }, 'Leases could not be renewed'),
  )

  return {
    start() {
      poll.start()
      beat.start()
    },
    async stop({ graceMs = options.graceMs ?? 30_000 } = {}) {
      isStopping = true
      await options.whenStopping?.()
      await poll.stop()
      await endWithin(graceMs, [...running], async () => {
        dbGate.giveUp()
        await options.beforeAbort?.()
        lanes.abortAll()
      })
      await beat.stop()
    },
    async tick() {
      const worked = await Promise.all(await round())
      return worked.reduce((sum, one) => sum + one, 0)
    },
    firstDue: (by) => claim.firstDue(by, options.groups),
    kick: poll.kick,
    isStopping: () => isStopping,
    lanes,
  }
}

/** Creates the function that processes one lane and releases it, whatever happens. It never rejects. */
function createTurns({ turn, afterFault, log, what, claim, db, dbGate }: LaneWorkOptions, lanes: HeldLanes) {
  const release = batched(async (given: readonly LaneKey[]) => {
    await claim.release(db, given)
    return new Map<LaneKey, never>()
  }, dbGate.retryUntilUp)

  async function park(lane: HeldLane): Promise<void> {
    await afterFault(lane).catch((error: unknown) =>
      log.warn({ event: 'claim.park_failed', err: error, lane: lane.id, what }, 'Lane could not be parked'),
    )
  }

  return async (lane: HeldLane, group: string, onEnd: () => void, lookAgain: () => void): Promise<number> => {
    let done: Turn = { worked: 0, more: false }
    try {
      done = await turn(lane, group)
    } catch (error) {
      const isAway = isDatabaseAway(error)
      log[isAway ? 'warn' : 'error'](
        { event: 'claim.work_failed', err: error, lane: lane.id },
        `Work on ${what} was interrupted`,
      )
      if (!isAway) await park(lane)
    }
    lanes.remove(lane)
    onEnd()
    if (!done.isReleased) {
      await release(lane).catch((error: unknown) =>
        log.warn({ event: 'claim.release_failed', err: error, lane: lane.id, what }, 'Lane could not be released'),
      )
    }
    if (done.more) lookAgain()
    return done.worked
  }
}

const abortedMs = 5_000

/** Waits for running work. After the grace period it is aborted; work that hangs even then is left to a takeover. */
async function endWithin(
  graceMs: number,
  running: readonly Promise<unknown>[],
  abort: () => void | Promise<void>,
): Promise<void> {
  const ended = Promise.allSettled(running)
  if (await isWithin(graceMs, ended)) return
  await abort()
  await isWithin(abortedMs, ended)
}

async function isWithin(ms: number, ended: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  const result = await Promise.race([ended.then(() => true as const), over])
  clearTimeout(timer)
  return result
}
