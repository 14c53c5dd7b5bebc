import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { Log } from '#infra/log/log.ts'
import { seconds } from '#kernel/clock.ts'
import { createPollLoop, type PollLoop } from './poll-loop.ts'

/** A loop over due rows. */
export interface Wakeable {
  /** Selects, through an index, when the first row is due, if that is by the given time; otherwise null. */
  firstDue(by: RawBuilder<Date>): RawBuilder<Date | null>
  /** Polls for due rows immediately. */
  kick(): void
}

/** Combines several loops into one. */
export const wakeAll = (loops: readonly Wakeable[]): Wakeable => ({
  firstDue: (by) => sql<Date | null>`least(${sql.join(loops.map(({ firstDue }) => firstDue(by)))})`,
  kick() {
    for (const loop of loops) loop.kick()
  },
})

interface Waker extends PollLoop {
  /**
   * Polls once and wakes the loops whose rows are due. Returns the time until the next rows are due, at most a second.
   */
  tick(): Promise<number>
}

interface WakerOptions {
  readonly db: Db
  readonly log: Log
  readonly loops: readonly Wakeable[]
  /**
   * True if the requests that write due rows wake this waker. It then polls once a second while nothing is due. A
   * worker without an API is not notified of requests and polls four times a second.
   */
  readonly seesWrites?: boolean
}

const busyMs = 250
/** The time that a poll looks ahead, and the maximum pause between two polls. */
const aheadMs = seconds(1)
/** Slows down within eight seconds: work that was found often leads to more, such as the deliveries of a post. */
const slowerBy = 1.1

/**
 * Wakes the loops whose rows have become due. One statement covers all of them, so an idle process costs little. It
 * also returns what will be due within the next second, so that no row waits for a poll. A loop that is not woken still
 * polls occasionally.
 */
export function createWaker({ db, log, loops, seesWrites: isToldOfWrites = false }: WakerOptions): Waker {
  const horizon = sql<Date>`ph.now() + ${aheadMs} * interval '1 ms'`
  const waits = loops.map((loop) => sql`extract(epoch from ${loop.firstDue(horizon)} - ph.now()) * 1000`)
  const question = prepared('due-work')<{ waitsMs: (number | null)[] }>`
    select array[${sql.join(waits)}]::float8[] as waits_ms`.compile(db)
  let woken = 0
  let nextWithinMs = aheadMs

  const tick = async (): Promise<number> => {
    woken = 0
    nextWithinMs = aheadMs
    const { rows } = await db.executeQuery(question)
    for (const [at, waitMs] of rows[0]?.waitsMs.entries() ?? []) {
      if (waitMs === null) continue
      if (waitMs > 0) nextWithinMs = Math.min(nextWithinMs, Math.ceil(waitMs))
      else {
        loops[at]?.kick()
        woken += 1
      }
    }
    return nextWithinMs
  }
  const poll = createPollLoop({
    look: async () => {
      await tick()
      return woken
    },
    pace: { busyMs, slowerBy, idleMs: isToldOfWrites ? aheadMs : busyMs },
    nextWithinMs: () => nextWithinMs,
    onError: (error) => log.warn({ event: 'claim.wake_failed', err: error }, 'Polling for due work failed'),
  })
  return { tick, ...poll }
}

/** Notifies the waker that a request of this process may have written due rows, so it need not poll often. */
interface WriteSignal {
  /** Called after each request that may have written. */
  note(): void
  onNote(listener: () => void): void
}

export function createWriteSignal(): WriteSignal {
  const listeners: (() => void)[] = []
  return {
    note() {
      for (const listener of listeners) listener()
    },
    onNote: (listener) => void listeners.push(listener),
  }
}
