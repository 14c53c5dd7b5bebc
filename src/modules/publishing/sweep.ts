import { inTx } from '#infra/db/client.ts'
import type { Machine } from './machine.ts'
import { isTooLate, tooLate } from './run-lane.ts'
import { changeOf } from './store/publication.ts'
import { expired } from './store/reads.ts'
import { lockPublications, updateLocked } from './store/rows.ts'

const atOnce = 100

/**
 * Ends what nobody picks up any more though its time has run out: held, or in the queue of an account or a network that
 * rests. Tells how many.
 */
export async function endExpired({ deps, steady }: Pick<Machine, 'deps' | 'steady'>): Promise<number> {
  const now = deps.clock.now()
  const found = await steady.once(() => expired(deps.db, atOnce))
  let ended = 0
  for (const { id, targetId } of found) {
    await steady.once(() =>
      inTx(deps.db, async (tx) => {
        await deps.owner.lock(tx, [targetId])
        const [row] = await lockPublications(tx, [id])
        if (!row || (row.status !== 'queued' && row.status !== 'held') || !isTooLate(row, now)) return
        const after = await updateLocked(tx, id, { ...tooLate(now), revision: row.revision + 1 })
        await deps.owner.changed(tx, [changeOf(after, row.status)])
        ended += 1
      }),
    )
  }
  return ended
}
