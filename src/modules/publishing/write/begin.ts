import type { HeldLane } from '#infra/claim/index.ts'
import { inTx } from '#infra/db/client.ts'
import { describeChange, type Publication } from '../publication.ts'
import { admit, type Reservation } from '../quota/ledger.ts'
import { beginFenced } from '../store/fenced.ts'
import { spaceOut } from '../store/lanes.ts'
import type { WriteContext } from './context.ts'
import { createTogether, type Write } from './together.ts'

/** A publication to begin: the first that is due on its account. */
interface Beginning {
  readonly lane: HeldLane
  readonly publication: Publication
  /** The time during which nothing else new is published on this account. */
  readonly gapMs: number
  /** The time during which no other missed post is published on this account. */
  readonly catchUpMs: number
  /** The reservation in the network's quotas. Null if no quota applies. */
  readonly reservation: Reservation | null
}

/** Also returns null for a publication that has just lost the last room in a quota to another one. */
export type Begin = Write<Beginning>

/** Begins queued publications under the lock of their posts. */
export const createBegin = ({ deps, claim, dbGate }: WriteContext): Begin =>
  createTogether({
    dbGate,
    most: 100,
    writeAll: (all: readonly Beginning[]) =>
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
        const changes = [...begun.values()].map((publication) => describeChange(publication, 'queued'))
        if (changes.length > 0) await deps.owner.changed(tx, changes, locked)
        return begun
      }),
  })
