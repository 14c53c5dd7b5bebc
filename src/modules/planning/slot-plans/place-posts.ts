import { randomInt } from 'node:crypto'
import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { before } from '#kernel/clock.ts'
import { placeRefusal, refuse, refuseInput } from '#kernel/errors.ts'
import { type PostId, type SlotPlanId, toWire, type UserId } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import {
  armPosts,
  listTargetsOfPosts,
  type PostAtHand,
  postsFor,
  prepareArmings,
  requireMayPublish,
  schedulePosts,
} from '#modules/posts/index.ts'
import { toMinute } from '../auto-schedule/slots.ts'
import type { PlanningDeps } from '../deps.ts'
import { listMoves, type Move, readPlaces, requireAll, toPlaces } from './moves.ts'
import { patternOf, planFor } from './plan-for.ts'
import type { AddInput, ArrangeInput, MoveInput } from './schema.ts'
import { fillSlots, type Placed, pushIn, reorder, walkSlots } from './slots.ts'
import { placePosts, type SlotPlanRow } from './store.ts'

interface Moves {
  readonly moves: Move[]
}

/** Schedules drafts at times of a plan: all of them or none. */
export async function addPosts(deps: PlanningDeps, caller: Caller, id: SlotPlanId, input: AddInput): Promise<Moves> {
  requireMayPublish(caller)
  const { plan: known } = await planFor(deps.db, caller, id, 'publish')
  const fetched = await prepareArmings(deps, caller, await readDrafts(deps, deps.db, caller, input.postIds, known))
  return inTx(deps.db, async (tx) => {
    const at = await planFor(tx, caller, id, 'publish')
    const posts = await readDrafts(deps, tx, caller, input.postIds, at.plan)
    const now = deps.clock.now()
    const { planned, taken } = await readPlaces(tx, at.plan, now)
    const pattern = await patternOf(tx, at)
    const placed = chooseTimes(input, planned, taken, (from) => walkSlots(pattern, from, now), now)
    const timeOf = new Map(placed.map(({ key, at: time }) => [key, time]))
    const timed = posts.flatMap((post) => {
      const scheduledAt = timeOf.get(post.id)
      return scheduledAt ? [{ post, scheduledAt }] : []
    })
    requireAll(placed, placed.length + posts.length - timed.length)
    const armed = await armPosts(deps, tx, timed, { fetched, confirmed: input.confirmWarnings })
    await requireOwnAccounts(tx, posts, at.plan)
    await schedulePosts(deps, tx, caller, armed)
    const moves = listMoves(planned, placed)
    await storeMoves(deps, tx, caller, { plan: at.plan, ownerUid: at.profile.ownerUid, moves })
    return { moves }
  })
}

interface Wish extends Pick<AddInput, 'place' | 'postIds' | 'at'> {
  /** True if the result may be empty, because other plans may have a time. */
  readonly mayLack?: boolean
}

/** Chooses times of a plan for posts, in their order. */
export function chooseTimes(
  { place, postIds, at: chosen, mayLack = false }: Wish,
  planned: readonly Placed<PostId>[],
  taken: ReadonlySet<number>,
  slotsFrom: (from: Date) => Iterable<Date>,
  now: Date,
): Placed<PostId>[] {
  if (place === 'top') {
    const placed = pushIn(slotsFrom(now), taken, planned, postIds)
    if (!mayLack) requireAll(placed, postIds.length)
    return placed
  }
  const all = new Set([...taken, ...planned.map(({ at }) => toMinute(at))])
  if (chosen !== undefined) {
    const [slot] = slotsFrom(before(chosen, 1))
    const isFree = chosen > now && slot?.getTime() === chosen.getTime() && !all.has(toMinute(chosen))
    if (!isFree && mayLack) return []
    if (!isFree) refuse('slot_not_free', { detail: `${chosen.toISOString()} isn’t a free time of the plan.` })
    return fillSlots([chosen], all, postIds)
  }
  const last = planned.at(-1)?.at
  return fillSlots(slotsFrom(place === 'last' && last ? last : now), all, postIds)
}

/** Moves a post of the plan to the place of another, or to the end. The times of the plan stay the same. */
export function movePost(deps: PlanningDeps, caller: Caller, id: SlotPlanId, input: MoveInput): Promise<Moves> {
  return rearrange(deps, caller, id, (planned) => {
    const keys = planned.map(({ key }) => key)
    requirePlanned(keys, input.postId, '/postId')
    const others = keys.filter((key) => key !== input.postId)
    if (input.beforeId === null || input.beforeId === input.postId) {
      return input.beforeId === null ? [...others, input.postId] : keys
    }
    requirePlanned(keys, input.beforeId, '/beforeId')
    return others.toSpliced(others.indexOf(input.beforeId), 0, input.postId)
  })
}

/** Gives the times of some posts of the plan to the same posts in another order. The others keep theirs. */
export const arrangePosts = (
  deps: PlanningDeps,
  caller: Caller,
  id: SlotPlanId,
  { postIds }: ArrangeInput,
): Promise<Moves> =>
  rearrange(deps, caller, id, (planned) => {
    const keys = planned.map(({ key }) => key)
    for (const [index, postId] of postIds.entries()) requirePlanned(keys, postId, `/postIds/${index}`)
    const listed = new Set(postIds)
    const waiting = [...postIds]
    return keys.map((key) => (listed.has(key) ? (waiting.shift() ?? key) : key))
  })

/** Gives the times of the plan to its posts in a random order. */
export const shufflePosts = (deps: PlanningDeps, caller: Caller, id: SlotPlanId): Promise<Moves> =>
  rearrange(deps, caller, id, (planned) => {
    const keys = planned.map(({ key }) => key)
    for (let left = keys.length - 1; left > 0; left--) {
      const other = randomInt(left + 1)
      ;[keys[left], keys[other]] = [keys[other] as PostId, keys[left] as PostId]
    }
    return keys
  })

function rearrange(
  deps: PlanningDeps,
  caller: Caller,
  id: SlotPlanId,
  order: (planned: readonly Placed<PostId>[]) => readonly PostId[],
): Promise<Moves> {
  requireMayPublish(caller)
  return inTx(deps.db, async (tx) => {
    const { plan, profile } = await planFor(tx, caller, id, 'publish')
    const { planned } = await readPlaces(tx, plan, deps.clock.now())
    const moves = listMoves(planned, reorder(planned, order(planned)))
    await storeMoves(deps, tx, caller, { plan, ownerUid: profile.ownerUid, moves })
    return { moves }
  })
}

export type MoveDeps = Pick<PlanningDeps, 'clock'>

interface StoredMoves extends Moves {
  readonly plan: SlotPlanRow
  readonly ownerUid: UserId
}

export async function storeMoves({ clock }: MoveDeps, tx: Tx, caller: Caller, { plan, ownerUid, moves }: StoredMoves) {
  if (moves.length === 0) return
  const at = clock.now()
  await placePosts(tx, plan.id, toPlaces(moves), at)
  await writeAudit(tx, {
    at,
    caller,
    ownerUid,
    action: 'slot_plan.posts_moved',
    subject: toWire('slots', plan.id),
    changes: { posts: { from: null, to: moves.length } },
  })
}

function requirePlanned(keys: readonly PostId[], id: PostId, path: string): void {
  if (keys.includes(id)) return
  const message = 'must be a post that the plan has placed and that is still ahead'
  refuseInput({ path, code: 'post_not_planned', message })
}

/** Reads the posts in the order of the request, and refuses anything but drafts of the plan's profile. */
async function readDrafts(
  deps: PlanningDeps,
  db: Db,
  caller: Caller,
  ids: readonly PostId[],
  { profileId }: SlotPlanRow,
): Promise<readonly PostAtHand[]> {
  const posts = await postsFor(deps, db, caller, ids, 'publish', (index) => `/postIds/${index}`)
  for (const [index, post] of posts.entries()) {
    const wire = toWire('post', post.id)
    placeRefusal(`/postIds/${index}`, () => {
      if (post.deletedAt !== null) refuse('post_in_trash', { detail: `${wire} is in the trash. Restore it first.` })
      if (post.status !== 'draft') refuse('post_not_draft', { detail: `${wire} is ${post.status}. Remove it.` })
    })
    if (post.profileId !== profileId) {
      const message = 'must be a post of the profile of the plan'
      refuseInput({ path: `/postIds/${index}`, code: 'other_profile', message })
    }
  }
  return posts
}

/** Refuses posts for accounts that the plan is not for: its times are free only on its own accounts. */
async function requireOwnAccounts(tx: Tx, posts: readonly PostAtHand[], { accountIds }: SlotPlanRow): Promise<void> {
  if (accountIds.length === 0) return
  const targets = await listTargetsOfPosts(tx, posts)
  const faults = posts.flatMap(({ id }, index) => {
    const isOther = (targets.get(id) ?? []).some(({ accountId }) => !accountId || !accountIds.includes(accountId))
    const message = 'is also for an account that the plan is not for. Remove the account, or use another plan'
    return isOther ? [{ path: `/postIds/${index}`, code: 'account_not_in_plan', message }] : []
  })
  if (faults.length > 0) refuseInput(...faults)
}
