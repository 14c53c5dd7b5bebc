import { after } from '#kernel/clock.ts'
import type { DoubtNote } from '../publication.ts'
import { backOff, failedFindsMax } from '../timing.ts'
import { rawWords, words } from '../words.ts'
import { afterRejectedGrant, park } from './after-failure.ts'
import { addToTrail, afterSuccess } from './after-run.ts'
import type { Decision } from './decision.ts'
import { end, endCancelled, giveUp, noError, noTry, unknownBecause } from './endings.ts'
import type { Found } from './fact.ts'
import { judgeFind } from './judge.ts'
import { hold, requeue } from './waits.ts'
import { currentStep, latest, settledAt, type Work } from './work.ts'

/**
 * Decides what follows from a `find`. A hit is always final. `absent` counts only once the last attempt can no longer
 * take effect; before that, the network is queried again at that time. Anything else leaves the decision to a user:
 * never a silent second post.
 */
export function afterFind(work: Work, { outcome, grantVersion }: Found, now: Date, random: number): Decision {
  switch (outcome.is) {
    case 'done':
      return typeof outcome.result === 'string'
        ? afterAnswer(work, outcome.result, now)
        : afterSuccess(work, outcome.result, true, now, 'found')
    case 'failed':
      return afterFailedFind(work, outcome.failure, grantVersion, now, random)
    case 'unfit':
    case 'busy':
    case 'fault':
      return findLater(work, now, random)
    default:
      return outcome satisfies never
  }
}

function afterFailedFind(
  work: Work,
  failure: Parameters<typeof judgeFind>[1],
  grantVersion: number,
  now: Date,
  random: number,
): Decision {
  const verdict = judgeFind(work, failure, now)
  const base = { takenFence: null }
  switch (verdict.is) {
    case 'refused':
    case 'again':
      return afterAnswer(work, 'unsure', now)
    case 'doubt':
      return findLater(work, now, random)
    case 'retry':
      return verdict.of === 'call'
        ? findLater(work, now, random)
        : park(work, base, { ...verdict, of: verdict.of, failure }, now)
    case 'operator':
      return park(work, base, { of: 'operator', failure, why: verdict.why }, now)
    case 'reauth':
      return afterRejectedGrant(work, verdict, {
        failure,
        version: grantVersion,
        rejectionsBefore: doubtNote(work).looks,
        renew: {},
        hold: () => hold(work, base, 'needs_reconnect', now),
        later: () => findLater(work, now, random),
      })
    default:
      return verdict satisfies never
  }
}

function afterAnswer(work: Work, answer: 'absent' | 'unsure', now: Date): Decision {
  const settled = settledAt(work)
  return !settled || now >= settled ? conclude(work, answer, now) : waitInDoubt(settled, doubtNote(work))
}

const doubtNote = ({ publication }: Work): DoubtNote => publication.doubt ?? { failure: null, looks: 0, givenUp: null }

/**
 * Makes a publication in doubt wait. It stays in flight: it cannot be cancelled or edited, and a post with the same
 * text waits.
 */
const waitInDoubt = (until: Date, doubt: DoubtNote): Decision => ({
  changes: { status: 'publishing', dueAt: until, doubtUntil: until, doubt, takenFence: null },
  then: 'next-publication',
})

/** Waits until the last attempt can no longer take effect. */
export const waitUntilSettled = (work: Work, until: Date): Decision => waitInDoubt(until, doubtNote(work))

/** Schedules another `find` after a failed one, or concludes if there have been too many. */
export function findLater(work: Work, now: Date, random: number): Decision {
  const note = doubtNote(work)
  const waitMs = note.looks < failedFindsMax ? backOff(note.looks, random) : null
  if (waitMs === null) return conclude(work, 'unsure', now)
  return waitInDoubt(latest(after(now, waitMs), settledAt(work)), { ...note, looks: note.looks + 1 })
}

/** Decides once everything that can be determined has been. */
export function conclude(work: Work, answer: 'absent' | 'unsure', now: Date): Decision {
  const { publication } = work
  const { doubt } = publication
  if (answer === 'unsure') {
    if (currentStep(work)?.optional) {
      const warnings = [...publication.warnings, words.unknown]
      return end(now, { ...noTry, ...noError, status: 'published', warnings })
    }
    return end(now, unknownBecause(doubt?.givenUp?.raw ?? rawWords(doubt?.failure ?? null)))
  }
  if (publication.cancelAskedAt) return endCancelled(work, noTry, now)
  if (doubt?.givenUp) {
    return giveUp(work, noTry, { ...doubt.givenUp, failure: doubt.failure, retryable: true }, now)
  }
  const lookedFor = { ...noTry, ...addToTrail(publication, 'not_found', now) }
  if (publication.partsShown > 0 || publication.accepted) {
    return { changes: { ...lookedFor, takenFence: null }, then: 'continue' }
  }
  // From here on it can be cancelled again, so it is in the queue like any other publication.
  return requeue(work, lookedFor, { dueAt: now, counts: true }, now)
}
