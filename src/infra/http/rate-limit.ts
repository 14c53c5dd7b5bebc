import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { before, type Clock, minutes } from '#kernel/clock.ts'

const windowMs = minutes(1)
const flushEveryMs = 250
/** A slow database must not hold requests up. Until it answers, each node counts for itself. */
const waitAtMostMs = 500

interface Allowance {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  readonly resetAfterMs: number
}

export interface RateLimiter {
  take(bucket: string, perMinute: number): Promise<Allowance>
  stop(): Promise<void>
}

interface Window {
  readonly startMs: number
  /** The count of all nodes at the last exchange, this one included. */
  known: number
  /** Requests counted on this node since then. */
  pending: number
}

/**
 * Counts requests in memory and adds them to a shared table four times a second, in one statement that returns the
 * totals of all nodes. So a limit costs no statement for each request. A node that has counted a tenth of a limit since
 * the last exchange exchanges again before it goes on, so each node can exceed the limit by at most that tenth.
 */
export function createRateLimiter(options: { db: Db; clock: Clock; onError: (error: unknown) => void }): RateLimiter {
  const windows = new Map<string, Window>()
  let exchanging: Promise<void> | null = null
  let away = false

  const exchange = (): Promise<void> => {
    exchanging ??= addAndRead(options.db, windows)
      .then(() => {
        away = false
      })
      .catch((error: unknown) => {
        away = true
        options.onError(error)
      })
      .finally(() => {
        exchanging = null
      })
    return exchanging
  }
  const timer = setInterval(() => {
    forgetPast(windows, options.clock.now().getTime())
    if ([...windows.values()].some((window) => window.pending > 0)) void exchange()
  }, flushEveryMs)
  timer.unref()

  return {
    async take(bucket, perMinute) {
      const nowMs = options.clock.now().getTime()
      const startMs = nowMs - (nowMs % windowMs)
      let window = windows.get(bucket)
      if (!window || window.startMs !== startMs) {
        window = { startMs, known: 0, pending: 0 }
        windows.set(bucket, window)
      }
      const ownShare = Math.max(1, Math.floor(perMinute / 10))
      // Repeats where other requests, which waited too, have used the new share first.
      while (!away && window.pending >= ownShare && window.known + window.pending < perMinute) {
        if (!(await endsWithin(exchange(), waitAtMostMs))) away = true
      }
      const used = window.known + window.pending
      const allowed = used < perMinute
      if (allowed) window.pending += 1
      return {
        allowed,
        limit: perMinute,
        remaining: Math.max(0, perMinute - used - 1),
        resetAfterMs: startMs + windowMs - nowMs,
      }
    },
    async stop() {
      clearInterval(timer)
      await exchange()
    },
  }
}

async function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false).unref()
  })
  const inTime = await Promise.race([work.then(() => true), late])
  clearTimeout(timer)
  return inTime
}

async function addAndRead(db: Db, windows: Map<string, Window>): Promise<void> {
  const sent = [...windows]
    .filter(([, window]) => window.pending > 0)
    .map(([bucket, window]) => ({ bucket, window, taken: window.pending }))
  if (sent.length === 0) return
  // Rows in one order, so that two nodes that add to the same buckets cannot deadlock.
  sent.sort((a, b) => (a.bucket < b.bucket ? -1 : 1))
  const { rows } = await sql<{ bucket: string; used: number }>`
    insert into rate_window as w (bucket, window_start, used)
    select * from unnest(${sent.map((one) => one.bucket)}::text[],
                         ${sent.map((one) => new Date(one.window.startMs))}::timestamptz[],
                         ${sent.map((one) => one.taken)}::int[])
    on conflict (bucket, window_start) do update set used = w.used + excluded.used
    returning w.bucket, w.used`.execute(db)
  const totals = new Map(rows.map((row) => [row.bucket, row.used]))
  for (const { bucket, window, taken } of sent) {
    window.pending -= taken
    window.known = totals.get(bucket) ?? window.known + taken
  }
}

function forgetPast(windows: Map<string, Window>, nowMs: number): void {
  for (const [bucket, window] of windows) if (nowMs - window.startMs >= 2 * windowMs) windows.delete(bucket)
}

/** Deletes windows that are over. */
export async function forgetOldWindows(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('rateWindow')
    .where('rateWindow.windowStart', '<', before(now, 2 * windowMs))
    .execute()
}
