import { nowDate } from '#web/lib/clock.ts'
import { addDays, dayKey, dayOfMonth, firstWeekdayOf, startOfDay, startOfWeek } from '#web/lib/day.ts'
import { readLocale } from '#web/lib/locale.ts'
import type { View } from './calendar-search.ts'

const weeksOfMonth = 6
/** The list leads from the end of a month into the next one, of which it shows at least 19 days. */
const weeksOfList = 8

/**
 * Lists the days of a view by their midnights: the week of a day, or the six weeks that contain its month. The list has
 * two more.
 */
export function listDays(view: View, date: string): readonly Date[] {
  const day = startOfDay(date)
  const firstWeekday = firstWeekdayOf(readLocale())
  if (view === 'week') return daysFrom(startOfWeek(day, firstWeekday), 7)
  return daysFrom(
    startOfWeek(startOfDay(`${date.slice(0, 7)}-01`), firstWeekday),
    (view === 'list' ? weeksOfList : weeksOfMonth) * 7,
  )
}

const daysFrom = (first: Date, count: number): readonly Date[] =>
  Array.from({ length: count }, (_, nth) => addDays(first, nth))

/** Returns the first instant of a span of days, and the first one after it. */
export const boundsOf = (days: readonly Date[]): readonly [string, string] => [
  (days[0] ?? new Date()).toISOString(),
  addDays(days.at(-1) ?? new Date(), 1).toISOString(),
]

/** Moves by a week or a month. A day that the target month lacks becomes its last. */
export function turnPage(view: View, date: string, by: number): Date {
  const day = startOfDay(date)
  if (view === 'week') return addDays(day, 7 * by)
  const [year = 0, month = 0] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + by, 0)).getUTCDate()
  const turned = Date.UTC(year, month - 1 + by, Math.min(dayOfMonth(day), lastDay))
  return startOfDay(new Date(turned).toISOString().slice(0, 10))
}

/** The day on which a calendar page opens, in URL format. */
export const today = (): string => dayKey(nowDate())
