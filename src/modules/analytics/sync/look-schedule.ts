import type { Tx } from '#infra/db/client.ts'
import { after, before, days, hours, minutes } from '#kernel/clock.ts'
import { networkEntries } from '#rules/network-names.ts'
import type { AnalyticsDeps } from '../deps.ts'
import { makeDue } from '../store/lanes.ts'

/** The time until the next reading, by the post's age. Recent posts are read often. */
const intervals = [
  { untilAgeMs: hours(48), everyMs: hours(1) },
  { untilAgeMs: days(30), everyMs: days(1) },
] as const
const laterEveryMs = days(7)

export const firstLookAfterMs = hours(1)
export const accountEveryMs = days(1)
/** Delay before a network that did not know a post is queried again. A single empty response proves nothing. */
export const doubtfulAfterMs = hours(1)
/** Delay while an account's access does not work, or its network must not be queried. */
export const withoutGrantAfterMs = days(1)
/** The number of consecutive readings without the post after which it counts as removed. */
export const missesUntilRemoved = 2
/** Readings due this soon are included, so that a call covers as many posts as possible. */
export const takenAlongMs = minutes(10)

/** Returns the time of a post's next reading. Readings end when the post is older than its owner's plan retains. */
export function nextLookAt(publishedAt: Date, now: Date): Date {
  const ageMs = now.getTime() - publishedAt.getTime()
  const interval = intervals.find(({ untilAgeMs }) => ageMs < untilAgeMs)
  return after(now, interval?.everyMs ?? laterEveryMs)
}

const firstBackOffMs = minutes(5)
const longestBackOffMs = hours(12)

/** Returns how long to suspend a network that could not be queried, by the number of consecutive failures. */
export const backOffMs = (failures: number): number => Math.min(firstBackOffMs * 2 ** (failures - 1), longestBackOffMs)

const youngMs = days(2)

/** Makes connected accounts and their recent posts due now. Networks that charge for reads keep their own schedule. */
export function makeNumbersDue({ clock, connectors }: Pick<AnalyticsDeps, 'clock' | 'connectors'>, tx: Tx) {
  const networks = networkEntries(connectors).flatMap(([network, connector]) =>
    connector.metrics && !connector.readsAreBilled ? [network] : [],
  )
  return makeDue(tx, { networks, since: before(clock.now(), youngMs) })
}
