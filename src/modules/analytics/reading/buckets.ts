import { instantOf, wallOf } from '#kernel/local-time.ts'

export const granularities = ['hour', 'day', 'week', 'month'] as const
export type Granularity = (typeof granularities)[number]

/** A part of a period: from its start, inclusive, to its end, exclusive. */
interface Bucket {
  /** The local date on which the hour, day, week or month begins. Hours also include the local time. */
  readonly date: string
  readonly start: Date
  readonly end: Date
}

interface Span {
  readonly start: Date
  readonly end: Date
  readonly timezone: string
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Divides a period into local hours, days, weeks (from Monday) or months. A day with a clock change has 23 or 25 hours.
 * The first and last buckets are cut off at the ends of the period.
 */
export function cutIntoBuckets({ start, end, timezone }: Span, granularity: Granularity): Bucket[] {
  const buckets: Bucket[] = []
  for (let at = start; at < end; ) {
    const wall = floorWall(wallOf(at, timezone), granularity)
    const next = nextStart(at, wall, timezone, granularity)
    const date = new Date(wall).toISOString().slice(0, granularity === 'hour' ? 16 : 10)
    buckets.push({ date, start: at, end: next < end ? next : end })
    at = next
  }
  return buckets
}

/** Returns the wall time at which the bucket of a wall time begins. */
function floorWall(wall: number, granularity: Granularity): number {
  if (granularity === 'hour') return wall - (((wall % hourMs) + hourMs) % hourMs)
  const day = wall - (((wall % dayMs) + dayMs) % dayMs)
  const date = new Date(day)
  if (granularity === 'week') return day - ((date.getUTCDay() + 6) % 7) * dayMs
  return granularity === 'month' ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) : day
}

function nextStart(at: Date, wall: number, timezone: string, granularity: Granularity): Date {
  const shownAt = wallOf(at, timezone)
  // Hours follow each other in real time, whatever the clocks show.
  if (granularity === 'hour') return new Date(at.getTime() + hourMs - (shownAt - wall))
  const nextWall = ceilWall(wall, granularity)
  // The bucket's own offset is right unless the clocks change within it.
  const guess = new Date(nextWall - (shownAt - at.getTime()))
  return wallOf(guess, timezone) === nextWall ? guess : instantOf(nextWall, timezone)
}

function ceilWall(wall: number, granularity: Exclude<Granularity, 'hour'>): number {
  const date = new Date(wall)
  if (granularity === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
  return wall + (granularity === 'week' ? 7 : 1) * dayMs
}
