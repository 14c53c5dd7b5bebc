import { dayKey } from '#web/lib/day.ts'

/** A month of a year, as the address of the calendar names it: `2026-11`. */
export type MonthKey = string

const weeksShown = 6

export const monthOf = (date: Date): MonthKey => dayKey(date).slice(0, 7)

export const shiftMonth = (month: MonthKey, by: number): MonthKey => {
  const first = firstOf(month)
  first.setMonth(first.getMonth() + by)
  return monthOf(first)
}

/** Lists the days of the six weeks that hold the month, as local midnights. */
export function listDays(month: MonthKey, firstWeekday: number): readonly Date[] {
  const first = firstOf(month)
  const back = (first.getDay() - firstWeekday + 7) % 7
  return Array.from({ length: weeksShown * 7 }, (_, nth) => {
    // Counted in dates and not in hours, because a day with a change of the clock has 23 or 25.
    const day = firstOf(month)
    day.setDate(1 - back + nth)
    return day
  })
}

function firstOf(month: MonthKey): Date {
  const [year = 1970, nth = 1] = month.split('-').map(Number)
  return new Date(year, nth - 1, 1)
}
