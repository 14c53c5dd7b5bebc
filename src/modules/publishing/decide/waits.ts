import { after } from '#kernel/clock.ts'
import { isInFlight, isReply, type Publication, type RowChanges } from '../publication.ts'
import type { NextOfLane } from '../store/lanes.ts'
import { type HeldWhy, heldBecause, words } from '../words.ts'
import type { Decision } from './decision.ts'
import { endCancelled } from './endings.ts'
import type { Work } from './work.ts'

interface Wait {
  readonly dueAt: Date
  /** False for a wait because of a limit, a lock or a reconnect, which is not an attempt. */
  readonly counts: boolean
}

/** Puts the publication at the end of its lane until a time. Others of its account pass it in the meantime. */
export function requeue(work: Work, base: RowChanges, { dueAt, counts }: Wait, now: Date): Decision {
  const after: Publication = { ...work.publication, ...base }
  const inFlight = isInFlight(after)
  if (after.cancelAskedAt && !inFlight) return endCancelled(work, base, now)
  const changes: RowChanges = {
    ...base,
    status: inFlight ? 'publishing' : 'queued',
    dueAt,
    takenFence: null,
    // Nothing is published yet, so the next beginning reserves its quota again.
    ...(inFlight ? {} : { spentAt: null }),
    attempts: counts || inFlight ? after.attempts : Math.max(0, after.attempts - 1),
  }
  return { changes, then: 'next-publication' }
}

/**
 * Holds the publication until a user acts. It continues only to check its account again: after a reconnect during the
 * save, nothing else would release it.
 */
export function hold(work: Work, base: RowChanges, why: HeldWhy, now: Date, reason: string | null = null): Decision {
  const after: Publication = { ...work.publication, ...base }
  const inFlight = isInFlight(after)
  if (after.cancelAskedAt && !inFlight) return endCancelled(work, base, now)
  const spent = inFlight ? {} : { spentAt: null }
  const attempts = Math.max(0, after.attempts - 1)
  return { changes: { ...base, ...heldBecause(why, reason), ...spent, takenFence: null, attempts }, then: 'continue' }
}

/** Releases a publication whose account works again. */
export const release = ({ publication }: Work, now: Date): Decision => ({
  changes: {
    status: isInFlight(publication) ? 'publishing' : 'queued',
    heldWhy: null,
    error: null,
    errorCode: null,
    dueAt: now,
  },
  then: 'release-lane',
})

/** The decision about a queued publication that is due. */
export type QueueDecision =
  | { readonly is: 'begin' }
  | { readonly is: 'too-late' }
  /**
   * `gap`: the network requires a gap between two posts. `missed`: posts missed in an outage are spaced apart. `twin`:
   * a publication of the same text is in doubt, and its outcome must be determined first.
   */
  | { readonly is: 'wait'; readonly for: 'gap' | 'missed' | 'twin'; readonly until: Date }

/** The delay after the find for a publication of the same text, so that the find is made first. */
const twinWaitMs = 1_000

export function decideQueued(found: NextOfLane, now: Date): QueueDecision {
  const { publication, leastGapUntil, isMissed, catchUpUntil, twinInDoubtUntil } = found
  if (isTooLate(publication, now)) return { is: 'too-late' }
  if (leastGapUntil > now && !isReply(publication)) return { is: 'wait', for: 'gap', until: leastGapUntil }
  if (isMissed && catchUpUntil > now) return { is: 'wait', for: 'missed', until: catchUpUntil }
  if (twinInDoubtUntil === null) return { is: 'begin' }
  return { is: 'wait', for: 'twin', until: after(twinInDoubtUntil > now ? twinInDoubtUntil : now, twinWaitMs) }
}

export const isTooLate = (publication: Publication, now: Date): boolean =>
  publication.latestAt !== null && publication.latestAt <= now && !isInFlight(publication)

export const tooLate = (now: Date) =>
  ({
    status: 'failed',
    errorCode: 'too_late',
    error: words.tooLate,
    retryable: true,
    dueAt: null,
    heldWhy: null,
    heldUntil: null,
    finishedAt: now,
  }) as const
