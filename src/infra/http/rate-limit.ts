import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { before, type Clock, minutes } from '#kernel/clock.ts'

const minuteMs = minutes(1)
const flushEveryMs = 250
/** A slow database must not delay requests. Until it responds, each node counts on its own. */
const waitAtMostMs = 500

interface Allowance {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** The time until the full limit is available again. */
  readonly resetAfterMs: number
  /** The time until another request is allowed; 0 if one is allowed now. */
  readonly retryAfterMs: number
}

export interface RateLimiter {
  take(bucket: string, perMinute: number): Promise<Allowance>
  /** Returns what this node knows about a bucket without counting a request. */
  peek(bucket: string, perMinute: number): Allowance
  /** Counts what has happened, even beyond the limit. Other nodes learn of it at the next exchange. */
  add(bucket: string, perMinute: number): void
  stop(): Promise<void>
}

/**
 * Requests fill a bucket, and it drains evenly by its limit in a minute. So a caller may burst up to the limit at any
 * time, and never twice the limit around the turn of a minute.
 */
interface Bucket {
  /** The level of all nodes at the last exchange, including this node. */
  known: number
  /** The time at which that level was true. */
  knownAtMs: number
  /** Requests counted on this node since then. */
  pending: number
  /** The time of the last of them. */
  takenAtMs: number
  readonly perMinute: number
}

/**
 * Counts requests in memory and adds them to a shared table four times a second, in one statement that returns the
 * levels of all nodes. So a limit costs no statement for each request. A node that has counted a tenth of a limit since
 * the last exchange exchanges again before it continues, so each node can exceed the limit by at most that tenth.
 *
 * A level that is further in the future than nodes' clocks differ is from before a clock was corrected. It is dropped,
 * here and in the table, because it would not drain until that time.
 */
export function createRateLimiter(options: { db: Db; clock: Clock; onError: (error: unknown) => void }): RateLimiter {
  const buckets = new Map<string, Bucket>()
  const now = () => options.clock.now().getTime()
  let exchanging: Promise<void> | null = null
  let away = false

  const exchange = (): Promise<void> => {
    exchanging ??= addAndRead(options.db, buckets)
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
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  /** Sets the timer for the next exchange. There is none while no one has sent a request for a minute. */
  const arm = (): void => {
    if (isStopped || timer || buckets.size === 0) return
    timer = setTimeout(() => {
      timer = undefined
      forgetEmpty(buckets, now())
      if ([...buckets.values()].some((bucket) => bucket.pending > 0)) void exchange()
      arm()
    }, flushEveryMs).unref()
  }

  const bucketOf = (name: string, perMinute: number): Bucket => {
    let bucket = buckets.get(name)
    if (!bucket || bucket.perMinute !== perMinute) {
      bucket = { known: 0, knownAtMs: now(), pending: 0, takenAtMs: now(), perMinute }
      buckets.set(name, bucket)
    }
    arm()
    if (bucket.knownAtMs > now() + minuteMs) Object.assign(bucket, { known: 0, knownAtMs: now() })
    else if (bucket.pending === 0) Object.assign(bucket, { known: levelOf(bucket, now()), knownAtMs: now() })
    return bucket
  }
  const count = (bucket: Bucket): void => {
    bucket.pending += 1
    bucket.takenAtMs = now()
  }

  return {
    async take(name, perMinute) {
      const bucket = bucketOf(name, perMinute)
      const ownShare = Math.max(1, Math.floor(perMinute / 10))
      // Repeats if other waiting requests have used up the new share first.
      while (!away && bucket.pending >= ownShare && hasRoom(levelOf(bucket, now()), perMinute)) {
        if (!(await endsWithin(exchange(), waitAtMostMs))) away = true
      }
      const level = levelOf(bucket, now())
      const allowed = hasRoom(level, perMinute)
      if (allowed) count(bucket)
      return describeLevel(allowed ? level + 1 : level, allowed, perMinute)
    },
    add: (name, perMinute) => count(bucketOf(name, perMinute)),
    peek(name, perMinute) {
      const bucket = buckets.get(name)
      const level = bucket?.perMinute === perMinute ? levelOf(bucket, now()) : 0
      return describeLevel(level, hasRoom(level, perMinute), perMinute)
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await exchange()
    },
  }
}

/** Levels are sums of fractions, which are never entirely exact. */
const almost = 1e-6
const hasRoom = (level: number, perMinute: number): boolean => level + 1 <= perMinute + almost

/** Returns the level now. Counts since the last exchange drain as well; they are a quarter of a second old at most. */
const levelOf = ({ known, knownAtMs, pending, perMinute }: Bucket, nowMs: number): number =>
  Math.max(0, known + pending - (Math.max(0, nowMs - knownAtMs) / minuteMs) * perMinute)

function describeLevel(level: number, allowed: boolean, perMinute: number): Allowance {
  const msFor = (requests: number) => Math.ceil((Math.max(0, requests - almost) / perMinute) * minuteMs)
  return {
    allowed,
    limit: perMinute,
    remaining: Math.max(0, Math.floor(perMinute - level + almost)),
    resetAfterMs: msFor(level),
    retryAfterMs: allowed ? 0 : msFor(level + 1 - perMinute),
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

async function addAndRead(db: Db, buckets: Map<string, Bucket>): Promise<void> {
  const sent = [...buckets]
    .filter(([, bucket]) => bucket.pending > 0)
    .map(([name, bucket]) => ({ name, bucket, taken: bucket.pending, atMs: bucket.takenAtMs }))
  if (sent.length === 0) return
  // Rows in one order, so that two nodes that add to the same buckets cannot deadlock.
  sent.sort((a, b) => (a.name < b.name ? -1 : 1))
  const { rows } = await sql<{ bucket: string; level: number }>`
    insert into rate_bucket as b (bucket, level, per_minute, at)
    select * from unnest(${sent.map((one) => one.name)}::text[], ${sent.map((one) => one.taken)}::int[],
                         ${sent.map((one) => one.bucket.perMinute)}::int[],
                         ${sent.map((one) => new Date(one.atMs))}::timestamptz[])
    on conflict (bucket) do update set per_minute = excluded.per_minute,
      at = case when b.at > excluded.at + interval '1 minute' then excluded.at else greatest(b.at, excluded.at) end,
      level = excluded.level + case when b.at > excluded.at + interval '1 minute' then 0 else greatest(0, b.level
        - greatest(0, extract(epoch from excluded.at - b.at)) / 60 * excluded.per_minute) end
    returning b.bucket, b.level`.execute(db)
  const levels = new Map(rows.map((row) => [row.bucket, row.level]))
  for (const { name, bucket, taken, atMs } of sent) {
    bucket.pending -= taken
    bucket.known = levels.get(name) ?? bucket.known + taken
    bucket.knownAtMs = atMs
  }
}

/** A bucket with pending requests stays: a request may be waiting for its exchange, and would be counted nowhere. */
function forgetEmpty(buckets: Map<string, Bucket>, nowMs: number): void {
  for (const [name, bucket] of buckets) if (bucket.pending === 0 && levelOf(bucket, nowMs) === 0) buckets.delete(name)
}

/** Deletes buckets that are empty by now. */
export async function forgetOldBuckets(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('rateBucket')
    .where('rateBucket.at', '<', before(now, 2 * minuteMs))
    .execute()
}
