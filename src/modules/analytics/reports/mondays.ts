import { days, hours } from '#kernel/clock.ts'
import { instantOf, wallOf } from '#kernel/local-time.ts'

const sentAtMs = hours(8)

/** A Monday on which reports are sent. */
interface Monday {
  /** The local date, such as 2027-01-18. */
  readonly date: string
  readonly at: Date
}

/** Returns the latest and the next Monday morning in a zone. Clocks may change between them. */
export function mondaysAround(now: Date, timezone: string): { readonly latest: Monday; readonly next: Monday } {
  const today = Math.floor(wallOf(now, timezone) / days(1)) * days(1)
  const weekday = new Date(today).getUTCDay()
  const thisWeek = today - days((weekday + 6) % 7)
  const isOver = instantOf(thisWeek + sentAtMs, timezone) <= now
  const latest = isOver ? thisWeek : thisWeek - days(7)
  return { latest: mondayAt(latest, timezone), next: mondayAt(latest + days(7), timezone) }
}

const mondayAt = (wall: number, timezone: string): Monday => ({
  date: dateOf(wall),
  at: instantOf(wall + sentAtMs, timezone),
})

const dateOf = (wall: number): string => new Date(wall).toISOString().slice(0, 10)

/** Returns the first and last day of the week before a Monday, some weeks earlier. */
export function weekBefore(monday: string, weeksEarlier = 0): { readonly startDate: string; readonly endDate: string } {
  const wall = Date.parse(monday) - days(7) * weeksEarlier
  return { startDate: dateOf(wall - days(7)), endDate: dateOf(wall - days(1)) }
}
