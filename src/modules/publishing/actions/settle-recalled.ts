import { inTx, type Tx } from '#infra/db/client.ts'
import type { AccountDeps } from '#modules/accounts/index.ts'
import { noError, unknownBecause } from '../decide/endings.ts'
import type { PublishingGuards } from '../deps.ts'
import { describeChange, type Publication } from '../publication.ts'
import { requireMove } from '../state.ts'
import { belongsToAnother } from '../store/fenced.ts'
import { lockPublications, updateLocked } from '../store/rows.ts'
import { words } from '../words.ts'
import type { Recollection } from './recall-sent.ts'
import { showFound } from './show-found.ts'

type SettleDeps = Pick<AccountDeps, 'db' | 'clock'> & { readonly guards: PublishingGuards }

const atOnce = 50

/**
 * Marks each publication that was found as published, and each unsure one as `unknown`, which is not published until a
 * user resolves it. The rest stay in the queue.
 */
export async function settleRecalled(deps: SettleDeps, recollections: readonly Recollection[]): Promise<void> {
  const known = recollections.filter((one) => one.is !== 'absent')
  for (let from = 0; from < known.length; from += atOnce)
    await inTx(deps.db, (tx) => settleSome(deps, tx, known.slice(from, from + atOnce)))
}

async function settleSome(deps: SettleDeps, tx: Tx, some: readonly Recollection[]): Promise<void> {
  const { targetOwner } = deps.guards
  await targetOwner.lock(
    tx,
    some.map(({ targetId }) => targetId),
  )
  const of = new Map(some.map((one) => [one.publicationId, one]))
  const changes = []
  for (const row of await lockPublications(tx, [...of.keys()])) {
    const recollection = of.get(row.id)
    // A user may have cancelled the post in the meantime.
    if (!recollection || (row.status !== 'queued' && row.status !== 'held')) continue
    const settled = await settleOne(deps, tx, row, recollection)
    requireMove(row.status, settled.status)
    changes.push(describeChange(settled, row.status))
  }
  await targetOwner.changed(tx, changes)
}

/** Two posts with the same text may have found the same remote post. */
async function settleOne(deps: SettleDeps, tx: Tx, row: Publication, { found }: Recollection): Promise<Publication> {
  const ended = { dueAt: null, heldWhy: null, heldUntil: null, takenFence: null, finishedAt: deps.clock.now() }
  if (found && !(await belongsToAnother(tx, row, found.remoteId))) {
    const hasMore = row.partsTotal > 1 || row.snapshot.firstComment !== null
    const warnings = hasMore ? [...row.warnings, words.restNotSeen] : row.warnings
    return await showFound(deps, tx, row, found, { ...ended, ...noError, warnings })
  }
  return await updateLocked(tx, row.id, {
    ...ended,
    ...unknownBecause(null, words.restored),
    revision: row.revision + 1,
  })
}
