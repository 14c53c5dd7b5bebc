import { nowDate } from '#web/lib/clock.ts'
import { dayKey, shiftDay } from '#web/lib/day.ts'

export type Period = 'thisMonth' | 'nextMonth' | 'quarter' | 'own'

interface Days {
  readonly from: string
  readonly to: string
}

/** Returns the days of a period, in the page's zone. This month begins today, and ends with the month. */
export function daysOf(period: Exclude<Period, 'own'>): Days {
  const today = dayKey(nowDate())
  const next = firstOfMonth(today, 1)
  if (period === 'thisMonth') return { from: today, to: shiftDay(next, -1) }
  if (period === 'nextMonth') return { from: next, to: shiftDay(firstOfMonth(today, 2), -1) }
  return { from: today, to: shiftDay(firstOfMonth(today, 4), -1) }
}

/** The first day of a later month, for a date such as `2026-11-22`. */
function firstOfMonth(day: string, later: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + later)).toISOString().slice(0, 10)
}
