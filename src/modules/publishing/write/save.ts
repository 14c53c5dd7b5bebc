import type { HeldLane } from '#infra/claim/index.ts'
import { inTx } from '#infra/db/client.ts'
import type { DbGate } from '#infra/db/db-gate.ts'
import { grouped } from '#kernel/batches/grouped.ts'
import { describeChange, type Publication, type RowChanges, type ShownPart } from '../publication.ts'
import { requireMove } from '../state.ts'
import { type CallEnd, savedBefore, saveFenced, saveTraced, type Written } from '../store/fenced.ts'
import { spaceOut } from '../store/lanes.ts'
import type { WriteContext } from '../write-context.ts'

interface Saving {
  readonly lane: HeldLane
  readonly publication: Publication
  readonly changes: RowChanges
  readonly shown?: ShownPart | undefined
  /** The call that an intent began, and its outcome. */
  readonly ended?: CallEnd | undefined
  /** The minimum gap before the next publication on this account. */
  readonly gapMs?: number | undefined
}

/**
 * Saves the outcome of a step before anything else happens. A change that users can see is reported to the owner of the
 * target in the same transaction.
 */
export type Save = Write<Saving>

/** True if users can see the change, so that the owner of the target must be notified. */
const isNotified = (saving: Saving): boolean =>
  savedStatus(saving) !== saving.publication.status || saving.shown !== undefined

const savedStatus = ({ publication, changes }: Saving) => changes.status ?? publication.status

/** Saves that notify the owner share a transaction. The others share one statement. */
export function createSave({ deps, claim, dbGate }: WriteContext): Save {
  const saveRows = (all: readonly Saving[]): Promise<Written> => saveFenced(deps.db, claim, all)

  const saveTogether = (all: readonly Saving[]): Promise<Written> =>
    inTx(deps.db, async (tx) => {
      const notified = all.filter(isNotified)
      const targets = notified.map(({ publication }) => publication)
      const locked = notified.length > 0 ? await deps.owner.lock(tx, targets) : undefined
      const saved = await saveTraced(tx, claim, all)
      await spaceOut(
        tx,
        all.filter(({ publication }) => saved.has(publication.id)),
      )
      const changes = notified.flatMap(({ publication: before }) => {
        const publication = saved.get(before.id)
        return publication ? [describeChange(publication, before.status)] : []
      })
      if (changes.length > 0) await deps.owner.changed(tx, changes, locked)
      return saved
    })

  const create = (writeAll: typeof saveRows) =>
    createTogether<Saving>({
      writeAll,
      dbGate,
      most: 50,
      writeOne: (one, hasFailedBefore) =>
        dbGate.retryUntilUp(async (again) => {
          const mayBeSaved = again || hasFailedBefore
          const before = mayBeSaved ? await savedBefore(deps.db, claim, one, savedStatus(one)) : null
          return before ?? (await writeAll([one])).get(one.publication.id) ?? null
        }),
    })
  const saveRow = create(saveRows)
  const saveWithOwner = create(saveTogether)
  return (saving) => {
    requireMove(saving.publication.status, savedStatus(saving))
    return isNotified(saving) || saving.ended ? saveWithOwner(saving) : saveRow(saving)
  }
}

export type Write<One> = (one: One) => Promise<Publication | null>

interface Together<One> {
  /** Writes all or none. Publications that it may not write are missing from the result. */
  writeAll(all: readonly One[]): Promise<Written>
  readonly dbGate: DbGate
  /** The maximum number of publications that are written together. */
  readonly most: number
  /** Writes a publication whose group has failed, or that waited alone. Defaults to one attempt. */
  writeOne?(one: One, hasFailedBefore: boolean): Promise<Publication | null>
}

/** Creates a write that is combined with those waiting for their turn at the same time. */
export function createTogether<One extends { readonly publication: Publication }>({
  writeAll,
  dbGate,
  most,
  writeOne = (one) => dbGate.once(async () => (await writeAll([one])).get(one.publication.id) ?? null),
}: Together<One>): Write<One> {
  return grouped<One, Publication | null>({
    async together(all) {
      const written = await writeAll(all)
      return new Map(all.map((one) => [one, written.get(one.publication.id) ?? null]))
    },
    alone: writeOne,
    inTurn: dbGate.once,
    most,
  })
}
