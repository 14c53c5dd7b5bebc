import { hours, minutes, seconds } from '#kernel/clock.ts'

/** The status of a publication is the truth of its target, from the moment it is enqueued. */
export type RowStatus =
  | 'queued'
  | 'publishing'
  | 'processing'
  | 'held'
  | 'published'
  | 'failed'
  | 'unknown'
  | 'cancelled'

/** The engine still has to do with it. `held` waits for somebody else. */
export const liveStatuses = ['queued', 'publishing', 'processing', 'held'] as const satisfies readonly RowStatus[]
/** Between the first step and the last: only the lane's holder writes it. */
export const underWay = ['publishing', 'processing'] as const satisfies readonly RowStatus[]

/**
 * Every move that there is. `failed`, `unknown` and `held` may still become `published`: what turns out to be shown was
 * never a failure, whoever said so before. What waits becomes `unknown` when its account is erased with something begun.
 */
export const moves = {
  queued: ['publishing', 'held', 'failed', 'cancelled', 'published', 'unknown'],
  publishing: ['processing', 'queued', 'held', 'published', 'failed', 'unknown', 'cancelled'],
  processing: ['publishing', 'queued', 'held', 'published', 'failed', 'unknown', 'cancelled'],
  held: ['queued', 'publishing', 'failed', 'cancelled', 'published', 'unknown'],
  unknown: ['published', 'failed'],
  failed: ['published'],
  published: [],
  cancelled: [],
} as const satisfies Record<RowStatus, readonly RowStatus[]>

/** Staying is no move. Any other move than those above is a bug. */
export function demandMove(from: RowStatus, to: RowStatus): void {
  const known: readonly RowStatus[] = moves[from]
  if (from !== to && !known.includes(to)) throw new Error(`a publication cannot go from ${from} to ${to}`)
}

/** Between tries: five retries, so six tries. */
export const backOffMs: readonly number[] = [seconds(30), minutes(2), minutes(10), minutes(30), hours(2)]

/** Up to a fifth longer, so that what failed together does not come back together. Null: that was the last try. */
export function backOff(triesSoFar: number, random: number): number | null {
  const plainMs = backOffMs[triesSoFar]
  return plainMs === undefined ? null : Math.round(plainMs * (1 + 0.2 * random))
}

/** Crashes on one step after which it goes on at once. After more of them it waits by the back-off, and then it has failed. */
export const takeoversAtOnce = 2
/** Goings back without anything shown. */
export const againsMax = 5
/** Looks for the outcome that failed themselves. */
export const looksMax = 5

/** A publication keeps its lane for no more than this many, or this long, before others have their turn. */
export const slice = { publications: 3, ms: seconds(20) } as const

/** When no engine has been at work for longer than this, posts that became due meanwhile were missed. */
export const outageMs = seconds(60)
/** The missed posts of one account go out this far apart. */
export const missedGapMs = seconds(60)

export const stepDefaults = { deadlineMs: seconds(20), patienceMs: minutes(15), settleMs: seconds(30) } as const
/** A call that can be seen is made only under a lease that outlives it by so much. */
export const leaseSpareMs = seconds(2)
/** With a lease of 30 s and a beat every 5 s, a longer call could never begin. */
export const visibleDeadlineMaxMs = seconds(20)

/** How long things rest when the network does not say until when. */
export const restMs = { account: minutes(2), app: minutes(5), node: minutes(1), operator: minutes(15) } as const

/** Until pictures are asked for again that could not be made to fit, since too many others were. */
export const busyMs = seconds(5)
