import { type Db, isTx } from '#infra/db/client.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { SlotGuard } from '#modules/posts/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { listMoves, readPlaces } from './moves.ts'
import { chooseTimes, type MoveDeps, storeMoves } from './place-posts.ts'
import { isPlanFor, patternOf, planFor } from './plan-for.ts'
import { walkSlots } from './slots.ts'
import { listPlanRows } from './store.ts'

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
    const profile = await profileFor(db, caller, profileId, 'editor')
    const now = deps.clock.now()
    const key = request.postId ?? newId<'post'>(now)
    const plans = await listPlans(db, caller, request)
    const offers = []
    for (const plan of plans) {
      const { planned: all, taken } = await readPlaces(db, plan, now, request.postId)
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

async function listPlans(db: Db, caller: Parameters<SlotGuard>[1], request: SlotRequest) {
  const { profileId, accountIds, slot } = request
  if (slot.planId === undefined) {
    const fitting = (await listPlanRows(db, profileId, null, mostPlans)).filter((plan) => isPlanFor(plan, accountIds))
    const message = 'needs a plan of posting times for all accounts of the post. Create one, or set `scheduledAt`'
    if (fitting.length === 0) refuseInput({ path: '/slot', code: 'slot_plan_not_found', message })
    return fitting
  }
  const { plan } = await planFor(db, caller, slot.planId, 'editor')
  if (plan.profileId !== profileId) {
    refuseInput({ path: '/slot/planId', code: 'other_profile', message: 'must be a plan of the profile of the post' })
  }
  if (!isPlanFor(plan, accountIds)) {
    const message = 'is not for all accounts of the post. Remove the account, or use another plan'
    refuseInput({ path: '/slot/planId', code: 'account_not_in_plan', message })
  }
  return [plan]
}
