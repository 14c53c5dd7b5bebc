import { after } from '#kernel/clock.ts'
import { isInFlight, type Publication } from '../publication.ts'
import type { NextOfLane } from '../store/lanes.ts'
import { words } from '../words.ts'

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
  if (leastGapUntil > now) return { is: 'wait', for: 'gap', until: leastGapUntil }
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
