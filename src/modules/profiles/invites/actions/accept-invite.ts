import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { ProfileDeps } from '../../deps.ts'
import { findMember, lockMembers, upsertMember } from '../../members/store.ts'
import { profileFor } from '../../profile-for.ts'
import { hasProfileRole } from '../../state.ts'
import { type AccessibleProfile, findProfile, lockUserRow } from '../../store.ts'
import { hashInviteToken } from '../invite-token.ts'
import { endInvite, findUsableInviteByHash, type InviteRow } from '../store.ts'

/**
 * Makes the caller a member, or gives a member a higher role. An invitation never lowers a role, and works only once.
 */
export function acceptInvite(deps: ProfileDeps, caller: Caller, token: string): Promise<AccessibleProfile> {
  return inTx(deps.db, async (tx) => {
    const now = deps.clock.now()
    const person = (await lockUserRow(tx, caller.uid)) ?? refuse('unauthenticated')
    const invite = (await findUsableInviteByHash(tx, hashInviteToken(token), now)) ?? refuseToken()
    const { profileId } = invite
    await lockMembers(tx, profileId)
    const profile = (await findProfile(tx, caller.uid, profileId, true)) ?? refuseToken()
    if (invite.email !== null && invite.email.toLowerCase() !== person.email?.toLowerCase()) {
      refuse('profile_invite_for_another', { detail: 'Sign in with the email address that was invited.' })
    }
    const role = requireGrantedRole(invite)
    if (profile.role !== null && hasProfileRole(profile.role, role)) {
      refuse('profile_member_exists', { detail: `You already have the role ${profile.role} on this profile.` })
    }
    // The invitation may have been revoked, replaced or used while this waited for the lock.
    if (!(await endInvite(tx, profileId, invite.id, now))) refuseToken()

    const before = (await findMember(tx, profileId, caller.uid))?.role ?? null
    await upsertMember(tx, profileId, caller.uid, role, now)
    const type = before === null ? 'profile_member.added' : 'profile_member.changed'
    await deps.emit(tx, { type, ownerUid: profile.ownerUid, profileId, memberUid: caller.uid })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: profile.ownerUid,
      action: type,
      subject: toWire('prof', profileId),
      changes: {
        member: { from: before && toWire('usr', caller.uid), to: toWire('usr', caller.uid) },
        role: { from: before, to: role },
        invite: { from: toWire('pinv', invite.id), to: null },
      },
    })
    return await profileFor(tx, caller, profileId, 'viewer')
  })
}

function requireGrantedRole({ role }: InviteRow) {
  return (
    role ??
    refuse('profile_invite_without_role', {
      detail: 'This invitation is for connecting an account. It does not grant membership.',
    })
  )
}

function refuseToken(): never {
  refuse('profile_invite_not_found', {
    detail: 'The invitation is unknown, used, revoked or expired. Ask for a new one.',
  })
}
