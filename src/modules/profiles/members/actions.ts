import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type ProfileId, toWire, type UserId } from '#kernel/ids.ts'
import { hasRight, type Right } from '#kernel/rights.ts'
import { type AuditEntry, writeAudit } from '#modules/audit/index.ts'
import { faceUrl } from '#modules/faces/index.ts'
import type { ProfileDeps } from '../deps.ts'
import { endInvitesBy, endInvitesTo } from '../invites/store.ts'
import { profileFor } from '../profile-for.ts'
import { type GrantedRole, membersMax, requireMayGrant } from '../state.ts'
import { type AccessibleProfile, findProfile } from '../store.ts'
import {
  countMembersAndInvites,
  deleteMember,
  findMember,
  type GrantedMember,
  lockMembers,
  type MemberRow,
  selectMembers,
  upsertMember,
} from './store.ts'

interface ShownMember extends Omit<MemberRow, 'email' | 'faceId'> {
  readonly email?: string | null
  readonly avatarUrl: string | null
}

/** Returns the members. Every member sees the names and their own email address. Only admins see all addresses. */
export async function listProfileMembers(deps: ProfileDeps, caller: Caller, id: ProfileId): Promise<ShownMember[]> {
  const { role } = await profileFor(deps.db, caller, id, 'read')
  const all = hasRight(role, 'manage')
  return (await selectMembers(deps.db, id)).map((member) => shownTo(deps, caller.uid, all, member))
}

function shownTo(
  deps: Pick<ProfileDeps, 'config'>,
  uid: UserId,
  all: boolean,
  { email, faceId, ...member }: MemberRow,
): ShownMember {
  const shown = { ...member, avatarUrl: faceUrl(deps, faceId) }
  return all || member.uid === uid ? { ...shown, email } : shown
}

/** Changes a member's role under the profile's lock, so that the last of several concurrent changes wins. */
export function changeMember(
  deps: ProfileDeps,
  caller: Caller,
  id: ProfileId,
  uid: UserId,
  role: GrantedRole,
): Promise<ShownMember> {
  return inTx(deps.db, async (tx) => {
    const { profile, member } = await lockMember(tx, caller, id, uid, 'manage')
    requireMayGrant(profile, role)
    if (member.role === role) return shownTo(deps, caller.uid, true, member)
    await upsertMember(tx, id, uid, role, member.createdAt)
    await endRelatedInvites(deps, tx, id, member, role)
    await notify(deps, tx, caller, profile, 'profile_member.changed', member, role)
    return shownTo(deps, caller.uid, true, { ...member, role })
  })
}

/** Removes a member. An admin may remove others, and any member may leave. Access ends with the next request. */
export function removeMember(deps: ProfileDeps, caller: Caller, id: ProfileId, uid: UserId): Promise<void> {
  return inTx(deps.db, async (tx) => {
    const { profile, member } = await lockMember(tx, caller, id, uid, uid === caller.uid ? 'read' : 'manage', {
      alsoReadOnly: true,
    })
    await deleteMember(tx, id, uid)
    await endRelatedInvites(deps, tx, id, member, null)
    await notify(deps, tx, caller, profile, 'profile_member.removed', member, null)
  })
}

async function lockMember(tx: Tx, caller: Caller, id: ProfileId, uid: UserId, needs: Right, options = {}) {
  await lockMembers(tx, id)
  const profile = await profileFor(tx, caller, id, needs, options)
  if (profile.ownerUid === uid) {
    refuse('profile_owner_stays', {
      detail: 'A brand’s owner can’t be changed or removed, but can delete the brand.',
    })
  }
  const member = (await findMember(tx, id, uid)) ?? refuse('profile_member_not_found')
  return { profile, member }
}

/**
 * Revokes the open invitations that could restore the removed access: those to this user, and those that the user
 * created.
 */
async function endRelatedInvites(
  deps: Pick<ProfileDeps, 'clock'>,
  tx: Tx,
  id: ProfileId,
  member: GrantedMember,
  role: GrantedRole | null,
) {
  const now = deps.clock.now()
  if (member.email !== null) await endInvitesTo(tx, id, member.email, now)
  if (role === null || !hasRight(role, 'manage')) await endInvitesBy(tx, id, member.uid, now)
}

/**
 * Sets a user's role on a profile for someone who is not a member of it, such as the directory of a company. The caller
 * has locked the user. The owner stays the owner.
 */
export async function setMember(
  deps: MemberDeps,
  tx: Tx,
  {
    profileId,
    uid,
    role,
    actor,
  }: {
    readonly profileId: ProfileId
    readonly uid: UserId
    readonly role: GrantedRole | null
    readonly actor: AuditEntry['caller']
  },
): Promise<void> {
  await lockMembers(tx, profileId)
  const profile = await findProfile(tx, uid, profileId, true)
  if (!profile || profile.ownerUid === uid) return
  const member = await findMember(tx, profileId, uid)
  if ((member?.role ?? null) === role) return
  const now = deps.clock.now()
  if (role === null) await deleteMember(tx, profileId, uid)
  else await upsertMember(tx, profileId, uid, role, member?.createdAt ?? now)
  if (!member && (await countMembersAndInvites(tx, profileId, now)) > membersMax) {
    refuse('profile_people_limit', {
      detail: `The brand “${profile.name}” can have up to ${membersMax} members and open invitations.`,
    })
  }
  if (member) await endRelatedInvites(deps, tx, profileId, member, role)
  const type = member ? (role === null ? 'profile_member.removed' : 'profile_member.changed') : 'profile_member.added'
  await notify(deps, tx, actor, profile, type, { uid, role: member?.role ?? null }, role)
}

type MemberDeps = Pick<ProfileDeps, 'clock' | 'emit'>

async function notify(
  deps: MemberDeps,
  tx: Tx,
  caller: AuditEntry['caller'],
  { id: profileId, ownerUid }: Pick<AccessibleProfile, 'id' | 'ownerUid'>,
  type: 'profile_member.added' | 'profile_member.changed' | 'profile_member.removed',
  { uid, role: before }: { readonly uid: UserId; readonly role: GrantedRole | null },
  role: GrantedRole | null,
): Promise<void> {
  await deps.emit(tx, { type, ownerUid, profileId, memberUid: uid })
  await writeAudit(tx, {
    at: deps.clock.now(),
    caller,
    ownerUid,
    action: type,
    subject: toWire('prof', profileId),
    changes: {
      member: { from: before && toWire('usr', uid), to: role && toWire('usr', uid) },
      role: { from: before, to: role },
    },
  })
}
