import type { Db } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import type { PostId } from '#kernel/ids.ts'
import { toMinute } from '../auto-schedule/slots.ts'
import { fillSlots, type Pattern, type Placed, walkSlots } from './slots.ts'
import { listOccupied, listPlanned, type PlannedPost, type SlotPlanRow } from './store.ts'

/** A post that gets another time. `from` is null if it had none. */
export interface Move {
  readonly postId: PostId
  readonly from: Date | null
  readonly to: Date
}

interface Places {
  /** The posts that the plan may move, soonest first. */
  readonly planned: readonly Placed<PostId>[]
  /** The minutes of all other posts on the accounts of the plan. */
  readonly taken: ReadonlySet<number>
}

/**
 * Reads which posts a plan may move, and which times others occupy. In a transaction, the posts of the plan stay locked.
 * Posts that leave the plan keep their times.
 */
export async function readPlaces(
  db: Db,
  plan: SlotPlanRow,
  now: Date,
  leaving: ReadonlySet<PostId> = new Set(),
  except: PostId | null = null,
): Promise<Places> {
  const planned = (await listPlanned(db, plan.id, now, db.isTransaction)).filter(({ id }) => !leaving.has(id))
  const own = new Set(planned.map(({ id }) => id))
  const occupied = await listOccupied(db, plan.profileId, plan.accountIds, now, null)
  return {
    planned: planned.map(({ id, at }) => ({ key: id, at })),
    taken: new Set(occupied.filter(({ id }) => !own.has(id) && id !== except).map(({ at }) => toMinute(at))),
  }
}

/** Finds the moves that a pattern causes: all posts of the plan, in their order, on its first free times. */
export function arrange({ planned, taken }: Places, pattern: Pattern, now: Date): Move[] {
  const keys = planned.map(({ key }) => key)
  const placed = fillSlots(walkSlots(pattern, now, now), taken, keys)
  requireAll(placed, keys.length)
  return listMoves(planned, placed)
}

/** Refuses if the plan has too few times. */
export function requireAll(placed: readonly unknown[], wanted: number): void {
  if (placed.length >= wanted) return
  refuse('slot_plan_full', {
    detail: `The plan has free times within two years for only ${placed.length} of ${wanted} posts. Add times to it.`,
  })
}

/** Compares the places of posts. Leaves out those that keep their time. */
export function listMoves(before: readonly Placed<PostId>[], after: readonly Placed<PostId>[]): Move[] {
  const known = new Map(before.map(({ key, at }) => [key, at]))
  return after
    .map(({ key, at }) => ({ postId: key, from: known.get(key) ?? null, to: at }))
    .filter(({ from, to }) => from?.getTime() !== to.getTime())
    .sort((one, other) => one.to.getTime() - other.to.getTime())
}

export const toPlaces = (moves: readonly Move[]): PlannedPost[] => moves.map(({ postId: id, to: at }) => ({ id, at }))
