import { fromWall, readOffsetMs, toWall } from '#rules/wall-clock.ts'
import { shownZone } from './zones.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

/** The date in the page's zone, as `2026-11-22`. */
export const dayKey = (date: Date): string => toWall(date, shownZone()).slice(0, 10)

/** The midnight that starts a day in the page's zone. */
export const startOfDay = (key: string): Date => new Date(fromWall(`${key}T00:00`, shownZone()).at)

/** The number of a day in its month. */
export const dayOfMonth = (date: Date): number => Number(dayKey(date).slice(8))

/** The weekday of a date such as `2026-11-22`. Sunday is 0. */
export const weekdayOf = (key: string): number => new Date(`${key}T00:00Z`).getUTCDay()

/** Adds days to a date such as `2026-11-22`. Dates have no hours, so clock changes do not matter. */
export const shiftDay = (key: string, count: number): string =>
  new Date(Date.parse(`${key}T00:00Z`) + count * dayMs).toISOString().slice(0, 10)

/** Counts the midnights between two dates. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / dayMs)

/** The minutes that the clocks of the page's zone show since midnight. */
export function minuteOfDay(date: Date): number {
  const wall = toWall(date, shownZone())
  return Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14))
}

/** The instant at which the clocks of the page's zone show a time on a day. */
export const atMinute = (day: Date, minutes: number): Date => {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return new Date(fromWall(`${dayKey(day)}T${hour}:${minute}`, shownZone()).at)
}

/** Moves an instant to another day, at the same time on the clock. */
export const onDayOf = (day: Date, time: Date): Date =>
  new Date(atMinute(day, minuteOfDay(time)).getTime() + (time.getTime() % minuteMs))

/** Adds days by date, because a day on which clocks change has 23 or 25 hours. */
export function addDays(day: Date, count: number): Date {
  if (count === 0) return day
  return onDayOf(startOfDay(shiftDay(dayKey(day), count)), day)
}

/** The difference in minutes of the clocks of the page's zone to UTC at an instant. */
export const offsetMinutes = (date: Date): number => readOffsetMs(shownZone(), date.getTime()) / minuteMs

/** The first day of the week in a language's region: 0 is Sunday. */
export function firstWeekdayOf(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & { getWeekInfo?: () => { readonly firstDay: number } }
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7
}

/** Returns the first day of a day's week. */
export const startOfWeek = (day: Date, firstWeekday: number): Date => {
  const key = dayKey(day)
  return startOfDay(shiftDay(key, -((weekdayOf(key) - firstWeekday + 7) % 7)))
}
