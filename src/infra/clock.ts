import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'

/**
 * The machine's clock, corrected to the database's. Leases and due times are judged by `ph.now()`; code that judges
 * them too must not be minutes away from it because a machine's clock is. This is where code may ask for the time.
 */
export interface MeasuredClock extends Clock {
  /** How far the database is ahead of this machine. */
  offsetMs(): number
  /** Measures anew; a database that does not answer leaves the last measurement in place. */
  measure(): Promise<void>
  stop(): void
}

/** The machine's own, for what runs without a database. */
export const machineClock: Clock = { now: () => new Date() }

const everyMs = 30_000
const tries = 3

export async function createClock(db: Db): Promise<MeasuredClock> {
  let offset = await measureOffset(db)
  const measure = async (): Promise<void> => {
    offset = await measureOffset(db).catch(() => offset)
  }
  const timer = setInterval(measure, everyMs).unref()
  return {
    now: () => new Date(Date.now() + offset),
    offsetMs: () => offset,
    measure,
    stop: () => clearInterval(timer),
  }
}

/** The quickest of a few tries says most: what it took bounds the error, and the first one may open a connection. */
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
