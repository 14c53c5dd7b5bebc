import { before, days } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { instantOf, wallTime } from '#kernel/local-time.ts'
import type { Granularity } from './buckets.ts'

export interface Period {
  readonly start: Date
  readonly end: Date
  /** The first moment after the period. What happens now is part of a period that ends now. */
  readonly until: Date
  readonly granularity: Granularity
  readonly timezone: string
  /** The start that was asked for, where the plan keeps numbers for less time. */
  readonly clampedFrom: Date | null
}

interface PeriodRequest {
  /** A date in the user's time zone, or a time. */
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly granularity: Granularity
  readonly timezone: string
}

interface Limits {
  readonly now: Date
  /** The days that the plan keeps. Null: for ever. */
  readonly keptDays: number | null
  /** The names of the two parameters, for faults. */
  readonly names?: readonly [start: string, end: string]
}

const quarterMs = 15 * 60_000
const dayMs = days(1)
const hourlyMaxMs = days(31)
/** The longest period where the plan sets no limit. */
const mostDays = 3_660

/**
 * Returns the period that a request means. A date as the end means the end of that day. Publications are counted by
 * quarters of an hour, so a period begins and ends with one. Nothing is known of the future, so no period ends there.
 */
export function resolvePeriod(
  { startDate, endDate, granularity, timezone }: PeriodRequest,
  { now, keptDays, names = ['startDate', 'endDate'] }: Limits,
): Period {
  const oldest = floorQuarter(before(now, days(keptDays ?? mostDays)))
  const asked = startDate === undefined ? oldest : floorQuarter(instantIn(startDate, timezone, 0))
  const wanted = endDate === undefined ? new Date(now.getTime() + 1) : ceilQuarter(instantIn(endDate, timezone, dayMs))
  if (wanted <= asked) fault(names[1], `must be later than ${names[0]}, and ${names[0]} must not be in the future`)
  const start = asked < oldest ? oldest : asked
  if (start >= now) fault(names[0], 'must not be in the future')
  const latest = wanted > now ? now : wanted
  const end = latest < start ? start : latest
  const until = wanted > now ? new Date(now.getTime() + 1) : end
  if (granularity === 'hour' && end.getTime() - start.getTime() > hourlyMaxMs)
    refuse('granularity_too_fine', {
      detail: 'Hourly data covers at most 31 days. Choose a shorter period, or set granularity to day, week or month.',
    })
  return { start, end, until, granularity, timezone, clampedFrom: asked < oldest ? asked : null }
}

const floorQuarter = (at: Date): Date => new Date(Math.floor(at.getTime() / quarterMs) * quarterMs)
const ceilQuarter = (at: Date): Date => new Date(Math.ceil(at.getTime() / quarterMs) * quarterMs)

/** Reads a date or a time. A date is the start of that local day, or of a day after it. */
function instantIn(text: string, timezone: string, laterMs: number): Date {
  if (text.length > 10) return new Date(text)
  const wall = wallTime(`${text}T00:00`) ?? Number.NaN
  return instantOf(wall + laterMs, timezone)
}

function fault(name: string, message: string): never {
  refuse('validation_failed', { errors: [{ path: `/${name}`, code: 'custom', message }] })
}
