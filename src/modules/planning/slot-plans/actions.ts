import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { requireBelow } from '#kernel/caps.ts'
import { newId, type ProfileId, type SlotPlanId, toWire } from '#kernel/ids.ts'
import { changesBetween, type Json } from '#kernel/json.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import { decodeCursor, pageOf, uuidKey } from '#kernel/page.ts'
import { requireConnected } from '#modules/accounts/index.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { PlanningDeps } from '../deps.ts'
import { arrange, readPlaces, toPlaces } from './moves.ts'
import { patternOf, planFor } from './plan-for.ts'
import type { PlanBody, PlanChanges } from './schema.ts'
import {
  deletePlan,
  insertPlan,
  leavePlan,
  listOutside,
  listPlanRows,
  placePosts,
  type SlotPlanRow,
  updatePlan,
} from './store.ts'

interface PlansQuery {
  readonly profileId: ProfileId
  readonly limit: number
  readonly cursor?: string | undefined
}

const present = ({ minutes: slots, ...plan }: SlotPlanRow) => ({
  ...plan,
  slots,
  accountIds: [...plan.accountIds],
  gaps: [...plan.gaps],
})

export async function listPlans({ db }: PlanningDeps, caller: Caller, { profileId, limit, cursor }: PlansQuery) {
  await profileFor(db, caller, profileId, 'read')
  const after = cursor === undefined ? null : decodeCursor(cursor, uuidKey)
  const { items, ...rest } = pageOf(await listPlanRows(db, profileId, after, limit + 1), limit, ({ id }) => id)
  return { slotPlans: items.map(present), ...rest }
}

export const getPlan = async ({ db }: PlanningDeps, caller: Caller, id: SlotPlanId) =>
  present((await planFor(db, caller, id, 'read')).plan)

/** Creates a plan. The profile is locked, so that two calls cannot take the last place. */
export async function createPlan(deps: PlanningDeps, tx: Tx, caller: Caller, body: PlanBody) {
  const { profileId, slots: minutes, ...fields } = body
  const { ownerUid } = await profileFor(tx, caller, profileId, 'publish')
  const { length } = await listPlanRows(tx, profileId, null, 1_000)
  requireBelow(
    'slotPlansOfProfile',
    length,
    'slot_plans_full',
    (most) => `A profile has at most ${most} plans of posting times. Delete one first.`,
  )
  await requireConnected(tx, profileId, fields.accountIds)
  const createdAt = deps.clock.now()
  const id = newId<'slots'>(createdAt)
  const plan = { ...fields, id, profileId, minutes, pausedUntil: null, createdAt, updatedAt: createdAt }
  await insertPlan(tx, plan)
  await writeAudit(tx, {
    at: createdAt,
    caller,
    ownerUid,
    action: 'slot_plan.created',
    subject: toWire('slots', id),
    changes: { name: { from: null, to: plan.name } },
  })
  return present(plan)
}

/** Changes a plan, and moves the posts that it has placed to its new times, in their order. */
export function changePlan(deps: PlanningDeps, caller: Caller, id: SlotPlanId, changes: PlanChanges) {
  return inTx(deps.db, async (tx) => {
    const { plan, profile } = await planFor(tx, caller, id, 'publish')
    const now = deps.clock.now()
    const changed = { ...withChanges(plan, changes), updatedAt: now }
    const { audit, isEmpty } = changesBetween(auditable(plan), auditable(changed))
    if (isEmpty) return { ...present(plan), moves: [], leavingPostIds: [] }
    const pattern = await patternOf(tx, { plan: changed, profile })
    const isMoved = Object.keys(changes).some((field) => field !== 'name' && field !== 'whenBlocked')
    if (changes.accountIds) await requireConnected(tx, plan.profileId, changes.accountIds)
    const leavingPostIds = await listOutside(tx, changed, now)
    const moves = isMoved ? arrange(await readPlaces(tx, changed, now, new Set(leavingPostIds)), pattern, now) : []
    await updatePlan(tx, changed)
    await leavePlan(tx, leavingPostIds, now)
    await placePosts(tx, id, toPlaces(moves), now)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: profile.ownerUid,
      action: 'slot_plan.updated',
      subject: toWire('slots', id),
      changes: { ...audit, ...(moves.length > 0 ? { posts: { from: null, to: moves.length } } : {}) },
    })
    return { ...present(changed), moves, leavingPostIds }
  })
}

/** Finds the moves that a change would cause. Stores nothing. */
export async function previewPlan({ db, clock }: PlanningDeps, caller: Caller, id: SlotPlanId, changes: PlanChanges) {
  const { plan, profile } = await planFor(db, caller, id, 'read')
  const now = clock.now()
  const changed = withChanges(plan, changes)
  if (changes.accountIds) await requireConnected(db, plan.profileId, changes.accountIds)
  const pattern = await patternOf(db, { plan: changed, profile })
  const leavingPostIds = await listOutside(db, changed, now)
  return { moves: arrange(await readPlaces(db, changed, now, new Set(leavingPostIds)), pattern, now), leavingPostIds }
}

const withChanges = (plan: SlotPlanRow, { slots, ...changes }: PlanChanges): SlotPlanRow => ({
  ...plan,
  ...omitUndefined({ ...changes, minutes: slots }),
})

const auditable = ({ name, timezone, accountIds, minutes, gaps, pausedUntil, whenBlocked }: SlotPlanRow) => ({
  name,
  timezone,
  accountIds: accountIds.map((id) => toWire('acc', id)),
  slots: minutes,
  gaps: gaps.map((gap) => ({ ...gap })) as Json,
  pausedUntil,
  whenBlocked,
})

/** Deletes a plan. Its posts keep their times. */
export function removePlan(deps: PlanningDeps, caller: Caller, id: SlotPlanId) {
  return inTx(deps.db, async (tx) => {
    const { plan, profile } = await planFor(tx, caller, id, 'publish', { alsoReadOnly: true })
    await deletePlan(tx, id)
    await writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: profile.ownerUid,
      action: 'slot_plan.deleted',
      profileId: plan.profileId,
      subject: toWire('slots', id),
      changes: { name: { from: plan.name, to: null } },
    })
    return { ok: true as const, success: true as const }
  })
}
