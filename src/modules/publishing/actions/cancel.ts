import type { Tx } from '#infra/db/client.ts'
import { askToCancel, cancelNotBegun } from '../store/outside.ts'

interface Cancelled {
  /** Targets whose publication was cancelled: nothing of them will go out. */
  readonly cancelled: readonly string[]
  /** Targets that are or may be partly published. No further part is started; the current step is completed. */
  readonly inFlight: readonly string[]
}

/**
 * Cancels the publications of these targets. The caller has locked the post that owns them. The row decides between a
 * cancellation and the intent of a visible call: the one that is committed first counts.
 */
export async function cancel(tx: Tx, targetIds: readonly string[]): Promise<Cancelled> {
  const cancelled = await cancelNotBegun(tx, targetIds)
  return { cancelled, inFlight: await askToCancel(tx, targetIds) }
}
