import type { Failure } from '#connectors/connector.ts'
import {
  type DoubtNote,
  isBegun,
  isInFlight,
  type Publication,
  type RowChanges,
  type TryColumns,
} from '../publication.ts'
import { keptFailure, rawWords, sentence, words } from '../words.ts'
import type { Decision } from './decision.ts'
import { currentStep, type Work } from './work.ts'

/** Reason for a failure, in the words that a user reads and in the network's own. */
interface Reason {
  readonly code: string
  readonly error: string
  readonly failure: Failure | null
  readonly retryable: boolean
}

/** The columns about tries when none is open. */
export const noTry: TryColumns = { begunFirst: null, begunLast: null, begunTries: 0, doubt: null, doubtUntil: null }

/** The columns about errors when there is none. */
export const noError = { errorCode: null, error: null, rawError: null } as const

export const unknownBecause = (rawError: string | null, error: string = words.unknown) =>
  ({ status: 'unknown', errorCode: 'outcome_unknown', error, rawError, retryable: true }) as const

export const end = (now: Date, changes: RowChanges): Decision => ({
  changes: { ...changes, dueAt: null, takenFence: null, waitingSince: null, finishedAt: now },
  then: 'next-publication',
})

/** Keeps the publication at work until `find` has told what became of its last try. */
export const findOut = (now: Date, base: RowChanges, doubt: DoubtNote): Decision => ({
  changes: { ...base, status: 'publishing', dueAt: now, doubt, takenFence: null },
  then: 'continue',
})

/**
 * Ends a publication that gets no further try. Its final status depends on what may be out. With a part shown it can
 * never fail. A try that was begun is looked for once more. Content that the network accepted is unknown. Only the rest
 * fails.
 */
export function giveUp(work: Work, base: RowChanges, reason: Reason, now: Date): Decision {
  const after: Publication = { ...work.publication, ...base }
  const { code, failure, retryable } = reason
  const error = sentence(reason.error)
  const rawError = rawWords(failure)
  const isWhole = after.partsShown > 0 && after.partsShown >= after.partsTotal
  if (currentStep(work)?.optional || isWhole) {
    return end(now, { ...base, ...noTry, ...noError, status: 'published', warnings: [...after.warnings, error] })
  }
  if (isBegun(after)) {
    const givenUp = { code, error, raw: rawError }
    return findOut(now, base, { failure: keptFailure(failure), looks: 0, givenUp })
  }
  if (after.partsShown > 0) {
    const incomplete = {
      status: 'published',
      errorCode: 'thread_incomplete',
      error,
      rawError,
      retryable: true,
    } as const
    return end(now, { ...base, ...incomplete })
  }
  if (after.accepted) return end(now, { ...base, ...unknownBecause(rawError) })
  return end(now, { ...base, status: 'failed', errorCode: code, error, rawError, retryable })
}

/** Ends a publication that was cancelled while it was under way: shown parts stay out, and none follows. */
export function endCancelled(work: Work, base: RowChanges, now: Date): Decision {
  const after: Publication = { ...work.publication, ...base }
  if (!isInFlight(after)) return end(now, { ...base, ...noError, retryable: false, status: 'cancelled' })
  return giveUp(work, base, { code: 'cancelled', error: words.cancelled, failure: null, retryable: true }, now)
}
