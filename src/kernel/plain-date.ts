import { after, days } from './clock.ts'

/** Dates without a time, as `YYYY-MM-DD`. They compare as text. */

/** Returns the date of a time in UTC. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10)

/** Returns the date a number of days later. */
export const addDays = (day: string, count: number): string => utcDay(after(new Date(day), days(count)))

/** Counts the days from one date to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / days(1))
