import { after, days, hours } from '#kernel/clock.ts'

/** Posts are asked about often while they are young: by age, the time until the next look. */
const intervals = [
  { untilAgeMs: hours(3), everyMs: hours(1) },
  { untilAgeMs: hours(24), everyMs: hours(6) },
  { untilAgeMs: days(30), everyMs: days(1) },
  { untilAgeMs: days(365), everyMs: days(7) },
] as const

export const firstLookAfterMs = hours(1)
/** The wait before a network that did not know a post is asked again. One empty answer proves nothing. */
export const doubtfulAfterMs = hours(1)
/** The wait after a network could not be asked. */
export const failedAfterMs = hours(1)
/** The wait while an account has no working grant. */
export const withoutGrantAfterMs = days(1)
/** The number of looks in a row without the post after which the post counts as removed. */
export const missesUntilRemoved = 2

/** Returns the time of the next look at a post, or null after a year. */
export function nextLookAt(publishedAt: Date, now: Date): Date | null {
  const ageMs = now.getTime() - publishedAt.getTime()
  const interval = intervals.find(({ untilAgeMs }) => ageMs < untilAgeMs)
  return interval ? after(now, interval.everyMs) : null
}
