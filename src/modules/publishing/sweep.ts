import { inTx } from '#infra/db/client.ts'
import { isDatabaseAway } from '#infra/db/faults.ts'
import type { Machine } from './machine.ts'
import { changeOf } from './store/publication.ts'
import { expired } from './store/reads.ts'
import { lockPublications, updateLocked } from './store/rows.ts'
import { isTooLate, tooLate } from './too-late.ts'

const atOnce = 100

type SweepMachine = Pick<Machine, 'deps' | 'steady'>

/**
 * Ends what nobody picks up any more though its time has run out: held, or in the queue of an account or a network that
 * rests. One that cannot be ended is left for the next sweep. Tells how many were ended.
 */
export async function endExpired(machine: SweepMachine): Promise<number> {
  const { deps, steady } = machine
  let ended = 0
  for (const one of await steady.once(() => expired(deps.db, atOnce))) {
    try {
      if (await steady.once(() => endOne(machine, one))) ended += 1
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      deps.log.error({ err: error, publicationId: one.id }, 'a publication that is too late could not be ended')
    }
  }
  return ended
}

const endOne = (
  { deps }: SweepMachine,
  { id, targetId }: { readonly id: string; readonly targetId: string },
): Promise<boolean> =>
  inTx(deps.db, async (tx) => {
    const now = deps.clock.now()
    await deps.owner.lock(tx, [targetId])
    const [row] = await lockPublications(tx, [id])
    if (!row || (row.status !== 'queued' && row.status !== 'held') || !isTooLate(row, now)) return false
    const after = await updateLocked(tx, id, { ...tooLate(now), revision: row.revision + 1 })
    await deps.owner.changed(tx, [changeOf(after, row.status)])
    return true
  })
