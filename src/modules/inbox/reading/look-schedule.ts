import { hours, minutes } from '#kernel/clock.ts'

/** The first look goes back this far. */
export const firstLookMs = 14 * hours(24)
/** Items older than this at the first look are stored as done: they are context, not work. */
export const backlogMs = hours(24)

const everyMs = minutes(5)
const longestMs = minutes(40)

/** Returns the time until the next look: longer after each look that found nothing. */
export const nextLookMs = (emptyLooks: number): number => Math.min(everyMs * 2 ** Math.min(emptyLooks, 10), longestMs)

const firstBackOffMs = minutes(5)
const longestBackOffMs = hours(12)

/** Returns the time for which a network that could not be read is not read again, by consecutive failures. */
export const backOffMs = (failures: number): number =>
  Math.min(firstBackOffMs * 2 ** Math.min(failures - 1, 10), longestBackOffMs)

/** The time until the next attempt when the account must be reconnected or cannot be read at all. */
export const withoutGrantMs = hours(6)
