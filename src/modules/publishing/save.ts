import { inTx } from '#infra/db/client.ts'
import type { HeldLane } from './lanes.ts'
import type { Machine } from './machine.ts'
import { demandMove } from './state.ts'
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

/**
 * Saves what came of a step, before anything else happens. Whatever a person sees of it is told to the owner of the
 * target in the same transaction. Null: this process lost the lane, or somebody else ended the publication.
 */
export function save(
  machine: Machine,
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
  if (!isTold && !extra.ended) {
    return steady.until(
      async (again) =>
        (again ? await savedBefore(deps.db, held, publication, to) : null) ??
        (await saveFenced(deps.db, held, publication, changes)),
    )
  }
  return steady.until((again) =>
    inTx(deps.db, async (tx) => {
      const locked = isTold ? await deps.owner.lock(tx, [publication.targetId]) : undefined
      const before = again ? await savedBefore(tx, held, publication, to) : null
      if (before) return before
      const saved = await saveFenced(tx, held, publication, changes)
      if (!saved) return null
      if (extra.shown) await showPart(tx, saved, extra.shown, extra.ended)
      else if (extra.ended) await endCall(tx, extra.ended.callId, extra.ended)
      if (extra.gapMs) await spaceOut(tx, lane.id, extra.gapMs)
      if (isTold) await deps.owner.changed(tx, [changeOf(saved, publication.status)], locked)
      return saved
    }),
  )
}
