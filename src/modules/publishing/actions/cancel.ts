import type { Tx } from '#infra/db/client.ts'
import { askToCancel, cancelNotBegun } from '../store/outside.ts'

export interface Cancelled {
  /** Targets of which nothing will go out. */
  readonly cancelled: readonly string[]
  /** Targets of which something is out, or may be: no further part begins, and what is under way comes to its end. */
  readonly inFlight: readonly string[]
}

/**
 * Whoever calls has locked what owns the targets. Between a cancellation and the intent of a call that can be seen the
 * row decides: the one that is committed first counts.
 */
export async function cancel(tx: Tx, targetIds: readonly string[]): Promise<Cancelled> {
  const cancelled = await cancelNotBegun(tx, targetIds)
  return { cancelled, inFlight: await askToCancel(tx, targetIds) }
}
