import { type Db, isTx } from '#infra/db/client.ts'
import { after, before, minutes } from '#kernel/clock.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { SlotGuard } from '#modules/posts/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { toMinute } from '../auto-schedule/slots.ts'
import { listMoves, readPlaces } from './moves.ts'
import { chooseTimes, type MoveDeps, storeMoves } from './place-posts.ts'
import { type Clockwork, isPlanFor, patternOf } from './plan-for.ts'
import { walkSlots } from './slots.ts'
import { findPlan, listOccupied, listPlanRows, type SlotPlanRow } from './store.ts'

type SlotRequest = Parameters<SlotGuard>[2]

const mostPlans = 1_000

/**
 * Chooses a posting time for one post, among the times of a plan or of all plans that are for its accounts. In a
 * transaction, the profile stays locked until its end, so two calls never choose the same time, and a post that goes to
 * the top moves the others. Otherwise, nothing is locked or stored.
 */
export const createSlotGuard =
  (deps: MoveDeps): SlotGuard =>
  async (db, caller, request) => {
    const { profileId, slot } = request
    // The lock of the profile comes first, so whatever is read after it stays as it is.
    const profile = await profileFor(db, caller, profileId, isTx(db) ? 'write' : 'read')
    const now = deps.clock.now()
    if (request.checked && slot.place !== 'top' && (await isStillFree(db, request, profile, now)))
      return request.checked
    const key = request.postId ?? newId<'post'>(now)
    const plans = await listPlans(db, caller, request)
    const offers = []
    for (const plan of plans) {
      const places = await readPlaces(db, plan, now, new Set(), request.postId)
      const { planned: all } = places
      const taken = new Set([...places.taken, ...listReserved(request, plan)])
      const planned = all.filter((one) => one.key !== key)
      const pattern = await patternOf(db, { plan, profile })
      const input = { place: slot.place, postIds: [key], at: slot.at, mayLack: slot.planId === undefined }
      const placed = chooseTimes(input, planned, taken, (from) => walkSlots(pattern, from, now), now)
      const own = placed.find((one) => one.key === key)
      if (own)
        offers.push({ plan, at: own.at, moves: listMoves(planned, placed).filter(({ postId }) => postId !== key) })
    }
    const [first] = offers.sort((one, other) => one.at.getTime() - other.at.getTime())
    if (!first && slot.at !== undefined)
      refuse('slot_not_free', { detail: `${slot.at.toISOString()} isn’t a free time of a plan for these accounts.` })
    if (!first) refuse('slot_plan_full', { detail: 'No plan for these accounts has a free time within two years.' })
    const { plan, at, moves } = first
    if (isTx(db)) await storeMoves(deps, db, caller, { plan, ownerUid: profile.ownerUid, moves })
    return { planId: plan.id, at }
  }

/** True if the time for which the post was checked is still a free time of its plan. */
async function isStillFree(
  db: Db,
  { profileId, accountIds, checked, postId, reserved }: SlotRequest,
  profile: Clockwork,
  now: Date,
): Promise<boolean> {
  const plan = checked && (await findPlan(db, checked.planId))
  if (!plan || plan.profileId !== profileId || !isPlanFor(plan, accountIds)) return false
  const { at } = checked
  const [slot] = walkSlots(await patternOf(db, { plan, profile }), before(at, 1), now)
  if (at <= now || slot?.getTime() !== at.getTime()) return false
  if (listReserved({ reserved }, plan).includes(toMinute(at))) return false
  const minute = new Date(toMinute(at) * minutes(1))
  const there = await listOccupied(db, profileId, plan.accountIds, minute, after(minute, minutes(1)))
  return there.every(({ id }) => id === postId)
}

/** Lists the minutes that are reserved on the accounts of a plan. */
const listReserved = ({ reserved = [] }: Pick<SlotRequest, 'reserved'>, { accountIds }: SlotPlanRow): number[] =>
  reserved
    .filter((one) => accountIds.length === 0 || one.accountIds.some((id) => accountIds.includes(id)))
    .map(({ at }) => toMinute(at))

async function listPlans(db: Db, caller: Parameters<SlotGuard>[1], request: SlotRequest) {
  const { profileId, accountIds, slot } = request
  if (slot.planId === undefined) {
    const fitting = (await listPlanRows(db, profileId, null, mostPlans)).filter((plan) => isPlanFor(plan, accountIds))
    const message = 'needs a plan of posting times for all accounts of the post. Create one, or set `scheduledAt`'
    if (fitting.length === 0) refuseInput({ path: '/slot', code: 'slot_plan_not_found', message })
    return fitting
  }
  const plan = (await findPlan(db, slot.planId)) ?? refuse('slot_plan_not_found')
  if (plan.profileId !== profileId) {
    await profileFor(db, caller, plan.profileId, 'read', { lock: false })
    refuseInput({ path: '/slot/planId', code: 'other_profile', message: 'must be a plan of the profile of the post' })
  }
  if (!isPlanFor(plan, accountIds)) {
    const message = 'is not for all accounts of the post. Remove the account, or use another plan'
    refuseInput({ path: '/slot/planId', code: 'account_not_in_plan', message })
  }
  return [plan]
}
