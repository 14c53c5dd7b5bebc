import type { HeldLane } from '#infra/claim/index.ts'
import { inTx } from '#infra/db/client.ts'
import { grouped } from '#kernel/batches/grouped.ts'
import { changeOf, type Publication } from '../publication.ts'
import { type RowStatus, requireMove } from '../state.ts'
import { type CallEnd, type ShownPart, savedBefore, saveFenced, saveTraced } from '../store/fenced.ts'
import { spaceOut } from '../store/lanes.ts'
import type { RowChanges } from '../store/rows.ts'
import type { WriteContext } from './context.ts'

export interface Extra {
  readonly shown?: ShownPart
  /** The call that an intent began, and its outcome. */
  readonly ended?: CallEnd
  /** Time during which nothing new goes out on this account. */
  readonly gapMs?: number
}

interface Saving {
  readonly lane: HeldLane
  readonly publication: Publication
  readonly changes: RowChanges
  readonly to: RowStatus
  /** True when users can see the change, so that the owner of the target must hear of it. */
  readonly isNotified: boolean
  readonly extra: Extra
}

export type Save = (saving: Saving) => Promise<Publication | null>

/** Number of posts that are locked together. */
const atOnce = 50

/**
 * Groups the saves of many lanes that wait at the same time. Saves that the owner hears of share a transaction; the
 * others share one statement.
 */
export function createSave({ deps, claim, dbGate }: WriteContext): Save {
  const saveRows = async (all: readonly Saving[]): Promise<Map<Saving, Publication | null>> => {
    const saved = await saveFenced(deps.db, claim, all)
    return new Map(all.map((saving) => [saving, saved.get(saving.publication.id) ?? null]))
  }

  const saveAll = (all: readonly Saving[]): Promise<Map<Saving, Publication | null>> =>
    inTx(deps.db, async (tx) => {
      const told = all.filter(({ isNotified }) => isNotified)
      const targetIds = told.map(({ publication }) => publication.targetId)
      const locked = told.length > 0 ? await deps.owner.lock(tx, targetIds) : undefined
      const saved = await saveTraced(
        tx,
        claim,
        all.map(({ extra: { shown, ended }, ...saving }) => ({ ...saving, shown, ended })),
      )
      const done = all.flatMap((saving) => {
        const publication = saved.get(saving.publication.id)
        return publication ? [{ ...saving.extra, saving, publication, lane: saving.lane }] : []
      })
      await spaceOut(tx, done)
      const changes = done.flatMap(({ saving, publication }) =>
        saving.isNotified ? [changeOf(publication, saving.publication.status)] : [],
      )
      if (changes.length > 0) await deps.owner.changed(tx, changes, locked)
      return new Map(all.map((saving) => [saving, saved.get(saving.publication.id) ?? null]))
    })

  const groupOf = (together: typeof saveAll): Save =>
    grouped({
      together,
      alone: (one, failedBefore) =>
        dbGate.retryUntilUp(
          async (again) =>
            (again || failedBefore ? await savedBefore(deps.db, claim, one, one.to) : null) ??
            (await together([one])).get(one) ??
            null,
        ),
      inTurn: dbGate.once,
      most: atOnce,
    })
  const row = groupOf(saveRows)
  const more = groupOf(saveAll)
  return (saving) => (saving.isNotified || saving.extra.ended ? more(saving) : row(saving))
}

/**
 * Saves the outcome of a step before anything else happens. A change that users can see is reported to the owner of the
 * target in the same transaction. Returns null when this process has lost the lane or the publication was ended
 * meanwhile.
 */
export function save(
  context: { readonly save: Save },
  lane: HeldLane,
  publication: Publication,
  changes: RowChanges,
  extra: Extra = {},
): Promise<Publication | null> {
  const to = changes.status ?? publication.status
  requireMove(publication.status, to)
  const isNotified = to !== publication.status || extra.shown !== undefined
  return context.save({ lane, publication, changes, to, isNotified, extra })
}
