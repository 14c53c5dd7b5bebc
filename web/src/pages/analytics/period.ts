import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { type AnalyticsSearch, type Range, ranges, type Step } from './analytics-search.ts'

/** A period by its first and last day, such as `2026-11-21`. */
export interface Period {
  readonly start: string
  readonly end: string
  readonly days: number
}

export const usualRange: Range = '28d'
const dayMs = 86_400_000

/** Adds days to a date. Dates have no hours, so clock changes do not matter. */
const shift = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

const daysBetween = (start: string, end: string): number =>
  Math.round((Date.parse(`${end}T00:00:00Z`) - Date.parse(`${start}T00:00:00Z`)) / dayMs) + 1

const periodOf = (start: string, end: string): Period => ({ start, end, days: daysBetween(start, end) })

/** The period in the URL: two dates, or a preset up to today. */
export function periodIn({ range, from, to }: AnalyticsSearch, today = dayKey(nowDate())): Period {
  if (from && to && from <= to) return periodOf(from, to)
  return periodOf(shift(today, 1 - ranges[range ?? usualRange]), today)
}

/** Returns the period of the same length directly before. */
export const periodBefore = ({ start, days }: Period): Period => periodOf(shift(start, -days), shift(start, -1))

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

/** The reader's time zone, in which days and hours are counted. */
export const readerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
