import type { Db, Tx } from '#infra/db/client.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { findPlanFor, getLimit, type Plans } from '#modules/plans/index.ts'
import type { ProfileDeps } from './deps.ts'
import { countOlderProfiles, lockOwnedProfiles, type ProfileRow, updateProfile } from './store.ts'

/**
 * Makes the newest profiles beyond a plan's limit read-only, and those within it writable again. The caller holds the
 * lock on the owner's row.
 */
export async function markSurplus(
  deps: Pick<ProfileDeps, 'clock' | 'emit' | 'plans'>,
  tx: Tx,
  { ownerUid, plan }: { readonly ownerUid: UserId; readonly plan: string },
): Promise<void> {
  const allowed = getLimit(deps.plans, plan, 'profiles')
  const at = deps.clock.now()
  for (const [place, { id, version, ...before }] of (await lockOwnedProfiles(tx, ownerUid)).entries()) {
    const readOnly = allowed !== null && place >= allowed
    const requiredPlan = readOnly ? findPlanFor(deps.plans, 'profiles', place + 1) : null
    if (before.readOnly === readOnly && before.requiredPlan === requiredPlan) continue
    await updateProfile(tx, id, { readOnly, requiredPlan, updatedAt: at, version: version + 1 })
    if (before.readOnly === readOnly) continue
    if (!readOnly) await deps.emit(tx, { type: 'profile.made_writable', ownerUid, profileId: id })
    await writeAudit(tx, {
      at,
      caller: null,
      ownerUid,
      action: 'profile.updated',
      subject: toWire('prof', id),
      changes: { readOnly: { from: before.readOnly, to: readOnly } },
    })
  }
}

/**
 * Checks whether a profile is beyond a plan's limit, in the order used by `markSurplus`, and finds the plan that has
 * room for it. Null if the current plan has room.
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
