import type { HeldLane } from '#infra/claim/index.ts'
import { inTx } from '#infra/db/client.ts'
import { grouped } from '#kernel/batches/grouped.ts'
import { changeOf, type Publication } from '../publication.ts'
import { admit, type Reservation } from '../quota/ledger.ts'
import { beginFenced } from '../store/fenced.ts'
import { spaceOut } from '../store/lanes.ts'
import type { WriteContext } from './context.ts'

/** A publication to begin: the first that is due on its account. */
export interface Beginning {
  readonly lane: HeldLane
  readonly publication: Publication
  /** Time during which nothing else new goes out on this account. */
  readonly gapMs: number
  /** Time during which no other missed post goes out on this account. */
  readonly catchUpMs: number
  /** Reservation in the network's quotas; null when no quota applies. */
  readonly reservation: Reservation | null
}

export type Begin = (one: Beginning) => Promise<Publication | null>

/** Number of posts that are locked together. */
const atOnce = 100

/**
 * Begins queued publications under the lock of their posts. Returns null for one that was withdrawn meanwhile, or that
 * lost the last room in a quota to another at this moment. A thousand publications due at the same instant begin
 * together, since a transaction for each would make the last of them late.
 */
export function createBegin({ deps, claim, dbGate }: WriteContext): Begin {
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
    alone: async (one) => (await dbGate.once(() => together([one]))).get(one) ?? null,
    inTurn: dbGate.once,
    most: atOnce,
  })
}
