import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, days, hours } from '#kernel/clock.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { newId, type ProfileId, type ProfileInviteId, toWire, type UserId } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { faceUrl } from '#modules/faces/index.ts'
import { flagFor } from '#modules/flags/index.ts'
import { getIssuer } from '#modules/identity/index.ts'
import { requireRecipientAllowance, requireSenderAllowance } from '#modules/mail/index.ts'
import { type Network, platformIdOf } from '#rules/network-names.ts'
import type { ProfileDeps } from '../deps.ts'
import { mailInvite } from '../jobs.ts'
import { countMembersAndInvites, findMember, lockMembers, selectMembers, upsertMember } from '../members/store.ts'
import { profileFor } from '../profile-for.ts'
import { type GrantedRole, includesRole, membersMax, requireMayGrant } from '../state.ts'
import { type AccessibleProfile, findProfile, lockUserRow } from '../store.ts'
import { hashInviteToken, mailedInviteToken, newInviteToken } from './invite-token.ts'
import type { NewInvite, NewMember } from './schema.ts'
import {
  endInvite,
  endInvitesTo,
  findNamedInviteByHash,
  findUsableInviteByHash,
  hasAccountWith,
  type InviteRow,
  insertInvite,
  selectOpenInvites,
} from './store.ts'

const mailedFor = days(7)

/**
 * Refuses if invitations are turned off. Call this before the transaction, which would otherwise wait for a second
 * connection.
 */
export async function requireInvitesEnabled(deps: ProfileDeps, caller: Caller): Promise<void> {
  const { enabled } = await flagFor(deps, 'member-invites', { uid: caller.uid, plan: caller.plan })
  if (!enabled) refuse('feature_off', { detail: 'Invitations are turned off. Contact your server administrator.' })
}

/**
 * Invites a user by email. No one becomes a member without accepting, so the response is the same whether or not the
 * address has an account.
 */
export async function inviteByMail(
  deps: ProfileDeps,
  tx: Tx,
  caller: Caller,
  profileId: ProfileId,
  { email, role }: NewMember,
) {
  const invite = await addInvite(deps, tx, caller, { profileId, email, role, mailed: true, goodForMs: mailedFor })
  await deps.queue.enqueue(tx, mailInvite, { inviteId: invite.id })
  return { invited: true as const, inviteId: invite.id, email, role, expiresAt: invite.expiresAt }
}

/** Creates an invitation that its creator passes on. The token is only in this response. */
export async function inviteByToken(
  deps: ProfileDeps,
  caller: Caller,
  profileId: ProfileId,
  { email = null, role = null, expiresInHours, platforms, note = null }: NewInvite,
) {
  if (role !== null && platforms) {
    const message = 'must be omitted in an invitation that grants a role'
    refuseInput({ path: '/platforms', code: 'invalid_value', message })
  }
  const networks = platforms ? [...new Set(platforms)] : null
  const inviteToken = newInviteToken()
  const goodForMs = hours(expiresInHours)
  const params = { profileId, email, role, mailed: false, goodForMs, networks, note }
  const { id, expiresAt } = await inTx(deps.db, (tx) => addInvite(deps, tx, caller, params, inviteToken))
  return {
    id,
    inviteToken,
    email,
    role,
    ...presentLimits({ networks, note }),
    url: urlOf(deps, inviteToken, role),
    expiresAt,
  }
}

const presentLimits = ({ networks, note }: Pick<InviteRow, 'networks' | 'note'>) => ({
  platforms: networks?.map(platformIdOf) ?? null,
  note,
})

/** Returns the page of an invitation. Its token is in the fragment or the path, which no page passes on. */
const urlOf = ({ config }: ProfileDeps, token: string, role: GrantedRole | null): string =>
  role === null ? `${config.publicUrl}/v1/connections/invites/${token}` : `${config.publicUrl}/auth/invite#${token}`

/** Describes an invitation to its holder, who may have no account yet. Reading it does not use it up. */
export async function readInvite(deps: ProfileDeps, token: string) {
  const invite = (await findNamedInviteByHash(deps.db, hashInviteToken(token), deps.clock.now())) ?? refuseToken()
  const { profileName, inviterName, email, mailed, note, expiresAt, faceId, brandColor } = invite
  // Only the mailbox of the address has the token of an emailed invitation.
  const hasAccount = mailed && email !== null ? await hasAccountWith(deps.db, email, getIssuer(deps.config)) : null
  return {
    profileName,
    profileAvatarUrl: faceUrl(deps, faceId),
    profileBrandColor: brandColor,
    inviterName,
    role: requireGrantedRole(invite),
    email,
    note,
    hasAccount,
    expiresAt,
  }
}

interface InviteParams {
  readonly profileId: ProfileId
  readonly email: string | null
  readonly role: GrantedRole | null
  readonly mailed: boolean
  readonly goodForMs: number
  readonly networks?: readonly Network[] | null
  readonly note?: string | null
}

async function addInvite(
  deps: ProfileDeps,
  tx: Tx,
  caller: Caller,
  params: InviteParams,
  token?: string,
): Promise<InviteRow> {
  const { profileId, email, role, mailed, networks = null, note = null } = params
  const now = deps.clock.now()
  if (!(await lockUserRow(tx, caller.uid))) refuse('unauthenticated')
  await lockMembers(tx, profileId)
  const profile = await profileFor(tx, caller, profileId, 'manage')
  requireMayGrant(profile, role)
  if (email !== null) {
    await requireNotMember(tx, profileId, email)
    await endInvitesTo(tx, profileId, email, now)
  }
  if ((await countMembersAndInvites(tx, profileId, now)) >= membersMax) {
    refuse('profile_people_limit', {
      detail: `Brands can have up to ${membersMax} members, including pending invitations. Remove some first.`,
    })
  }
  if (mailed) await requireMailAllowance(tx, caller, email, now)

  const id = newId<'pinv'>(now)
  const invite: InviteRow = {
    id,
    profileId,
    tokenHash: hashInviteToken(token ?? mailedInviteToken(deps.seal, id)),
    role,
    email,
    mailed,
    invitedBy: caller.uid,
    networks: networks && [...networks],
    note,
    createdAt: now,
    expiresAt: after(now, params.goodForMs),
    endedAt: null,
  }
  await insertInvite(tx, invite)
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid: profile.ownerUid,
    action: 'profile_invite.created',
    subject: toWire('pinv', id),
    // Leave out the email address, which may belong to a person who never signs up here.
    changes: {
      profileId: { from: null, to: toWire('prof', profileId) },
      role: { from: null, to: role },
      ...(networks && { platforms: { from: null, to: [...networks] } }),
    },
  })
  return invite
}

/**
 * Refuses if the email address belongs to a member. Admins can see members' addresses anyway, so this reveals nothing
 * new.
 */
async function requireNotMember(tx: Tx, profileId: ProfileId, email: string): Promise<void> {
  const members = await selectMembers(tx, profileId)
  if (members.some((member) => member.email?.toLowerCase() === email.toLowerCase())) {
    refuse('profile_member_exists', {
      detail: 'This person is already a member. Change their role instead.',
    })
  }
}

/** Limits unrequested email. */
async function requireMailAllowance(tx: Tx, caller: Caller, email: string | null, now: Date): Promise<void> {
  await requireSenderAllowance(tx, caller.uid, 'profile-invite', now)
  const instead = 'Create an invitation link instead: POST /v1/profiles/{id}/invites.'
  if (email !== null) await requireRecipientAllowance(tx, email, 'profile-invite', { now, instead })
}

/**
 * Makes the caller a member, or gives a member a role with more rights. An invitation never takes a right away, and works
 * only once.
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
      refuse('profile_invite_for_another', { detail: 'Sign in with the email the invitation was sent to.' })
    }
    const role = requireGrantedRole(invite)
    if (profile.role !== null && (profile.role === role || !includesRole(role, profile.role))) {
      refuse('profile_member_exists', { detail: `You’re already ${profile.role} on this brand.` })
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
    return await profileFor(tx, caller, profileId, 'read')
  })
}

function requireGrantedRole({ role }: InviteRow) {
  return (
    role ??
    refuse('profile_invite_without_role', {
      detail: 'This invitation is only for connecting an account.',
    })
  )
}

function refuseToken(): never {
  refuse('profile_invite_not_found', {
    detail: 'This invitation has expired or was already used. Ask for a new one.',
  })
}

export async function listProfileInvites(
  { db, clock }: ProfileDeps,
  caller: Caller,
  id: ProfileId,
): Promise<(Omit<InviteRow, 'networks'> & { readonly invitedByUid: UserId; readonly platforms: string[] | null })[]> {
  await profileFor(db, caller, id, 'manage', { alsoReadOnly: true })
  return (await selectOpenInvites(db, id, clock.now())).map(({ networks, ...row }) => ({
    ...row,
    ...presentLimits({ networks, note: row.note }),
    invitedByUid: row.invitedBy,
  }))
}

export function revokeInvite(
  deps: ProfileDeps,
  caller: Caller,
  id: ProfileId,
  inviteId: ProfileInviteId,
): Promise<void> {
  return inTx(deps.db, async (tx) => {
    await lockMembers(tx, id)
    const { ownerUid } = await profileFor(tx, caller, id, 'manage', { alsoReadOnly: true })
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
