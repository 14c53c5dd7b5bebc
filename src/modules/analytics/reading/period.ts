import { before, days } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { instantOf, wallTime } from '#kernel/local-time.ts'
import type { Granularity } from './buckets.ts'

export interface Period {
  readonly start: Date
  readonly end: Date
  /** The first moment after the period. A period that ends now includes the current moment. */
  readonly until: Date
  readonly granularity: Granularity
  readonly timezone: string
  /** The requested start, if the plan does not reach that far back. */
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
  /** The number of days that the plan retains. Null if unlimited. */
  readonly keptDays: number | null
  /** The names of the two parameters, for error messages. */
  readonly names?: readonly [start: string, end: string]
}

const quarterMs = 15 * 60_000
const dayMs = days(1)
const hourlyMaxMs = days(31)
/** The longest period if the plan sets no limit. */
const mostDays = 3_660

/**
 * Returns the period of a request. A date as the end includes the whole day. Publications are counted by quarters of an
 * hour, so a period starts and ends on one. A period cannot end in the future.
 */
export function resolvePeriod(
  { startDate, endDate, granularity, timezone }: PeriodRequest,
  { now, keptDays, names = ['startDate', 'endDate'] }: Limits,
): Period {
  const oldest = floorQuarter(before(now, days(keptDays ?? mostDays)))
  const requested = startDate === undefined ? oldest : floorQuarter(instantIn(startDate, timezone, 0))
  const wanted = endDate === undefined ? new Date(now.getTime() + 1) : ceilQuarter(instantIn(endDate, timezone, dayMs))
  if (wanted <= requested) fault(names[1], `must be later than ${names[0]}, and ${names[0]} must not be in the future`)
  const start = requested < oldest ? oldest : requested
  if (start >= now) fault(names[0], 'must not be in the future')
  const latest = wanted > now ? now : wanted
  const end = latest < start ? start : latest
  const until = wanted > now ? new Date(now.getTime() + 1) : end
  if (granularity === 'hour' && end.getTime() - start.getTime() > hourlyMaxMs)
    refuse('granularity_too_fine', {
      detail: 'Hourly data covers at most 31 days. Choose a shorter period, or set granularity to day, week or month.',
    })
  return { start, end, until, granularity, timezone, clampedFrom: requested < oldest ? requested : null }
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
  refuse('validation_failed', { errors: [{ path: `/query/${name}`, code: 'invalid_value', message }] })
}
