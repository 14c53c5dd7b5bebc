import { isInFlight, type Publication } from '../publication.ts'
import { words } from '../words.ts'

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
