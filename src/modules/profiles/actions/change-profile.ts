import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type ProfileId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { ProfileDeps } from '../deps.ts'
import { profileFor } from '../profile-for.ts'
import type { ProfileChanges } from '../schema.ts'
import { type ProfileRow, updateProfile } from '../store.ts'

const changeable = ['name', 'avatar', 'brandColor', 'timezone'] as const
type Changeable = (typeof changeable)[number]

/** `demand` is asked about the version under the row's lock. What is said again as it stands is no change. */
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
    const changed = changeable.filter((field) => wish[field] !== undefined && wish[field] !== before[field])
    if (changed.length === 0) return before

    const now = deps.clock.now()
    const after = await updateProfile(tx, id, { ...pick(wish, changed), version: before.version + 1, updatedAt: now })
    await deps.emit(tx, { type: 'profile.updated', ownerUid: before.ownerUid, profileId: id })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: before.ownerUid,
      action: 'profile.updated',
      subject: toWire('prof', id),
      changes: Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }])),
    })
    return after
  })
}

const pick = (wish: ProfileChanges, fields: readonly Changeable[]) =>
  Object.fromEntries(fields.map((field) => [field, wish[field]]))
