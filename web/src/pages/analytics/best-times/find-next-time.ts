import { fromWall, toWall } from '#rules/wall-clock.ts'

const dayMs = 86_400_000

/** Finds the next time, from tomorrow on, at which the clocks of a zone show a weekday and an hour. Sunday is 0. */
export function findNextTime(now: number, weekday: number, hour: number, zone: string): string {
  const today = Date.parse(`${toWall(now, zone).slice(0, 10)}T00:00Z`)
  const daysAhead = ((weekday - new Date(today).getUTCDay() + 6) % 7) + 1
  const date = new Date(today + daysAhead * dayMs).toISOString().slice(0, 10)
  return fromWall(`${date}T${String(hour).padStart(2, '0')}:00`, zone).at
}
