import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type MediaId, type ProfileId, toWire } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { resolveAvatar, settleAvatar } from '../avatar.ts'
import type { ProfileDeps } from '../deps.ts'
import { profileFor } from '../profile-for.ts'
import type { ProfileChanges } from '../schema.ts'
import { hasProfileRole } from '../state.ts'
import { type ProfileRow, updateProfile } from '../store.ts'

/** Changes those of the given fields that differ. `demand` checks the version under the row's lock. */
export async function changeProfile(
  deps: ProfileDeps,
  caller: Caller,
  id: ProfileId,
  changes: ProfileChanges,
  demand: (version: number) => void,
): Promise<ProfileRow> {
  await settleAvatar(deps, caller, changes)
  return await inTx(deps.db, async (tx) => {
    const { role, ...before } = await profileFor(tx, caller, id, 'admin')
    demand(before.version)
    if (weakens(before, changes) && !hasProfileRole(role, before.approverRole))
      refuse('profile_role_required', {
        detail:
          `The role ${before.approverRole} is required to lower the number of approvals or the approver role. ` +
          `Your role is ${role}.`,
      })
    const { values, audit, isEmpty } = changesBetween(before, {
      ...changes,
      ...(await avatarOf(deps, tx, caller, changes)),
    })
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
      changes: nameMedia(audit),
    })
    return after
  })
}

/** True if a change requires fewer approvals than the current rule, or a lower role. */
const weakens = (before: ProfileRow, changes: ProfileChanges): boolean =>
  before.requiredApprovals > 0 &&
  ((changes.requiredApprovals ?? before.requiredApprovals) < before.requiredApprovals ||
    !hasProfileRole(changes.approverRole ?? before.approverRole, before.approverRole))

const avatarOf = (deps: ProfileDeps, tx: Tx, caller: Caller, { avatar }: ProfileChanges) =>
  avatar === undefined ? {} : resolveAvatar(deps, tx, caller, avatar)

/** Writes the ID of an image as clients know it. */
function nameMedia({ avatarMediaId, ...changes }: Changes): Changes {
  if (!avatarMediaId) return changes
  const named = (id: Changes[string]['from']) => (typeof id === 'string' ? toWire('media', id as MediaId) : null)
  return { ...changes, avatarMediaId: { from: named(avatarMediaId.from), to: named(avatarMediaId.to) } }
}

type Changes = ReturnType<typeof changesBetween>['audit']
