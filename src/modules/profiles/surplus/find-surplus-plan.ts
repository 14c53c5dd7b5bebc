import type { Db } from '#infra/db/client.ts'
import { findPlanFor, getLimit, type Plans } from '#modules/plans/index.ts'
import { countOlderProfiles, type ProfileRow } from '../store.ts'

/**
 * Finds whether a profile is beyond a plan's limit, in the order used by `markSurplus`, and which plan has room for it.
 * Null if the plan has room.
 */
export async function findSurplusPlan(
  { db, plans }: { readonly db: Db; readonly plans: Plans },
  profile: Pick<ProfileRow, 'id' | 'ownerUid'>,
  plan: string,
): Promise<{ readonly requiredPlan: string | null } | null> {
  const allowed = getLimit(plans, plan, 'profiles')
  if (allowed === null) return null
  const place = await countOlderProfiles(db, profile)
  return place < allowed ? null : { requiredPlan: findPlanFor(plans, 'profiles', place + 1) }
}
