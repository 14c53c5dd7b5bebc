import { currentLanguage } from '#web/i18n/index.ts'
import { now as serviceNow } from '#web/lib/clock.ts'
import { dayKey, daysBetween } from '#web/lib/day.ts'
import { keepInLocale, readLocale } from '#web/lib/locale.ts'
import { shownZone } from '#web/lib/zones.ts'

type InZone = (timeZone?: string) => Intl.DateTimeFormat

/** Caches a formatter for each zone. Without a zone, it formats in the page's. */
function keepInZones(make: (locale: string, timeZone: string) => Intl.DateTimeFormat): InZone {
  const byZone = new Map<string, () => Intl.DateTimeFormat>()
  return (timeZone = shownZone()) => {
    const formatter = byZone.get(timeZone) ?? keepInLocale((locale) => make(locale, timeZone))
    byZone.set(timeZone, formatter)
    return formatter()
  }
}

const keepFormatter = (options: Intl.DateTimeFormatOptions): InZone =>
  keepInZones((locale, timeZone) => new Intl.DateTimeFormat(locale, { ...options, timeZone }))

/** True in locales with a 12-hour clock. */
const hasTwelveHours = keepInLocale(
  (locale) => new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 ?? false,
)

/** Formats times as in the reader's region: "9:00 AM" with twelve hours has no leading zero, "09:00" has one. */
const keepTimeFormatter = (options: Intl.DateTimeFormatOptions = {}): InZone =>
  keepInZones(
    (locale, timeZone) =>
      new Intl.DateTimeFormat(locale, {
        ...options,
        timeZone,
        hour: hasTwelveHours() ? 'numeric' : '2-digit',
        minute: '2-digit',
      }),
  )

const shortDay = { day: 'numeric', month: 'short' } as const

/** Within ten months, a day without its year is not mistaken for one of another year. */
const obviousMs = 300 * 86_400_000
const weekdayAndDay = keepFormatter({ weekday: 'short', ...shortDay })
const dayAndTime = keepTimeFormatter({ weekday: 'short', ...shortDay })
const dayAndTimeInYear = keepTimeFormatter({ weekday: 'short', ...shortDay, year: 'numeric' })
const clock = keepTimeFormatter()
const hourOfDay = keepFormatter({ hour: 'numeric' })
const longDay = keepFormatter({ weekday: 'long', day: 'numeric', month: 'long' })
const longDayInYear = keepFormatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const weekdays = { short: keepFormatter({ weekday: 'short' }), long: keepFormatter({ weekday: 'long' }) } as const
const monthAndYear = keepFormatter({ month: 'long', year: 'numeric' })
const fullDay = keepFormatter({ ...shortDay, year: 'numeric' })
const dayInYear = keepFormatter(shortDay)
const weekdayAndTime = keepTimeFormatter({ weekday: 'short' })
const distance = keepInLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))

/**
 * "Thu 26 Nov, 09:00" or "Thu, Nov 26, 9:00 AM", with the year if it is not obvious. Like all times here, in the page's
 * zone.
 */
export const formatDayAndTime = (iso: string): string =>
  (Math.abs(Date.parse(iso) - serviceNow()) < obviousMs ? dayAndTime : dayAndTimeInYear)().format(new Date(iso))

/** "Thu 09:00" or "Thu 26 Nov, 09:00", in local time of a zone. */
export const formatInZone = (iso: string, timeZone: string, length: 'short' | 'long'): string =>
  (length === 'long' ? dayAndTime : weekdayAndTime)(timeZone).format(new Date(iso))

/** "09:00" or "9:00 AM". */
export const formatTime = (iso: string): string => clock().format(new Date(iso))

/** "Thursday, 26 November". */
export const formatDay = (date: Date): string => longDay().format(date)

/** "Thursday, 26 November 2026". */
export const formatDayInYear = (date: Date): string => longDayInYear().format(date)

/** "Thu 26 Nov". */
export const formatShortDay = (date: Date): string => weekdayAndDay().format(date)

/** "Thu". */
export const formatWeekday = (date: Date): string => weekdays.short().format(date)

/** A Sunday, as the reference for weekdays. */
const aSunday = Date.UTC(2026, 10, 1)
const dayMs = 86_400_000

/** "Thu" or "Thursday", for 4: Sunday is 0. */
export const nameOfWeekday = (weekday: number, length: 'long' | 'short' = 'short'): string =>
  weekdays[length]('UTC').format(aSunday + weekday * dayMs)

/** "09:00" or "9 AM", for 9. */
export const nameOfHour = (hour: number): string =>
  (hasTwelveHours() ? hourOfDay : clock)('UTC').format(Date.UTC(2026, 10, 1, hour))

/** "09" or "9 AM", for 9: a heading that may wrap between its words. */
export const headingOfHour = (hour: number): string =>
  hasTwelveHours() ? nameOfHour(hour).replaceAll(/\s/g, ' ') : String(hour).padStart(2, '0')

/** "09:00" or "9:00 AM", for a time of day such as `09:00`. */
export const formatClock = (time: string): string => clock('UTC').format(new Date(`2023-01-01T${time}Z`))

/** "November 2026", for `2026-11`. It is a heading, so its month has a capital letter in every language. */
export function formatMonth(month: string): string {
  const text = monthAndYear('UTC').format(new Date(`${month}-01T00:00Z`))
  return `${text.charAt(0).toLocaleUpperCase(readLocale())}${text.slice(1)}`
}

/** "25 Oct – 21 Nov 2026", for two dates such as `2026-10-25`. Dates have no time zone. */
export const formatDates = (start: string, end: string): string =>
  fullDay('UTC').formatRange(new Date(`${start}T00:00Z`), new Date(`${end}T00:00Z`))

/** "21 Nov", for `2026-11-21`. */
export const formatDate = (day: string): string => dayInYear('UTC').format(new Date(`${day.slice(0, 10)}T00:00Z`))

/** "21 Nov 2026", for a time. */
export const formatFullDay = (iso: string): string => fullDay().format(new Date(iso))

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** "in 3 hours", "2 minutes ago". */
export function formatDistance(iso: string, now = serviceNow()): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1_000)
  const [unit, size] = units.find(([, one]) => Math.abs(seconds) >= one) ?? units[3]
  // Days are calendar days: on Sunday at noon, Tuesday morning is "in 2 days", not "tomorrow".
  const count = unit === 'day' ? daysBetween(dayKey(new Date(now)), dayKey(new Date(iso))) : Math.trunc(seconds / size)
  return distance().format(count, unit)
}

/** "0.4 s", "12 s", "3 min": a delay, in the largest unit that fits. */
export function formatLateness(ms: number): string {
  const [value, unit] =
    ms < 60_000 ? [ms / 1_000, 'second'] : ms < 3_600_000 ? [ms / 60_000, 'minute'] : [ms / 3_600_000, 'hour']
  const style = { style: 'unit', unit, unitDisplay: 'narrow', maximumFractionDigits: value < 10 ? 1 : 0 } as const
  return new Intl.NumberFormat(readLocale(), style).format(value)
}

/** "3 minutes", "2 hours": only the largest unit. */
export function formatDuration(ms: number): string {
  const [unit, size] = units.find(([, one]) => ms >= one * 1_000) ?? units[3]
  const count = Math.round(ms / 1_000 / size)
  return new Intl.NumberFormat(currentLanguage(), { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/** "3 days", for 4,320 minutes: the largest unit that fits. */
export function formatLength(minutes: number): string {
  const [unit, size] =
    minutes % 1_440 === 0
      ? (['day', 1_440] as const)
      : minutes % 60 === 0
        ? (['hour', 60] as const)
        : (['minute', 1] as const)
  return new Intl.NumberFormat(readLocale(), { style: 'unit', unit, unitDisplay: 'long' }).format(minutes / size)
}
