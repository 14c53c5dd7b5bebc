import type { Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import type { Change } from '../deps.ts'
import { describeChange } from '../publication.ts'
import { deletePublications, deletePublicationsOf } from '../store/erase.ts'
import { askToCancel, cancelNotBegun, endNotBegun } from '../store/outside.ts'
import { lockPublications } from '../store/rows.ts'

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

/** Fails publications of which nothing has begun. The caller has locked their targets, and reports the changes. */
export async function failNotBegun(
  tx: Tx,
  targetIds: readonly string[],
  why: { readonly code: string; readonly error: string },
): Promise<Change[]> {
  const rows = await lockPublications(tx, await endNotBegun(tx, targetIds, why))
  return rows.map((row) => describeChange(row, 'queued'))
}

/** Deletes the publications of permanently deleted targets. Callers leave out targets that are in flight. */
export const forget = (tx: Tx, targetIds: readonly string[]): Promise<void> => deletePublications(tx, targetIds)

/** Deletes all publications of an erased user. A step that is still running finds no row to save to. */
export const erasePublications = (tx: Tx, uid: UserId): Promise<void> => deletePublicationsOf(tx, uid)
