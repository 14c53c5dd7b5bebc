import { inTx } from '#infra/db/client.ts'
import { isDatabaseAway } from '#infra/db/faults.ts'
import { isTooLate, tooLate } from '../decide/waits.ts'
import { describeChange } from '../publication.ts'
import { findExpired } from '../store/reads.ts'
import { lockPublications, updateLocked } from '../store/rows.ts'
import type { EngineContext } from './context.ts'

const atOnce = 100

type SweepContext = Pick<EngineContext, 'deps' | 'dbGate'>

/**
 * Ends publications that are past their latest time and that no lane would pick up: held ones, and those in the queue
 * of a parked account or network. One that cannot be ended is left for the next sweep. Returns the number of ended
 * publications.
 */
export async function endExpired(context: SweepContext): Promise<number> {
  const { deps, dbGate } = context
  let ended = 0
  for (const one of await dbGate.once(() => findExpired(deps.db, atOnce))) {
    try {
      if (await dbGate.once(() => endOne(context, one))) ended += 1
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      deps.log.error(
        { event: 'publishing.expire_failed', err: error, publicationId: one.id },
        'Expired publication could not be ended',
      )
    }
  }
  return ended
}

const endOne = (
  { deps }: SweepContext,
  expired: { readonly id: string; readonly targetId: string; readonly format: string },
): Promise<boolean> =>
  inTx(deps.db, async (tx) => {
    const now = deps.clock.now()
    await deps.owner.lock(tx, [expired])
    const [row] = await lockPublications(tx, [expired.id])
    if (!row || (row.status !== 'queued' && row.status !== 'held') || !isTooLate(row, now)) return false
    const after = await updateLocked(tx, expired.id, { ...tooLate(now), revision: row.revision + 1 })
    await deps.owner.changed(tx, [describeChange(after, row.status)])
    return true
  })
