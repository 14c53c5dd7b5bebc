import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'
import { createTicker } from './ticker.ts'

/**
 * The machine's clock, corrected to the database's. Leases and due times are compared with `ph.now()`. Code that also
 * compares them must agree with the database, even on a machine whose clock is minutes off. All code reads the time
 * from here.
 */
interface MeasuredClock extends Clock {
  /** Returns how far the database is ahead of this machine. */
  offsetMs(): number
  /** Measures the difference again. If the database is not responding, the last measurement stays in effect. */
  measure(): Promise<void>
  stop(): Promise<void>
}

const everyMs = 30_000
const tries = 3

export async function createClock(db: Db): Promise<MeasuredClock> {
  let offset = await measureOffset(db)
  const measure = async (): Promise<void> => {
    offset = await measureOffset(db).catch(() => offset)
  }
  const ticker = createTicker(everyMs, measure, () => {})
  ticker.start()
  return {
    now: () => new Date(Date.now() + offset),
    offsetMs: () => offset,
    measure,
    stop: () => ticker.stop(),
  }
}

/**
 * Uses the fastest of a few attempts: the duration of an attempt limits its error, and the first attempt may open a
 * connection.
 */
async function measureOffset(db: Db): Promise<number> {
  let best = { tookMs: Number.POSITIVE_INFINITY, offsetMs: 0 }
  for (let attempt = 0; attempt < tries; attempt++) {
    const started = performance.now()
    const { rows } = await sql<{ at: Date }>`select ph.now() as at`.execute(db)
    const tookMs = performance.now() - started
    const at = rows[0]?.at
    if (at && tookMs < best.tookMs) best = { tookMs, offsetMs: Math.round(at.getTime() + tookMs / 2 - Date.now()) }
  }
  return best.offsetMs
}

/** The machine's uncorrected clock, for programs that run without a database. */
export const machineClock: Clock = { now: () => new Date() }
