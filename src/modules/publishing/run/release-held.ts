import { inTx } from '#infra/db/client.ts'
import { isDatabaseAway } from '#infra/db/faults.ts'
import { inHalves } from '#kernel/batches/in-halves.ts'
import { laterOf } from '#kernel/clock.ts'
import { describeChange } from '../publication.ts'
import { requireMove } from '../state.ts'
import { lockPublications, updateLocked } from '../store/rows.ts'
import { findReleasable } from '../store/spends.ts'
import type { EngineContext } from './context.ts'

const atOnce = 50

type ReleaseContext = Pick<EngineContext, 'deps' | 'dbGate'>
type Held = Awaited<ReturnType<typeof findReleasable>>[number]

/**
 * Returns publications held for a quota to the queue at their time, where they are counted again. A publication that
 * cannot be returned stays held until the next sweep. Returns the number of released publications.
 */
export async function releaseHeld(context: ReleaseContext): Promise<number> {
  const { deps, dbGate } = context
  const found = await dbGate.once(() => findReleasable(deps.db, atOnce))
  let gone = 0
  await inHalves(
    found,
    async (some) => {
      gone += await dbGate.once(() => releaseSome(context, some))
    },
    async ({ id }, error) => {
      if (isDatabaseAway(error)) throw error
      deps.log.error(
        { event: 'publishing.release_failed', err: error, publicationId: id },
        'Held publication could not be released',
      )
    },
  )
  return gone
}

const releaseSome = ({ deps }: ReleaseContext, held: readonly Held[]): Promise<number> =>
  inTx(deps.db, async (tx) => {
    const locked = await deps.owner.lock(tx, held)
    const now = deps.clock.now()
    const changes = []
    for (const row of await lockPublications(
      tx,
      held.map(({ id }) => id),
    )) {
      if (row.status !== 'held' || row.heldUntil === null || row.heldUntil > now) continue
      requireMove(row.status, 'queued')
      const queued = {
        status: 'queued',
        dueAt: laterOf(row.wantedAt, now),
        heldUntil: null,
        heldWhy: null,
        error: null,
        errorCode: null,
      } as const
      changes.push(describeChange(await updateLocked(tx, row.id, { ...queued, revision: row.revision + 1 }), 'held'))
    }
    if (changes.length > 0) await deps.owner.changed(tx, changes, locked)
    return changes.length
  })
