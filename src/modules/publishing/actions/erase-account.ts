import type { Tx } from '#infra/db/client.ts'
import type { AccountId } from '#kernel/ids.ts'
import { describeChange, isInFlight, isLive, type Publication } from '../publication.ts'
import { liveStatuses, requireMove } from '../state.ts'
import { blankPublications } from '../store/erase.ts'
import { databaseTime, findPublicationsOfAccount, lockPublications, updateLocked } from '../store/rows.ts'
import { words } from '../words.ts'
import type { HoldDeps } from './hold.ts'

/**
 * True if no step of the account's publications is running. The outcome of a running step is still unknown, and may
 * include new text from the network. The publications stay locked, so that no new step begins.
 */
export async function mayErase({ owner }: HoldDeps, tx: Tx, accountId: AccountId): Promise<boolean> {
  const rows = await lockLiveOfAccount({ owner }, tx, accountId)
  return rows.every(({ takenFence }) => takenFence === null)
}

async function lockLiveOfAccount({ owner }: HoldDeps, tx: Tx, accountId: AccountId): Promise<Publication[]> {
  const found = await findPublicationsOfAccount(tx, accountId, liveStatuses)
  if (found.length === 0) return []
  await owner.lock(tx, found)
  const rows = await lockPublications(
    tx,
    found.map(({ id }) => id),
  )
  return rows.filter(isLive)
}

/**
 * Ends the account's live publications and deletes everything that the network reported about any of its publications.
 * The account is permanently deleted, so its network can no longer be queried. `lane` is the ID of the anonymous remote
 * account that replaces the real one.
 */
export async function eraseAccountFromPublishing(
  { owner }: HoldDeps,
  tx: Tx,
  accountId: AccountId,
  lane: string,
): Promise<void> {
  const finishedAt = await databaseTime(tx)
  const changes = []
  for (const row of await lockLiveOfAccount({ owner }, tx, accountId)) {
    const status = endOf(row)
    requireMove(row.status, status)
    const isWhole = row.partsShown >= row.partsTotal
    const ended = await updateLocked(tx, row.id, {
      status,
      dueAt: null,
      takenFence: null,
      waitingSince: null,
      heldWhy: null,
      heldUntil: null,
      errorCode: status === 'published' && isWhole ? null : status === 'published' ? 'thread_incomplete' : 'erased',
      error: status === 'published' && isWhole ? null : words.erased,
      finishedAt,
      revision: row.revision + 1,
    })
    changes.push(describeChange(ended, row.status))
  }
  if (changes.length > 0) await owner.changed(tx, changes)
  await blankPublications(tx, accountId, lane)
}

/**
 * Returns the final status: a published post stays published, one that may be published becomes unknown, and the rest
 * fail.
 */
const endOf = (row: Publication): 'published' | 'unknown' | 'failed' =>
  row.partsShown > 0 ? 'published' : isInFlight(row) ? 'unknown' : 'failed'
