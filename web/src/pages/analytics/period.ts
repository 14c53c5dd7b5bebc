import { nowDate } from '#web/lib/clock.ts'
import { dayKey, daysBetween, shiftDay } from '#web/lib/day.ts'
import { type AnalyticsSearch, type Range, ranges, type Step } from './analytics-search.ts'

/** A period by its first and last day, such as `2026-11-21`. */
export interface Period {
  readonly start: string
  readonly end: string
  readonly days: number
}

export const usualRange: Range = '28d'

const periodOf = (start: string, end: string): Period => ({ start, end, days: daysBetween(start, end) + 1 })

/** The period in the URL: two dates, or a preset up to today. */
export function periodIn({ range, from, to }: AnalyticsSearch, today = dayKey(nowDate())): Period {
  if (from && to && from <= to) return periodOf(from, to)
  return periodOf(shiftDay(today, 1 - ranges[range ?? usualRange]), today)
}

/** Returns the period of the same length directly before. */
export const periodBefore = ({ start, days }: Period): Period => periodOf(shiftDay(start, -days), shiftDay(start, -1))

/** The two compared periods in the URL, and the step for charting the longer one. */
export function comparedIn({ from, to, from2, to2 }: AnalyticsSearch) {
  const b = periodIn({ from: from2, to: to2 })
  const a = from ? periodIn({ from, to }) : periodBefore(b)
  return { a, b, step: usualStep(a.days > b.days ? a : b) }
}

/** Returns a step that gives a chart between ten and sixty points. */
export function usualStep({ days }: Period): Step {
  if (days <= 45) return 'day'
  return days <= 200 ? 'week' : 'month'
}
