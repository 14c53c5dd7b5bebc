import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type ProfileId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { ProfileDeps } from '../deps.ts'
import { removeProfileLinks } from '../links/store.ts'
import { profileFor } from '../profile-for.ts'
import { lockUserRow, updateProfile } from '../store.ts'
import { markSurplus } from '../surplus/mark-surplus.ts'

/** Moves a profile to the trash, where it can be restored for 30 days. Its links end immediately. */
export function deleteProfile(deps: ProfileDeps, caller: Caller, id: ProfileId): Promise<void> {
  return inTx(deps.db, async (tx) => {
    // Lock the owner before the profile, since a newer profile may become writable.
    const person = (await lockUserRow(tx, caller.uid)) ?? refuse('unauthenticated')
    const profile = await profileFor(tx, caller, id, 'owner', { alsoReadOnly: true })
    for (const isBusy of deps.guards.profileBusy) {
      if (await isBusy(tx, id))
        refuse('profile_busy', {
          detail: 'Posts of this profile are being published. Wait until they are published, then delete the profile.',
        })
    }
    const now = deps.clock.now()
    await updateProfile(tx, id, { deletedAt: now, updatedAt: now, version: profile.version + 1 })
    await markSurplus(deps, tx, { ownerUid: profile.ownerUid, plan: person.plan })
    await removeProfileLinks(tx, id, now)
    await deps.emit(tx, { type: 'profile.deleted', ownerUid: profile.ownerUid, profileId: id })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: profile.ownerUid,
      action: 'profile.deleted',
      subject: toWire('prof', id),
    })
  })
}
