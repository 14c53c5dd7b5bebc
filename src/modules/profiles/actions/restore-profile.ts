import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { before } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { type ProfileId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { requireRoom } from '#modules/plans/index.ts'
import type { ProfileDeps } from '../deps.ts'
import { profileFor } from '../profile-for.ts'
import { trashKeepsMs } from '../state.ts'
import { countProfiles, findTrashed, lockUserRow, type ProfileRow, updateProfile } from '../store.ts'
import { markSurplus } from '../surplus/mark-surplus.ts'

/**
 * Restores a profile from the trash if the plan has room for it. Members return. Links have been removed permanently.
 */
export function restoreProfile(deps: ProfileDeps, caller: Caller, id: ProfileId): Promise<ProfileRow> {
  return inTx(deps.db, async (tx) => {
    // Lock the owner before the profile. A caller who is not the owner finds nothing in the trash.
    const owner = (await lockUserRow(tx, caller.uid)) ?? refuse('unauthenticated')
    const now = deps.clock.now()
    const trashed = await findTrashed(tx, caller.uid, id, before(now, trashKeepsMs))
    if (!trashed) return await refuseLive(tx, caller, id)
    if (caller.onlyProfiles && !caller.onlyProfiles.includes(id)) {
      refuse('profile_forbidden', {
        detail: 'The API key is limited to other profiles. Use a key that includes this one.',
      })
    }
    requireRoom(deps.plans, owner.plan, 'profiles', await countProfiles(tx, caller.uid))
    await updateProfile(tx, id, { deletedAt: null, updatedAt: now, version: trashed.version + 1 })
    await markSurplus(deps, tx, { ownerUid: caller.uid, plan: owner.plan })
    const restored = await profileFor(tx, caller, id, 'owner', { alsoReadOnly: true })
    await deps.emit(tx, { type: 'profile.restored', ownerUid: caller.uid, profileId: id })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: caller.uid,
      action: 'profile.restored',
      subject: toWire('prof', id),
    })
    return restored
  })
}

async function refuseLive(tx: Tx, caller: Caller, id: ProfileId): Promise<never> {
  await profileFor(tx, caller, id, 'owner', { lock: false, alsoReadOnly: true })
  return refuse('profile_not_in_trash', { detail: 'The profile is not deleted.' })
}
