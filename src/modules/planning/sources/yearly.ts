import { utcDay } from '#kernel/plain-date.ts'

/** A rule that repeats an event once a year (RFC 5545, 3.3.10). */
interface YearlyRule {
  readonly interval: number
  readonly count: number | null
  readonly until: string | null
  readonly month: number | null
  readonly day: number | null
  /** A weekday of a month: the nth, or the nth from its end if negative. */
  readonly weekday: { readonly nth: number; readonly of: number } | null
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const parts = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYMONTH', 'BYMONTHDAY', 'BYDAY', 'WKST']

/** Parses a yearly rule. Returns `other` for a rule that means something else. */
export function parseRule(text: string): YearlyRule | 'other' {
  const values = new Map(
    text
      .toUpperCase()
      .split(';')
      .filter((part) => part !== '')
      .map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)] as const),
  )
  const readValue = (name: string) => values.get(name) ?? null
  if (readValue('FREQ') !== 'YEARLY' || [...values.keys()].some((name) => !parts.includes(name))) return 'other'
  const until = /^(\d{4})(\d\d)(\d\d)/.exec(readValue('UNTIL') ?? '')
  const byDay = readValue('BYDAY')
  const day = byDay === null ? null : /^([+-]?\d)(SU|MO|TU|WE|TH|FR|SA)$/.exec(byDay)
  const month = numberIn(readValue('BYMONTH'), 1, 12)
  const monthDay = numberIn(readValue('BYMONTHDAY'), 1, 31)
  const isUnclear =
    (byDay !== null && (day === null || month === null || monthDay !== null || Number(day[1]) === 0)) ||
    (values.has('BYMONTH') && month === null) ||
    (values.has('BYMONTHDAY') && (monthDay === null || month === null)) ||
    (values.has('UNTIL') && until === null)
  if (isUnclear) return 'other'
  return {
    interval: numberIn(readValue('INTERVAL'), 1, 1_000) ?? 1,
    count: numberIn(readValue('COUNT'), 1, 10_000),
    until: until === null ? null : `${until[1]}-${until[2]}-${until[3]}`,
    month,
    day: monthDay,
    weekday: day === null ? null : { nth: Number(day[1]), of: weekdays.indexOf(day[2] ?? '') },
  }
}

/** Lists the dates of a rule up to a day, the first one included. A year without the date, such as February 29, has none. */
export function listYears(start: string, rule: YearlyRule, last: string): readonly string[] {
  const { interval, count, until, month, day, weekday } = rule
  const [year = 0, startMonth = 1, startDay = 1] = start.split('-').map(Number)
  const end = until !== null && until < last ? until : last
  const endYear = Number(end.slice(0, 4))
  const dates = [start]
  for (let next = year; next <= endYear && dates.length < (count ?? Number.POSITIVE_INFINITY); next += interval) {
    const date = weekday
      ? findWeekday(next, month ?? startMonth, weekday)
      : findDay(next, month ?? startMonth, day ?? startDay)
    if (date !== null && date > start && date <= end) dates.push(date)
  }
  return dates
}

function numberIn(text: string | null, min: number, max: number): number | null {
  const value = /^\d{1,5}$/.test(text ?? '') ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : null
}

function findDay(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCMonth() === month - 1 ? utcDay(at) : null
}

function findWeekday(
  year: number,
  month: number,
  { nth, of }: { readonly nth: number; readonly of: number },
): string | null {
  const monthLength = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const edge = nth > 0 ? 1 : monthLength
  const shift = (of - new Date(Date.UTC(year, month - 1, edge)).getUTCDay() + (nth > 0 ? 7 : -7)) % 7
  const day = edge + shift + (nth > 0 ? nth - 1 : nth + 1) * 7
  return day >= 1 && day <= monthLength ? findDay(year, month, day) : null
}
