import { hours, minutes } from '#kernel/clock.ts'
import type { Network } from '#rules/network-names.ts'

/** The first look goes back this far. */
export const firstLookMs = 14 * hours(24)
/** Items older than this at the first look are stored as done: they are context, not work. */
export const backlogMs = hours(24)

interface Interval {
  readonly everyMs: number
  readonly longestMs: number
  /** The time between looks while the account's latest post is younger than a day. Omitted if it does not matter. */
  readonly freshMs?: number
}

const usual: Interval = { everyMs: minutes(5), longestMs: minutes(40) }
/** Networks on which looks are costly. */
const intervals: Readonly<Partial<Record<Network, Interval>>> = {
  youtube: { everyMs: minutes(30), longestMs: minutes(60), freshMs: minutes(5) },
}
export const freshPostMs = hours(24)

/** True if it matters for the next look whether the account has a fresh post. */
export const asksForPosts = (network: Network): boolean => intervals[network]?.freshMs !== undefined

/** Returns the time until the next look: longer after each look that found nothing. */
export function nextLookMs(
  network: Network,
  { emptyLooks, isFresh }: { emptyLooks: number; isFresh: boolean },
): number {
  const { everyMs, longestMs, freshMs = everyMs } = intervals[network] ?? usual
  const interval = isFresh ? freshMs : everyMs
  return Math.min(interval * 2 ** Math.min(emptyLooks, 10), longestMs)
}

const firstBackOffMs = minutes(5)
const longestBackOffMs = hours(12)

/** Returns the time for which a network that could not be read is not read again, by consecutive failures. */
export const backOffMs = (failures: number): number =>
  Math.min(firstBackOffMs * 2 ** Math.min(failures - 1, 10), longestBackOffMs)

/** The time until the next attempt when the account must be reconnected or cannot be read at all. */
export const withoutGrantMs = hours(6)
