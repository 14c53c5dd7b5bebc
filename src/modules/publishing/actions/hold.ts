import type { Outgoing } from '#connectors/connector.ts'
import type { Tx } from '#infra/db/client.ts'
import { laterOf } from '#kernel/clock.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Network } from '#rules/network-names.ts'
import type { TargetOwner } from '../deps.ts'
import { describeChange, isInFlight, type Publication, type RowChanges } from '../publication.ts'
import { type RowStatus, requireMove } from '../state.ts'
import { endOutageOf } from '../store/lanes.ts'
import { holdQueued, makeDue, queueHeld, readHeld } from '../store/outside.ts'
import { databaseTime, findPublicationsOfAccount, lockPublications, updateLocked } from '../store/rows.ts'
import { type HeldWhy, heldBecause, words } from '../words.ts'

export interface HoldDeps {
  readonly owner: TargetOwner
}

/**
 * Holds an account's queued publications until `release`. A publication in progress checks the account's status itself.
 */
export const hold = (
  deps: HoldDeps,
  tx: Tx,
  accountId: AccountId,
  why: HeldWhy,
  reason: string | null = null,
): Promise<number> => moveAll(deps, tx, accountId, 'queued', () => heldBecause(why, reason))

/**
 * Releases an account's held publications, longest due first and spaced apart. One that is past its latest time fails
 * as `too_late` when it is picked up.
 */
export async function release(deps: HoldDeps, tx: Tx, accountId: AccountId): Promise<number> {
  const released = await moveAll(deps, tx, accountId, 'held', (row, now) => ({
    status: isInFlight(row) ? 'publishing' : 'queued',
    heldWhy: null,
    error: null,
    errorCode: null,
    dueAt: laterOf(row.wantedAt, now),
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
  const found = await findPublicationsOfAccount(tx, accountId, [from])
  if (found.length === 0) return 0
  await owner.lock(tx, found)
  const now = await databaseTime(tx)
  const changes = []
  for (const row of await lockPublications(
    tx,
    found.map((one) => one.id),
  )) {
    // A publication held for a quota, an approval or the plan keeps waiting for it.
    if (row.status !== from || row.heldUntil !== null || isHeldElsewhere(row)) continue
    const to = changesOf(row, now)
    requireMove(from, to.status)
    changes.push(describeChange(await updateLocked(tx, row.id, { ...to, revision: row.revision + 1 }), from))
  }
  await owner.changed(tx, changes)
  return changes.length
}

const isHeldElsewhere = ({ heldWhy }: Publication) => heldWhy === heldForApproval || heldWhy === heldForPlan

/** The reason of a publication that waits for approval. Reconnecting its account does not release it. */
const heldForApproval = 'approval'

/** Holds publications that were created in this transaction until they are approved. */
export const holdForApproval = (tx: Tx, ids: readonly string[]): Promise<void> =>
  holdQueued(tx, ids, { why: heldForApproval, code: 'approval_needed', error: words.approvalNeeded })

/** Returns the publications that wait for approval, with what they would send. The rows are locked. */
export const listHeldForApproval = (
  tx: Tx,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly network: Network; readonly snapshot: Outgoing }[]> =>
  readHeld(tx, ids, heldForApproval)

/** Queues publications that have been approved. They are due now, or at their own later time. */
export const letApprovedGo = (tx: Tx, ids: readonly string[]): Promise<void> => queueHeld(tx, ids, heldForApproval)

/**
 * The reason of a publication whose profile exceeds its owner's plan. Reconnecting its account does not release it
 * either.
 */
const heldForPlan = 'plan'

/** Holds publications that were created in this transaction until the plan has room for their profile. */
export const holdForPlan = (tx: Tx, ids: readonly string[]): Promise<void> =>
  holdQueued(tx, ids, { why: heldForPlan, code: 'plan_required', error: words.overPlan })

/** Queues publications that were held because of the plan. They are due now, or at their own later time. */
export const letPlannedGo = (tx: Tx, ids: readonly string[]): Promise<void> => queueHeld(tx, ids, heldForPlan)

/**
 * Makes queued publications that wait for their next try due now, and returns their IDs. A publication in doubt keeps
 * its time.
 */
export const goNow = (tx: Tx, publicationIds: readonly string[]): Promise<string[]> => makeDue(tx, publicationIds)
