import { days } from '#kernel/clock.ts'
import { instantOf, wallOf } from '#kernel/local-time.ts'

/** The latest days whose waits are read from the items: an answer may come later. Earlier days stay as they were stored. */
export const liveDays = 31

const dayMs = days(1)

/** Returns the date of an instant in a zone, such as 2026-12-01. */
export const dayIn = (at: Date, timezone: string): string => new Date(wallOf(at, timezone)).toISOString().slice(0, 10)

/** Returns the date some days later. */
export const shiftDay = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

/** Returns the first moment of a day in a zone. */
export const startOf = (day: string, timezone: string): Date => instantOf(Date.parse(day), timezone)

/** Returns the number of days between two dates. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
