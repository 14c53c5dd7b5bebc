import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type ProfileId, type ProfileInviteId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { ProfileDeps } from '../../deps.ts'
import { lockMembers } from '../../members/store.ts'
import { profileFor } from '../../profile-for.ts'
import { endInvite } from '../store.ts'

export function revokeInvite(
  deps: ProfileDeps,
  caller: Caller,
  id: ProfileId,
  inviteId: ProfileInviteId,
): Promise<void> {
  return inTx(deps.db, async (tx) => {
    await lockMembers(tx, id)
    const { ownerUid } = await profileFor(tx, caller, id, 'admin', { alsoReadOnly: true })
    const now = deps.clock.now()
    const invite = (await endInvite(tx, id, inviteId, now)) ?? refuse('profile_invite_not_found')
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid,
      action: 'profile_invite.revoked',
      subject: toWire('pinv', inviteId),
      changes: { profileId: { from: toWire('prof', id), to: null }, role: { from: invite.role, to: null } },
    })
  })
}
