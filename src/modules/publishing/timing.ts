import { hours, minutes, seconds } from '#kernel/clock.ts'

/** The delays between attempts: five retries, so six attempts. */
const backOffMs: readonly number[] = [seconds(30), minutes(2), minutes(10), minutes(30), hours(2)]

/**
 * Returns the delay before the next attempt, lengthened by up to a fifth so that publications that failed together are
 * not retried together. Null if that was the last attempt.
 */
export function backOff(triesSoFar: number, random: number): number | null {
  const plainMs = backOffMs[triesSoFar]
  return plainMs === undefined ? null : Math.round(plainMs * (1 + 0.2 * random))
}

/**
 * The number of takeovers of one step after which it still continues immediately. After more, it waits with backoff,
 * and finally fails.
 */
export const takeoversAtOnce = 2
/** The maximum number of rewinds without a published part. */
export const rewindsMax = 5
/** The maximum number of failed finds for one doubt. */
export const failedFindsMax = 5

/**
 * The maximum number of publications, and the maximum time, for which a lane is kept before other lanes get their turn.
 */
export const slice = { publications: 3, ms: seconds(20) } as const

/** The silence of all engines after which posts that became due during it count as missed. */
export const outageMs = seconds(60)
/** The lateness at the end of an outage up to which a post is sent immediately. Only later ones count as missed. */
export const missedAfterMs = minutes(15)
/** The gap between the missed posts of one account. */
export const missedGapMs = seconds(60)

export const stepDefaults = { deadlineMs: seconds(20), patienceMs: minutes(15), settleMs: seconds(30) } as const
/** The margin with which the lease must outlive a visible call. */
export const leaseSpareMs = seconds(2)
/**
 * The longest deadline of a visible call. With a lease of 30 s and a heartbeat every 5 s, a longer call could never
 * begin.
 */
export const visibleDeadlineMaxMs = seconds(20)

/** Duration of parks whose end the network does not specify. */
export const parkMs = { account: minutes(2), app: minutes(5), node: minutes(1), operator: minutes(15) } as const

/**
 * Delay before a step is retried because too many other images were being fitted.
 */
export const busyMs = seconds(5)
