import { NoTurn } from '#infra/fair-line/fair-line.ts'
import { StorageAway } from '#infra/storage/index.ts'
import { seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { OwnerSuspended } from './limits/suspended-owners.ts'

/**
 * Turns a temporary lack of storage or of examination turns into a refusal, so that the client tries again and no bug
 * is reported.
 */
export async function refuseWhenUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StorageAway) refuse('storage_unavailable', { retryAfterMs: seconds(5) })
    if (error instanceof NoTurn) refuse('media_busy', { detail: error.message, retryAfterMs: seconds(5) })
    if (error instanceof OwnerSuspended) refuse('media_suspended', { retryAfterMs: error.retryAfterMs })
    throw error
  }
}
