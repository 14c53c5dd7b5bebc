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

/** The reason for a failure, as shown to the user and as sent by the network. */
interface Reason {
  readonly code: string
  readonly error: string
  readonly failure: Failure | null
  readonly retryable: boolean
}

/** The columns about attempts if no attempt is open. */
export const noTry: TryColumns = { begunFirst: null, begunLast: null, begunTries: 0, doubt: null, doubtUntil: null }

/** The error columns without an error. */
export const noError = { errorCode: null, error: null, rawError: null } as const

export const unknownBecause = (rawError: string | null, error: string = words.unknown) =>
  ({ status: 'unknown', errorCode: 'outcome_unknown', error, rawError, retryable: true }) as const

export const end = (now: Date, changes: RowChanges): Decision => ({
  changes: { ...changes, dueAt: null, takenFence: null, waitingSince: null, finishedAt: now },
  then: 'next-publication',
})

/** Keeps the publication in progress until `find` has determined the outcome of its last attempt. */
export const findOut = (now: Date, base: RowChanges, doubt: DoubtNote): Decision => ({
  changes: { ...base, status: 'publishing', dueAt: now, doubt, takenFence: null },
  then: 'continue',
})

/**
 * Ends a publication that has no attempts left. Its final status depends on what may be published. With a published
 * part it can never fail. An attempt that was begun is looked up again. Content that the network accepted is unknown.
 * Only the rest fail.
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

/** Ends a publication that was cancelled while in progress: published parts stay, and no more follow. */
export function endCancelled(work: Work, base: RowChanges, now: Date): Decision {
  const after: Publication = { ...work.publication, ...base }
  if (!isInFlight(after)) return end(now, { ...base, ...noError, retryable: false, status: 'cancelled' })
  return giveUp(work, base, { code: 'cancelled', error: words.cancelled, failure: null, retryable: true }, now)
}
