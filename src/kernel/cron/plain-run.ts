import { days, minutes } from '../clock.ts'
import { steadyOffsetMs } from '../local-time.ts'
import type { Pattern } from './pattern.ts'

export interface PlainCron {
  readonly pattern: Pattern
  /** The sorted minutes of a day at which it runs. */
  readonly times: readonly number[]
}

/** Patterns with longer gaps are rare, and in most zones a longer span contains a clock change. */
const farthestDays = 35

/**
 * Finds the next run after an instant by plain arithmetic, which works if the zone's clocks do not change before it.
 * Returns null if they do, or if the run is far away. Croner handles both but takes a hundred times as long: too long
 * for the thousands of runs in a calendar.
 */
export function findPlainRun({ pattern, times }: PlainCron, timezone: string, after: Date): Date | null {
  const offset = steadyOffsetMs(timezone, after.getTime(), after.getTime())
  if (offset === null) return null
  const earliest = (Math.floor((after.getTime() + offset) / minutes(1)) + 1) * minutes(1)
  const firstDay = Math.floor(earliest / days(1)) * days(1)
  for (let day = firstDay; day <= firstDay + days(farthestDays); day += days(1)) {
    if (!pattern.fallsOn(new Date(day))) continue
    const time = times.find((minute) => day + minutes(minute) >= earliest)
    if (time === undefined) continue
    const at = day + minutes(time) - offset
    return steadyOffsetMs(timezone, after.getTime(), at) === offset ? new Date(at) : null
  }
  return null
}
