import { NoTurn } from '#infra/fair-line.ts'
import { StorageAway } from '#infra/storage/index.ts'
import { seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'

/** What is not there for now, said to the client as such: not a bug, and to be tried again. */
export async function withMeans<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StorageAway) refuse('storage_unavailable', { retryAfterMs: seconds(5) })
    if (error instanceof NoTurn) refuse('media_busy', { detail: error.message, retryAfterMs: seconds(5) })
    throw error
  }
}
