import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { AccountId, SlotPlanId } from '#kernel/ids.ts'
import type { Right } from '#kernel/rights.ts'
import { type AccessibleProfile, profileFor } from '#modules/profiles/index.ts'
import { readUserZone } from '../recurring/store.ts'
import type { Pattern } from './slots.ts'
import { findPlan, type SlotPlanRow } from './store.ts'

/** The parts of a profile on which the times of its plans depend. */
export type Clockwork = Pick<AccessibleProfile, 'timezone' | 'ownerUid'>

interface PlanAtHand {
  readonly plan: SlotPlanRow
  readonly profile: AccessibleProfile
}

/**
 * Reads a plan by its ID. All access goes through here. In a transaction its profile is locked, so two calls never
 * choose the same time.
 */
export async function planFor(
  db: Db,
  caller: Caller,
  id: SlotPlanId,
  needs: Right,
  options: { readonly alsoReadOnly?: boolean } = {},
): Promise<PlanAtHand> {
  const seen = (await findPlan(db, id)) ?? refuse('slot_plan_not_found')
  const profile = await profileFor(db, caller, seen.profileId, needs, options)
  return { plan: (await findPlan(db, id)) ?? refuse('slot_plan_not_found'), profile }
}

/** True if the times of a plan are for all of these accounts. */
export const isPlanFor = ({ accountIds: own }: SlotPlanRow, accountIds: readonly AccountId[]): boolean =>
  own.length === 0 || accountIds.every((id) => own.includes(id))

/** Returns the times of a plan, in its zone, or else that of its profile, or of the owner. */
export async function patternOf(
  db: Db,
  { plan, profile }: { readonly plan: SlotPlanRow; readonly profile: Clockwork },
): Promise<Pattern> {
  const zone = plan.timezone ?? profile.timezone ?? (await readUserZone(db, profile.ownerUid))
  const { minutes, gaps, pausedUntil } = plan
  return { zone, minutes, gaps, pausedUntil }
}
