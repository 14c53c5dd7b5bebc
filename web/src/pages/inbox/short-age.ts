import { now } from '#web/lib/clock.ts'
import { dayKey, daysBetween } from '#web/lib/day.ts'
import { readLocale } from '#web/lib/locale.ts'
import { formatDate, formatWeekday } from '#web/lib/time.ts'

const minuteMs = 60_000
const hourMs = 3_600_000

const inUnit = (value: number, unit: 'minute' | 'hour'): string =>
  new Intl.NumberFormat(readLocale(), { style: 'unit', unit, unitDisplay: 'short' }).format(value)

/** "now", "12 min", "3 hr", "Wed", "21 Nov": how long ago, or when, in as few letters as a row has room for. */
export function shortAge(iso: string): string {
  const at = new Date(iso)
  const age = Math.max(now() - at.getTime(), 0)
  const days = daysBetween(dayKey(at), dayKey(new Date(now())))
  if (age < minuteMs) return new Intl.RelativeTimeFormat(readLocale(), { numeric: 'auto' }).format(0, 'second')
  if (age < hourMs) return inUnit(Math.floor(age / minuteMs), 'minute')
  if (days === 0 || age < 12 * hourMs) return inUnit(Math.floor(age / hourMs), 'hour')
  return days < 7 ? formatWeekday(at) : formatDate(dayKey(at))
}
