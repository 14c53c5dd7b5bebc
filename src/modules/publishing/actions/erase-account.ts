import type { Tx } from '#infra/db/client.ts'
import type { AccountId } from '#kernel/ids.ts'
import { demandMove, liveStatuses } from '../state.ts'
import { blankPublications } from '../store/erase.ts'
import { changeOf, isInFlight, type Publication } from '../store/publication.ts'
import { databaseTime, lockPublications, publicationsOfAccount, updateLocked } from '../store/rows.ts'
import { words } from '../words.ts'
import type { HoldDeps } from './hold.ts'

/**
 * While a step is being run its outcome is still to come, and with it new words of the network. Locked, so that none is
 * begun from here on.
 */
export async function mayErase({ owner }: HoldDeps, tx: Tx, accountId: AccountId): Promise<boolean> {
  const rows = await lockLiveOfAccount({ owner }, tx, accountId)
  return rows.every(({ takenFence }) => takenFence === null)
}

async function lockLiveOfAccount({ owner }: HoldDeps, tx: Tx, accountId: AccountId): Promise<Publication[]> {
  const found = await publicationsOfAccount(tx, accountId, liveStatuses)
  if (found.length === 0) return []
  await owner.lock(
    tx,
    found.map(({ targetId }) => targetId),
  )
  const rows = await lockPublications(
    tx,
    found.map(({ id }) => id),
  )
  return rows.filter(isLive)
}

const isLive = ({ status }: Publication): boolean => (liveStatuses as readonly string[]).includes(status)

/**
 * The account is gone for good, and nobody can be asked any more: what is under way has come to its end, and of all that
 * ever went there no word of the network stays. `lane`: of the account without a name.
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
    demandMove(row.status, status)
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
    changes.push(changeOf(ended, row.status))
  }
  if (changes.length > 0) await owner.changed(tx, changes)
  await blankPublications(tx, accountId, lane)
}

/** What is shown stays shown; of what may be out nobody can be asked; and the rest does not go out. */
const endOf = (row: Publication): 'published' | 'unknown' | 'failed' =>
  row.partsShown > 0 ? 'published' : isInFlight(row) ? 'unknown' : 'failed'
