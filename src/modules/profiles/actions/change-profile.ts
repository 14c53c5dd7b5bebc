import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type ProfileId, toWire } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { ProfileDeps } from '../deps.ts'
import { profileFor } from '../profile-for.ts'
import type { ProfileChanges } from '../schema.ts'
import { type ProfileRow, updateProfile } from '../store.ts'

/** Changes the given fields that differ. `demand` checks the version under the row's lock. */
export function changeProfile(
  deps: ProfileDeps,
  caller: Caller,
  id: ProfileId,
  wish: ProfileChanges,
  demand: (version: number) => void,
): Promise<ProfileRow> {
  return inTx(deps.db, async (tx) => {
    const { role: _, ...before } = await profileFor(tx, caller, id, 'admin')
    demand(before.version)
    const { values, audit, isEmpty } = changesBetween(before, wish)
    if (isEmpty) return before

    const now = deps.clock.now()
    const after = await updateProfile(tx, id, { ...values, version: before.version + 1, updatedAt: now })
    const { ownerUid } = before
    await deps.emit(tx, { type: 'profile.updated', ownerUid, profileId: id })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid,
      action: 'profile.updated',
      subject: toWire('prof', id),
      changes: audit,
    })
    return after
  })
}
