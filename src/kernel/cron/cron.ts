import { Cron } from 'croner'
import { after, before, days, hours, minutes } from '../clock.ts'
import { isTimezone, movedPastMidnight, steadyOffsetMs, wallOf } from '../local-time.ts'
import { type CronFault, firstDayOf, type Pattern, readPattern, shortestDayGap, timesOf } from './pattern.ts'

/**
 * Evaluates cron expressions with five fields. A fixed time that is skipped by the change to summer time fires at the
 * first moment after the gap. A fixed time that occurs twice fires once, at its first occurrence. A minute or hour with
 * a wildcard or step follows elapsed time. So a daily run is daily in every zone, and an hourly run is hourly.
 */

/** Returns the errors of an expression with their fixes. Empty if the expression is valid. */
export function cronFaults(cron: string): readonly CronFault[] {
  const read = readPattern(cron)
  if (Array.isArray(read)) return read
  if (firstDayOf(read) !== null) return []
  return [{ field: 'day of month', message: `"${cron}" never runs: none of its months has that day.` }]
}

/**
 * Returns the first run strictly after an instant, or null if there is none. Throws for an expression that `cronFaults`
 * rejects.
 */
export function nextRun(cron: string, timezone: string, after: Date): Date | null {
  return nextRuns(cron, timezone, after, 1)[0] ?? null
}

export const nextRuns = (cron: string, timezone: string, after: Date, count: number): readonly Date[] => [
  ...eachRun(cron, timezone, after).take(count),
]

/** Yields the runs after an instant, for callers that do not know how many they need. */
export function* eachRun(cron: string, timezone: string, after: Date): Generator<Date, undefined> {
  const opened = openCron(cron, timezone)
  for (let at: Date | null = after; ; ) {
    at = findPlainRun(opened, timezone, at) ?? findRun(opened, timezone, at)
    if (at === null) return
    yield at
  }
}

/** Finds the next run at any time, including around a clock change. */
function findRun({ croner, late }: OpenCron, timezone: string, after: Date): Date | null {
  const next = croner.nextRun(after)
  return late === null || next === null ? next : (findMovedRun(late, timezone, after, next) ?? next)
}

/** The first hour that a clock change can move past midnight. */
const lateHour = 22

/** Finds a run between two instants that was moved past midnight. Croner only looks for a run on its own day. */
function findMovedRun(pattern: Pattern, timezone: string, from: Date, until: Date): Date | null {
  const lastDay = wallOf(until, timezone)
  for (let day = wallOf(from, timezone) - days(1); day <= lastDay; day += days(1)) {
    const midnight = Math.floor(day / days(1)) * days(1)
    if (!pattern.fallsOn(new Date(midnight))) continue
    for (const hour of pattern.hours) {
      if (hour < lateHour) continue
      for (const minute of pattern.minutes) {
        const moved = movedPastMidnight(midnight + hours(hour) + minutes(minute), timezone)
        if (moved && moved > from && moved < until) return moved
      }
    }
  }
  return null
}

/** Cache of parsed expressions. A scheduler computes the next run of the same few expressions thousands of times. */
const openCrons = new Map<string, OpenCron>()
const rememberedMax = 1_000

interface OpenCron extends PlainCron {
  readonly croner: Cron
  /** Set if the expression has fixed times late in the evening. */
  readonly late: Pattern | null
}

function openCron(cron: string, timezone: string): OpenCron {
  const key = `${timezone} ${cron}`
  const known = openCrons.get(key)
  if (known) return known
  const faults = cronFaults(cron)
  if (faults.length > 0) throw new Error(`unusable cron expression: ${faults.map((fault) => fault.message).join(' ')}`)
  if (!isTimezone(timezone)) throw new Error(`"${timezone}" is not an IANA time zone such as Europe/Berlin`)
  const croner = new Cron(cron.trim(), { timezone, mode: '5-part', fixedTimeRule: 'no-wildcard' })
  const pattern = readPattern(cron) as Pattern
  const isFixed = !/[*/]/.test(cron.trim().split(/\s+/, 2).join(' '))
  const isLate = isFixed && Math.max(...pattern.hours) >= lateHour
  const opened = { croner, pattern, times: timesOf(pattern), late: isLate ? pattern : null }
  if (openCrons.size >= rememberedMax) openCrons.clear()
  openCrons.set(key, opened)
  return opened
}

/**
 * Returns the last run after `from`, up to and including `until`, or null if there is none. Usually there is at most
 * one. Otherwise it searches backward in growing steps, since there may be many runs in between.
 */
export function latestRun(cron: string, timezone: string, from: Date, until: Date): Date | null {
  const [first, second] = nextRuns(cron, timezone, from, 2)
  if (!first || first > until) return null
  if (!second || second > until) return first
  for (let backMs = minutes(1); after(from, backMs) < until; backMs *= 2) {
    const found = lastBetween(cron, timezone, before(until, backMs), until)
    if (found) return found
  }
  return lastBetween(cron, timezone, from, until)
}

function lastBetween(cron: string, timezone: string, from: Date, until: Date): Date | null {
  let last: Date | null = null
  for (let run = nextRun(cron, timezone, from); run && run <= until; run = nextRun(cron, timezone, run)) last = run
  return last
}

/**
 * Returns the shortest wall-clock time between two runs on any date, or Infinity if the expression never fires. The
 * zone does not matter: a change to or from summer time only moves single runs, which is not a reason to reject an
 * expression.
 */
export function minGapMs(cron: string): number {
  const read = readPattern(cron)
  if (Array.isArray(read)) throw new Error(`unusable cron expression: ${read.map((fault) => fault.message).join(' ')}`)
  const times = timesOf(read)
  const inOneDay = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  const overnight = shortestDayGap(read) * 1_440 - ((times.at(-1) ?? 0) - (times[0] ?? 0))
  const noDays = firstDayOf(read) === null
  return noDays ? Number.POSITIVE_INFINITY : inOneDay.reduce((a, b) => Math.min(a, b), overnight) * 60_000
}

interface PlainCron {
  readonly pattern: Pattern
  /** The sorted minutes of a day at which it runs. */
  readonly times: readonly number[]
}

/** Patterns with longer gaps are rare, and in most zones a longer span contains a clock change. */
const farthestDays = 35

/**
 * Finds the next run after an instant by plain arithmetic, which works if the zone's clocks do not change before it.
 * Returns null if they do, or if the run is far away. Croner handles both but takes a hundred times as long: too long
 * for the thousands of runs in a calendar.
 */
function findPlainRun({ pattern, times }: PlainCron, timezone: string, after: Date): Date | null {
  const offset = steadyOffsetMs(timezone, after.getTime(), after.getTime())
  if (offset === null) return null
  const earliest = (Math.floor((after.getTime() + offset) / minutes(1)) + 1) * minutes(1)
  const firstDay = Math.floor(earliest / days(1)) * days(1)
  for (let day = firstDay; day <= firstDay + days(farthestDays); day += days(1)) {
    if (!pattern.fallsOn(new Date(day))) continue
    const time = times.find((minute) => day + minutes(minute) >= earliest)
    if (time === undefined) continue
    const at = day + minutes(time) - offset
    return steadyOffsetMs(timezone, after.getTime(), at) === offset ? new Date(at) : null
  }
  return null
}
