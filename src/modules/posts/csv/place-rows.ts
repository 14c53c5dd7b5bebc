import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type Fault, Refusal } from '#kernel/errors.ts'
import type { AccountId, ProfileId } from '#kernel/ids.ts'
import { listAccountIds } from '../actions/place-post.ts'
import type { ChosenSlot, PostDeps, ReservedTime } from '../deps.ts'
import type { NewDraft } from '../draft/load-posts.ts'
import type { NewPost, SlotRequest } from '../schema/requests.ts'
import type { ImportRow } from './read-import.ts'

/** A posting time that a row asks for. */
export interface RowPlace {
  readonly slot: SlotRequest
  readonly accountIds: readonly AccountId[]
  /** The time for which the row was checked. Null if none is free. */
  readonly checked: ChosenSlot | null
  /** The row with that time. */
  readonly input: NewPost
  readonly faults: readonly Fault[]
}

/**
 * Chooses a posting time for each row that asks for one, in their order, as if the rows before it and those with a time
 * were already stored. A refusal is an error of its row.
 */
export async function placeRows(
  deps: PostDeps,
  caller: Caller,
  rows: readonly ImportRow[],
  drafts: ReadonlyMap<NewPost, NewDraft>,
): Promise<ReadonlyMap<number, RowPlace>> {
  const reserved = reserveTimed([...drafts.values()])
  const places = new Map<number, RowPlace>()
  for (const { row, slot, input } of rows) {
    const draft = input && drafts.get(input)
    if (slot === null || !draft || draft.targets.length === 0) continue
    const accountIds = listAccountIds(draft.targets)
    try {
      const request = { profileId: draft.profile.id, accountIds, slot, reserved }
      const checked = await choose(deps, deps.db, caller, request)
      places.set(row, {
        slot,
        accountIds,
        checked,
        input: { ...draft.input, scheduledAt: { at: checked.at } },
        faults: [],
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, message, info } = error
      const faults = info.errors ?? [{ path: '/slot', code, message }]
      places.set(row, { slot, accountIds, checked: null, input: draft.input, faults })
    }
  }
  return places
}

/** Chooses the times again, inside the transaction that stores the posts. A time that is still free is kept. */
export async function keepPlaces(
  deps: PostDeps,
  tx: Db,
  caller: Caller,
  profileId: ProfileId,
  posts: readonly { readonly draft: NewDraft; readonly place: RowPlace | undefined }[],
): Promise<NewDraft[]> {
  const reserved = reserveTimed(posts.flatMap(({ draft, place }) => (place ? [] : draft)))
  const drafts: NewDraft[] = []
  for (const { draft, place } of posts) {
    if (!place?.checked) drafts.push(draft)
    else {
      const { at, planId } = await choose(deps, tx, caller, { ...place, profileId, reserved, checked: place.checked })
      drafts.push({ ...draft, scheduledAt: at, slotPlanId: planId })
    }
  }
  return drafts
}

interface Choice {
  readonly profileId: ProfileId
  readonly accountIds: readonly AccountId[]
  readonly slot: SlotRequest
  readonly reserved: ReservedTime[]
  readonly checked?: ChosenSlot
}

async function choose(
  deps: PostDeps,
  db: Db,
  caller: Caller,
  { profileId, accountIds, slot, reserved, checked }: Choice,
): Promise<ChosenSlot> {
  const chosen = await deps.guards.chooseSlot(db, caller, {
    profileId,
    accountIds,
    slot,
    reserved,
    checked,
    postId: null,
  })
  reserved.push({ at: chosen.at, accountIds })
  return chosen
}

const reserveTimed = (drafts: readonly NewDraft[]): ReservedTime[] =>
  drafts.flatMap(({ scheduledAt, targets, input }) =>
    scheduledAt === null || input.saveAsDraft ? [] : [{ at: scheduledAt, accountIds: listAccountIds(targets) }],
  )
