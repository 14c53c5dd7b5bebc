import type { HeldLane } from '#infra/claim/index.ts'
import { inTx } from '#infra/db/client.ts'
import { describeChange, type Publication } from '../publication.ts'
import { admit, type Reservation } from '../quota/ledger.ts'
import { beginFenced, type Intent, intendFenced } from '../store/fenced.ts'
import { spaceOut } from '../store/lanes.ts'
import type { WriteContext } from '../write-context.ts'
import { createSave, createTogether, type Save, type Write } from './save.ts'

/**
 * The engine's writes to its publications. Writes of many lanes that wait at the same time are combined, because a
 * transaction for each would make the last of a thousand late. Each row checks its own fencing token, revision and
 * status. A result of null has one meaning: this process has lost the lane, or the publication has since ended.
 */
export interface Writer {
  /** Takes a publication out of the queue. */
  readonly begin: Begin
  /** Commits that a visible call is about to be made. */
  readonly intend: Intend
  readonly save: Save
}

export const createBatchedWriter = (context: WriteContext): Writer => ({
  begin: createBegin(context),
  intend: createIntend(context),
  save: createSave(context),
})

/** A publication to begin: the first that is due on its account. */
interface Beginning {
  readonly lane: HeldLane
  readonly publication: Publication
  /** The minimum gap before the next publication on this account. */
  readonly gapMs: number
  /** The minimum gap before the next missed post on this account. */
  readonly catchUpMs: number
  /** The reservation in the network's quotas. Null if no quota applies. */
  readonly reservation: Reservation | null
}

/** Also returns null for a publication that has just lost the last free place in a quota to another one. */
type Begin = Write<Beginning>

/** Begins queued publications under the lock of their posts. */
const createBegin = ({ deps, claim, dbGate }: WriteContext): Begin =>
  createTogether({
    dbGate,
    most: 100,
    writeAll: (all: readonly Beginning[]) =>
      inTx(deps.db, async (tx) => {
        const locked = await deps.owner.lock(
          tx,
          all.map(({ publication }) => publication),
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

/** Also returns null if the lease is too short for the call, or if a user has cancelled the publication. */
type Intend = Write<Intent>

const createIntend = ({ deps, claim, dbGate }: WriteContext): Intend =>
  createTogether({ writeAll: (all) => intendFenced(deps.db, claim, all), dbGate, most: 100 })
