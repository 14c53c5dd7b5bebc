/** Cron expressions as sets of minutes, hours and days. */

export interface CronFault {
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

export interface Pattern {
  readonly minutes: ReadonlySet<number>
  readonly hours: ReadonlySet<number>
  fallsOn(day: Date): boolean
}

/** Lists the minutes of a day at which a pattern runs, sorted. */
export const timesOf = ({ hours, minutes }: Pattern): number[] =>
  [...hours].flatMap((hour) => [...minutes].map((minute) => hour * 60 + minute)).sort((a, b) => a - b)

/** Parses an expression, or lists its errors. */
export function readPattern(cron: string): Pattern | CronFault[] {
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
      // As in every cron implementation: if both the day of the month and the day of the week are given, either
      // matches.
      if (!anyDay && !anyWeekday) return byDate || byWeekday
      return anyDay ? byWeekday : byDate
    },
  }
}

/** Returns the values that a field allows, or a sentence that describes the error. */
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
  return `The ${field.name} accepts numbers from ${field.lowest} to ${field.highest}${names}, as lists (1,2), ranges (1-5), "*" and steps (*/2); "${item}" is none of these.`
}

/** Yields the days of 28 years: every combination of weekday, month and leap day occurs within them. */
function* calendar(): Generator<Date> {
  for (let day = 0; day < 28 * 366; day++) yield new Date(Date.UTC(2000, 0, 1 + day))
}

export function firstDayOf(pattern: Pattern): Date | null {
  for (const day of calendar()) if (pattern.fallsOn(day)) return day
  return null
}

export function shortestDayGap(pattern: Pattern): number {
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
