import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type ProfileId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { ProfileDeps } from '../deps.ts'
import { profileFor } from '../profile-for.ts'
import { type ProfileChanges, updateProfileBody } from '../schema.ts'
import { type ProfileRow, updateProfile } from '../store.ts'

type Field = keyof ProfileChanges

/** Every field of the request body. A new field of the schema is stored and audited without a change here. */
const fields = Object.keys(updateProfileBody.shape) as readonly Field[]

/** Changes the fields that differ. `demand` checks the version under the row's lock. */
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
    const changed = fields.filter((field) => wish[field] !== undefined && wish[field] !== before[field])
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

const pick = (wish: ProfileChanges, changed: readonly Field[]) =>
  Object.fromEntries(changed.map((field) => [field, wish[field]]))
