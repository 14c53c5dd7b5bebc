import { inTx, type Tx } from '#infra/db/client.ts'
import type { Change } from './deps.ts'
import { grouped } from './grouped.ts'
import type { HeldLane } from './lanes.ts'
import type { Means } from './means.ts'
import { demandMove, type RowStatus } from './state.ts'
import { type CallEnd, endCall, type ShownPart, savedBefore, saveFenced, showPart } from './store/fenced.ts'
import { spaceOut } from './store/lanes.ts'
import { changeOf, type Publication } from './store/publication.ts'
import type { RowChanges } from './store/rows.ts'

export interface Extra {
  readonly shown?: ShownPart
  /** The call that was begun by an intent, and what came of it. */
  readonly ended?: { readonly callId: string } & CallEnd
  /** Nothing new goes out on this account for so long. */
  readonly gapMs?: number
}

interface Saving {
  readonly lane: HeldLane
  readonly publication: Publication
  readonly changes: RowChanges
  readonly to: RowStatus
  /** A person sees something of it, so the owner of the target is told. */
  readonly isTold: boolean
  readonly extra: Extra
}

export type Save = (saving: Saving) => Promise<Publication | null>

/** So many posts are locked together. */
const atOnce = 50

/** Saves that are more than one statement. Those of many lanes are one transaction where they wait for their turn at once. */
export function createSave({ deps, claim, steady }: Means): Save {
  async function saveIn(tx: Tx, { lane, publication, changes, to, extra }: Saving, again: boolean) {
    const held = { claim, lane }
    const before = again ? await savedBefore(tx, held, publication, to) : null
    if (before) return { saved: before, isNew: false }
    const saved = await saveFenced(tx, held, publication, changes)
    if (!saved) return { saved, isNew: false }
    if (extra.shown) await showPart(tx, saved, extra.shown, extra.ended)
    else if (extra.ended) await endCall(tx, extra.ended.callId, extra.ended)
    if (extra.gapMs) await spaceOut(tx, lane.id, extra.gapMs)
    return { saved, isNew: true }
  }

  const saveAll = (all: readonly Saving[], again: boolean): Promise<Map<Saving, Publication | null>> =>
    inTx(deps.db, async (tx) => {
      const told = all.filter(({ isTold }) => isTold).map(({ publication }) => publication.targetId)
      const locked = told.length > 0 ? await deps.owner.lock(tx, told) : undefined
      const results = new Map<Saving, Publication | null>()
      const changes: Change[] = []
      // In the order in which everybody locks lanes.
      for (const one of all.toSorted((a, b) => (a.lane.id < b.lane.id ? -1 : 1))) {
        const { saved, isNew } = await saveIn(tx, one, again)
        results.set(one, saved)
        if (saved && isNew && one.isTold) changes.push(changeOf(saved, one.publication.status))
      }
      if (changes.length > 0) await deps.owner.changed(tx, changes, locked)
      return results
    })

  return grouped({
    together: (all) => saveAll(all, false),
    alone: (one, failedBefore) =>
      steady.until(async (again) => (await saveAll([one], again || failedBefore)).get(one) ?? null),
    inTurn: steady.once,
    most: atOnce,
  })
}

/**
 * Saves what came of a step, before anything else happens. Whatever a person sees of it is told to the owner of the
 * target in the same transaction. Null: this process lost the lane, or somebody else ended the publication.
 */
export function save(
  machine: Means & { readonly saveMore: Save },
  lane: HeldLane,
  publication: Publication,
  changes: RowChanges,
  extra: Extra = {},
): Promise<Publication | null> {
  const { deps, claim, steady } = machine
  const held = { claim, lane }
  const to = changes.status ?? publication.status
  demandMove(publication.status, to)
  const isTold = to !== publication.status || extra.shown !== undefined
  if (isTold || extra.ended) return machine.saveMore({ lane, publication, changes, to, isTold, extra })
  return steady.until(
    async (again) =>
      (again ? await savedBefore(deps.db, held, publication, to) : null) ??
      (await saveFenced(deps.db, held, publication, changes)),
  )
}
