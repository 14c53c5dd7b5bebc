import { isInFlight, type Publication, type RowChanges } from '../publication.ts'
import { type HeldWhy, heldBecause } from '../words.ts'
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
