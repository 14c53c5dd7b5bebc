import type { Tx } from '#infra/db/client.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { TargetOwner } from '../deps.ts'
import { demandMove, type RowStatus } from '../state.ts'
import { endOutageOf } from '../store/lanes.ts'
import { changeOf, isInFlight, type Publication } from '../store/publication.ts'
import { databaseTime, lockPublications, publicationsOfAccount, type RowChanges, updateLocked } from '../store/rows.ts'
import { type HeldWhy, heldBecause } from '../words.ts'

export interface HoldDeps {
  readonly owner: TargetOwner
}

/** What waits in the queue of an account stays there until somebody lets it go. What is being worked on sees it by itself. */
export const hold = (deps: HoldDeps, tx: Tx, accountId: AccountId, why: HeldWhy): Promise<number> =>
  moveAll(deps, tx, accountId, 'queued', () => heldBecause(why))

/** What was held goes on, the longest due first and with a distance between; what is too late by now ends as such. */
export async function release(deps: HoldDeps, tx: Tx, accountId: AccountId): Promise<number> {
  const released = await moveAll(deps, tx, accountId, 'held', (row, now) => ({
    status: isInFlight(row) ? 'publishing' : 'queued',
    heldWhy: null,
    error: null,
    errorCode: null,
    dueAt: now,
  }))
  if (released > 0) await endOutageOf(tx, accountId)
  return released
}

async function moveAll(
  { owner }: HoldDeps,
  tx: Tx,
  accountId: AccountId,
  from: RowStatus,
  changesOf: (row: Publication, now: Date) => RowChanges & { readonly status: RowStatus },
): Promise<number> {
  const found = await publicationsOfAccount(tx, accountId, [from])
  if (found.length === 0) return 0
  await owner.lock(
    tx,
    found.map((row) => row.targetId),
  )
  const now = await databaseTime(tx)
  const changes = []
  for (const row of await lockPublications(
    tx,
    found.map((one) => one.id),
  )) {
    // What waits for room waits for it still.
    if (row.status !== from || row.heldUntil !== null) continue
    const to = changesOf(row, now)
    demandMove(from, to.status)
    changes.push(changeOf(await updateLocked(tx, row.id, { ...to, revision: row.revision + 1 }), from))
  }
  await owner.changed(tx, changes)
  return changes.length
}
