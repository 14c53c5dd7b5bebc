import { Cron } from 'croner'
import { after, before, days, hours, minutes } from './clock.ts'
import { movedPastMidnight, wallOf } from './local-time.ts'

/**
 * Reads cron expressions of five fields. A fixed time that a change to summer time skips fires at the first moment
 * after the gap. A fixed time that occurs twice fires once, the first time. A minute or an hour with a wildcard or a
 * step follows real time. So a daily run is daily in every zone, and an hourly run is hourly.
 */

interface CronFault {
  readonly field: 'cron' | FieldName
  readonly message: string
}

type FieldName = (typeof fields)[number]['name']

const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const dayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

const fields = [
  { name: 'minute', lowest: 0, highest: 59, names: [] },
  { name: 'hour', lowest: 0, highest: 23, names: [] },
  { name: 'day of month', lowest: 1, highest: 31, names: [] },
  { name: 'month', lowest: 1, highest: 12, names: monthNames },
  { name: 'day of week', lowest: 0, highest: 7, names: dayNames },
] as const satisfies readonly { name: string; lowest: number; highest: number; names: readonly string[] }[]

interface Field {
  readonly name: FieldName
  readonly lowest: number
  readonly highest: number
  readonly names: readonly string[]
}

interface Pattern {
  readonly minutes: ReadonlySet<number>
  readonly hours: ReadonlySet<number>
  fallsOn(day: Date): boolean
}

/** Returns each fault of an expression with its fix; empty when the expression can be used. */
export function cronFaults(cron: string): readonly CronFault[] {
  const read = readPattern(cron)
  if (Array.isArray(read)) return read
  if (firstDayOf(read) !== null) return []
  return [{ field: 'day of month', message: `"${cron}" never fires: none of its months has such a day.` }]
}

/**
 * Returns the first run strictly after an instant; null when there is none. Throws on an expression that `cronFaults`
 * rejects.
 */
export function nextRun(cron: string, timezone: string, after: Date): Date | null {
  return nextRuns(cron, timezone, after, 1)[0] ?? null
}

export function nextRuns(cron: string, timezone: string, after: Date, count: number): readonly Date[] {
  const { croner, late } = openCron(cron, timezone)
  if (late === null) return croner.nextRuns(count, after)
  const runs: Date[] = []
  for (let at = after; runs.length < count; ) {
    const next = croner.nextRun(at)
    if (next === null) break
    at = findMovedRun(late, timezone, at, next) ?? next
    runs.push(at)
  }
  return runs
}

/** The first hour that a change of the clocks can move past midnight. */
const lateHour = 22

/** Finds a run between two instants that has moved past midnight. Croner looks for a run on its own day only. */
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

/** Expressions that have been read. A scheduler asks thousands of times for the next run of the same few. */
const openCrons = new Map<string, OpenCron>()

interface OpenCron {
  readonly croner: Cron
  /** Set when the expression has fixed times late in the evening. */
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
  const pattern = readPattern(cron)
  const isFixed = !/[*/]/.test(cron.trim().split(/\s+/, 2).join(' '))
  const isLate = isFixed && !Array.isArray(pattern) && Math.max(...pattern.hours) >= lateHour
  const opened = { croner, late: isLate ? pattern : null }
  if (openCrons.size >= rememberedMax) openCrons.clear()
  openCrons.set(key, opened)
  return opened
}

/**
 * Returns the last run after `from`, up to and including `until`; null when there is none. Looks back in growing steps,
 * since there may be many runs in between.
 */
export function latestRun(cron: string, timezone: string, from: Date, until: Date): Date | null {
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
 * Returns the shortest wall-clock time between two runs on any date; Infinity when the expression never fires. The zone
 * does not matter: a change to or from summer time moves single runs, and is no reason to refuse an expression.
 */
export function minGapMs(cron: string): number {
  const read = readPattern(cron)
  if (Array.isArray(read)) throw new Error(`unusable cron expression: ${read.map((fault) => fault.message).join(' ')}`)
  const times = [...read.hours].flatMap((hour) => [...read.minutes].map((minute) => hour * 60 + minute))
  times.sort((a, b) => a - b)
  const inOneDay = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  const overnight = shortestDayGap(read) * 1_440 - ((times.at(-1) ?? 0) - (times[0] ?? 0))
  const noDays = firstDayOf(read) === null
  return noDays ? Number.POSITIVE_INFINITY : inOneDay.reduce((a, b) => Math.min(a, b), overnight) * 60_000
}

/**
 * Names found valid. A check costs a tenth of a millisecond, every run of a cron makes one, and a valid name stays
 * valid.
 */
const goodTimezones = new Set<string>()
/**
 * Greater than the number of zones. The limit is needed because names ignore case, so clients can write one name in
 * many ways.
 */
const rememberedMax = 1_000

/** True for an IANA name, such as Europe/Berlin or UTC. Bare offsets are refused: they know nothing of summer time. */
export function isTimezone(name: string): boolean {
  if (goodTimezones.has(name)) return true
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    if (goodTimezones.size < rememberedMax) goodTimezones.add(name)
    return true
  } catch {
    return false
  }
}

function readPattern(cron: string): Pattern | CronFault[] {
  const parts = cron.trim().split(/\s+/)
  if (parts.length !== fields.length || cron.trim() === '') {
    const found = cron.trim() === '' ? 0 : parts.length
    const wanted = fields.map((field) => field.name).join(', ')
    return [{ field: 'cron', message: `A cron expression has 5 fields (${wanted}); this one has ${found}.` }]
  }
  const faults: CronFault[] = []
  const sets = fields.map((field, index) => {
    const read = readField(field, parts[index] ?? '')
    if (typeof read !== 'string') return read
    faults.push({ field: field.name, message: read })
    return new Set<number>()
  })
  if (faults.length > 0) return faults
  const [minutes, hours, days, months, weekdays] = sets as [
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
  ]
  if (weekdays.has(7)) weekdays.add(0)
  const anyDay = parts[2] === '*'
  const anyWeekday = parts[4] === '*'
  return {
    minutes,
    hours,
    fallsOn(day) {
      if (!months.has(day.getUTCMonth() + 1)) return false
      const byDate = days.has(day.getUTCDate())
      const byWeekday = weekdays.has(day.getUTCDay())
      // As in every cron: when both the day of the month and the day of the week are given, either is enough.
      if (!anyDay && !anyWeekday) return byDate || byWeekday
      return anyDay ? byWeekday : byDate
    },
  }
}

/** Returns the values that a field allows, or a sentence that describes the fault. */
function readField(field: Field, text: string): Set<number> | string {
  const values = new Set<number>()
  for (const item of text.split(',')) {
    const shape = /^(\*|[A-Za-z0-9]+)(?:-([A-Za-z0-9]+))?(?:\/([0-9]+))?$/.exec(item)
    if (!shape) return unreadable(field, item)
    const [, start = '', end, every] = shape
    const star = start === '*'
    const from = star ? field.lowest : numberOf(field, start)
    const to = end !== undefined ? numberOf(field, end) : star ? starEnd(field) : from
    if (from === null || to === null || (star && end !== undefined)) return unreadable(field, item)
    if (from > to) return `In the ${field.name}, the range "${item}" runs backwards; write the lower value first.`
    const step = Number(every ?? 1)
    const span = starEnd(field) - field.lowest + 1
    if (step < 1 || step > span) return `In the ${field.name}, the step of "${item}" must be from 1 to ${span}.`
    if (every !== undefined && !star && end === undefined) {
      const right = `"*/${step}" or "${start}-${starEnd(field)}/${step}"`
      return `In the ${field.name}, a step needs a range: write ${right} instead of "${item}".`
    }
    for (let value = from; value <= to; value += step) values.add(value)
  }
  return values
}

const starEnd = (field: Field): number => (field.highest === 7 ? 6 : field.highest)

function numberOf(field: Field, text: string): number | null {
  const named = field.names.indexOf(text.toUpperCase())
  if (named >= 0) return named + field.lowest
  if (!/^[0-9]{1,2}$/.test(text)) return null
  const value = Number(text)
  return value >= field.lowest && value <= field.highest ? value : null
}

function unreadable(field: Field, item: string): string {
  const names = field.names.length > 0 ? ` or names (${field.names.join(', ')})` : ''
  return (
    `The ${field.name} takes numbers from ${field.lowest} to ${field.highest}${names}, as lists (1,2), ranges (1-5), ` +
    `"*" and steps (*/2); "${item}" is none of these.`
  )
}

/** Yields the days of 28 years: every combination of weekday, month and leap day occurs within them. */
function* calendar(): Generator<Date> {
  for (let day = 0; day < 28 * 366; day++) yield new Date(Date.UTC(2000, 0, 1 + day))
}

function firstDayOf(pattern: Pattern): Date | null {
  for (const day of calendar()) if (pattern.fallsOn(day)) return day
  return null
}

function shortestDayGap(pattern: Pattern): number {
  let shortest = Number.POSITIVE_INFINITY
  let last: number | null = null
  for (const day of calendar()) {
    if (!pattern.fallsOn(day)) continue
    if (last !== null) shortest = Math.min(shortest, (day.getTime() - last) / 86_400_000)
    if (shortest === 1) return 1
    last = day.getTime()
  }
  return shortest
}
