import type { Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import { deletePublications, deletePublicationsOf } from '../store/erase.ts'
import { askToCancel, cancelNotBegun } from '../store/outside.ts'

interface Cancelled {
  /** Targets whose publication was cancelled. No part of them will be published. */
  readonly cancelled: readonly string[]
  /** Targets that are, or may be, partly published. No more parts are started. The current step is completed. */
  readonly inFlight: readonly string[]
}

/**
 * Cancels the publications of these targets. The caller has locked the post that owns them. The row decides between a
 * cancellation and the intent of a visible call: whichever is committed first counts.
 */
export async function cancel(tx: Tx, targetIds: readonly string[]): Promise<Cancelled> {
  const cancelled = await cancelNotBegun(tx, targetIds)
  return { cancelled, inFlight: await askToCancel(tx, targetIds) }
}

/** Deletes the publications of permanently deleted targets. Callers leave out targets that are in flight. */
export const forget = (tx: Tx, targetIds: readonly string[]): Promise<void> => deletePublications(tx, targetIds)

/** Deletes all publications of an erased user. A step that is still running finds no row to save to. */
export const erasePublications = (tx: Tx, uid: UserId): Promise<void> => deletePublicationsOf(tx, uid)
