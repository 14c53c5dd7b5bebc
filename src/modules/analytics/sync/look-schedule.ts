import { after, days, hours, minutes } from '#kernel/clock.ts'

/** Posts are asked about often while they are young: by age, the time until the next look. */
const intervals = [
  { untilAgeMs: hours(48), everyMs: hours(1) },
  { untilAgeMs: days(30), everyMs: days(1) },
] as const
const laterEveryMs = days(7)

export const firstLookAfterMs = hours(1)
export const accountEveryMs = days(1)
/** The wait before a network that did not know a post is asked again. One empty answer proves nothing. */
export const doubtfulAfterMs = hours(1)
/** The wait while an account has no working grant, or its network must not be asked. */
export const withoutGrantAfterMs = days(1)
/** The number of looks in a row without the post after which the post counts as removed. */
export const missesUntilRemoved = 2
/** Looks that are due this soon are taken along, so that a call asks for as many posts as possible. */
export const takenAlongMs = minutes(10)

/** Returns the time of the next look at a post. Looks end when the post is older than its owner's plan keeps. */
export function nextLookAt(publishedAt: Date, now: Date): Date {
  const ageMs = now.getTime() - publishedAt.getTime()
  const interval = intervals.find(({ untilAgeMs }) => ageMs < untilAgeMs)
  return after(now, interval?.everyMs ?? laterEveryMs)
}

const firstBackOffMs = minutes(5)
const longestBackOffMs = hours(12)

/** Returns how long a network is left alone that could not be asked, by how often in a row that was so. */
export const backOffMs = (failures: number): number => Math.min(firstBackOffMs * 2 ** (failures - 1), longestBackOffMs)
