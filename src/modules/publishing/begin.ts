import type { HeldLane } from '#infra/claim/index.ts'
import { inTx } from '#infra/db/client.ts'
import { grouped } from '#kernel/grouped.ts'
import type { Means } from './means.ts'
import { admit, type Reservation } from './quota/ledger.ts'
import { beginFenced } from './store/fenced.ts'
import { spaceOut } from './store/lanes.ts'
import { changeOf, type Publication } from './store/publication.ts'

/** What is to be begun: the first thing of an account that is due. */
export interface Beginning {
  readonly lane: HeldLane
  readonly publication: Publication
  /** Nothing else new goes out on this account for so long. */
  readonly gapMs: number
  /** No other missed post goes out on this account for so long. */
  readonly catchUpMs: number
  /** What it takes of what the network counts by time; null: it counts nothing. */
  readonly reservation: Reservation | null
}

export type Begin = (one: Beginning) => Promise<Publication | null>

/** So many posts are locked together. */
const atOnce = 100

/**
 * From the queue into work, under the lock of its owner: what was withdrawn meanwhile is not begun, and comes back as null,
 * and so does that which another took the last room from at this very moment.
 * A thousand that are due at one instant begin together, since a transaction for each would make the last of them late.
 */
export function createBegin({ deps, claim, steady }: Means): Begin {
  const together = (all: readonly Beginning[]): Promise<Map<Beginning, Publication | null>> =>
    inTx(deps.db, async (tx) => {
      const locked = await deps.owner.lock(
        tx,
        all.map(({ publication }) => publication.targetId),
      )
      const begun = await beginFenced(tx, claim, await admit(tx, all, deps.clock.now()))
      await spaceOut(
        tx,
        all.filter(({ publication }) => begun.has(publication.id)),
      )
      const changes = [...begun.values()].map((publication) => changeOf(publication, 'queued'))
      if (changes.length > 0) await deps.owner.changed(tx, changes, locked)
      return new Map(all.map((one) => [one, begun.get(one.publication.id) ?? null]))
    })
  return grouped({
    together,
    alone: async (one) => (await steady.once(() => together([one]))).get(one) ?? null,
    inTurn: steady.once,
    most: atOnce,
  })
}
