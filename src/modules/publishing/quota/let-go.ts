import { inTx } from '#infra/db/client.ts'
import type { Machine } from '../machine.ts'
import { demandMove } from '../state.ts'
import { changeOf } from '../store/publication.ts'
import { lockPublications, updateLocked } from '../store/rows.ts'
import { heldUntilNow } from '../store/spends.ts'

const atOnce = 50

/** What was held until there is room goes back into the queue when its time has come; there it is counted again. How many. */
export async function letGo({ deps, steady }: Pick<Machine, 'deps' | 'steady'>): Promise<number> {
  const found = await steady.once(() => heldUntilNow(deps.db, atOnce))
  if (found.length === 0) return 0
  return steady.once(() =>
    inTx(deps.db, async (tx) => {
      const locked = await deps.owner.lock(
        tx,
        found.map(({ targetId }) => targetId),
      )
      const dueAt = deps.clock.now()
      const changes = []
      for (const row of await lockPublications(
        tx,
        found.map(({ id }) => id),
      )) {
        if (row.status !== 'held' || row.heldUntil === null || row.heldUntil > dueAt) continue
        demandMove(row.status, 'queued')
        const queued = {
          status: 'queued',
          dueAt,
          heldUntil: null,
          heldWhy: null,
          error: null,
          errorCode: null,
        } as const
        changes.push(changeOf(await updateLocked(tx, row.id, { ...queued, revision: row.revision + 1 }), 'held'))
      }
      if (changes.length > 0) await deps.owner.changed(tx, changes, locked)
      return changes.length
    }),
  )
}
