import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { before } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { type MediaId, newId, type ProfileId, toWire } from '#kernel/ids.ts'
import { canonical, changesBetween } from '#kernel/json.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { nameFace } from '#modules/faces/index.ts'
import { getLimit, requireRoom } from '#modules/plans/index.ts'
import { trashKeepsMs } from '#rules/trash.ts'
import { nameSteps, settleSteps } from './approval-steps.ts'
import { resolveAvatar, settleAvatar } from './avatar.ts'
import type { ProfileDeps } from './deps.ts'
import { removeProfileLinks } from './links/store.ts'
import { changeAvatar, fetchAvatar } from './photo.ts'
import { profileFor } from './profile-for.ts'
import type { NewProfile, ProfileChanges } from './schema.ts'
import { type ApproverRole, approverRoles, type InboxApprovals, inboxApprovalRules, mayApprove } from './state.ts'
import {
  type AccessibleProfile,
  countProfiles,
  findTrashed,
  insertProfile,
  lockUserRow,
  type ProfileRow,
  selectProfiles,
  updateProfile,
} from './store.ts'
import { markSurplus } from './surplus.ts'

export async function createProfile(
  deps: ProfileDeps,
  tx: Tx,
  caller: Caller,
  params: NewProfile,
): Promise<ProfileRow> {
  if (caller.onlyProfiles) {
    refuse('key_limited_to_profiles', {
      detail: 'The API key is limited to certain profiles. Use a key without `profileIds`.',
    })
  }
  await requireRoomForProfile(deps, tx, caller)
  const now = deps.clock.now()
  const avatar = await resolveAvatar(deps, tx, caller, params.avatar ?? null)
  const profile = await insertProfile(tx, {
    id: newId<'prof'>(now),
    ownerUid: caller.uid,
    name: params.name,
    ...avatar,
    faceId: null,
    brandColor: params.brandColor ?? null,
    timezone: params.timezone ?? null,
    requiredApprovals: params.requiredApprovals ?? 0,
    approverRole: params.approverRole ?? 'admin',
    approvalSteps: undefined,
    readOnly: false,
    requiredPlan: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    samePostDays: params.samePostDays,
    guestCodes: params.guestCodes,
    inboxApprovals: params.inboxApprovals,
  })
  await fetchAvatar(deps, tx, profile.id, avatar)
  await deps.emit(tx, { type: 'profile.created', ownerUid: caller.uid, profileId: profile.id })
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid: caller.uid,
    action: 'profile.created',
    subject: toWire('prof', profile.id),
  })
  return profile
}

/**
 * Refuses if the plan has no room for another profile. With a limit, the owner's lock is held from the count to the
 * commit, so that concurrent calls count each other's profiles.
 */
async function requireRoomForProfile(deps: ProfileDeps, tx: Tx, caller: Caller): Promise<void> {
  if (getLimit(deps.plans, caller.plan, 'profiles') === null) return
  const owner = (await lockUserRow(tx, caller.uid)) ?? refuse('unauthenticated')
  if (getLimit(deps.plans, owner.plan, 'profiles') === null) return
  requireRoom(deps.plans, owner.plan, 'profiles', await countProfiles(tx, caller.uid))
}

export type ReadDeps = Pick<ProfileDeps, 'db'>

export const listProfiles = ({ db }: ReadDeps, caller: Caller): Promise<AccessibleProfile[]> =>
  selectProfiles(db, caller)

export const getProfile = ({ db }: ReadDeps, caller: Caller, id: ProfileId): Promise<AccessibleProfile> =>
  profileFor(db, caller, id, 'read')

/** Reads a profile for `If-Match`, and locks it after its user, as every action does. */
export async function guardProfile(tx: Tx, caller: Caller, id: ProfileId): Promise<AccessibleProfile> {
  await lockUserRow(tx, caller.uid)
  return profileFor(tx, caller, id, 'read')
}

/** Changes those of the given fields that differ. */
export async function changeProfile(
  deps: ProfileDeps,
  caller: Caller,
  id: ProfileId,
  changes: ProfileChanges,
): Promise<ProfileRow> {
  await settleAvatar(deps, caller, changes)
  return await inTx(deps.db, async (tx) => {
    const { role, ...before } = await profileFor(tx, caller, id, 'manage')
    const { avatar: _given, approvalSteps: _steps, ...plain } = changes
    const rest = { ...plain, ...(await settleSteps(tx, before, changes)) }
    if (weakens(before, rest) && !mayApprove(role, before.approverRole))
      refuse('profile_role_required', {
        detail:
          `The role ${before.approverRole} is required to change the steps of the approval, or to lower the number of approvals ` +
          'or the approver role, or to let guests decide without a code, or fewer replies wait for an approval. ' +
          `Your role is ${role}.`,
      })
    const { values, audit, isEmpty } = changesBetween(before, {
      ...rest,
      ...(await changeAvatar(deps, tx, caller, before, changes.avatar)),
    })
    if (isEmpty) return before

    const now = deps.clock.now()
    const { approvalSteps, ...stored } = values
    const after = await updateProfile(tx, id, {
      ...stored,
      ...(approvalSteps && { approvalSteps: JSON.stringify(approvalSteps) }),
      version: before.version + 1,
      updatedAt: now,
    })
    const { ownerUid } = before
    await deps.emit(tx, { type: 'profile.updated', ownerUid, profileId: id })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid,
      action: 'profile.updated',
      subject: toWire('prof', id),
      changes: nameSteps(nameFace(nameMedia(audit))),
    })
    return after
  })
}

/**
 * True if a change requires fewer approvals than the current rule, or a lower role, changes its steps, lets guests decide
 * without a code, or fewer replies wait.
 */
const weakens = (before: ProfileRow, changes: RuleChanges): boolean =>
  rankOfReplies(changes.inboxApprovals ?? before.inboxApprovals) < rankOfReplies(before.inboxApprovals) ||
  ((before.requiredApprovals > 0 || before.inboxApprovals !== 'none') && weakensDecisions(before, changes))

const rankOfReplies = (rule: InboxApprovals): number => inboxApprovalRules.indexOf(rule)

const weakensDecisions = (before: ProfileRow, changes: RuleChanges): boolean =>
  (changes.approvalSteps !== undefined && canonical(changes.approvalSteps) !== canonical(before.approvalSteps)) ||
  (changes.guestCodes === false && before.guestCodes) ||
  (changes.requiredApprovals ?? before.requiredApprovals) < before.requiredApprovals ||
  rankOf(changes.approverRole ?? before.approverRole) < rankOf(before.approverRole)

type RuleChanges = {
  readonly [Field in 'requiredApprovals' | 'approverRole' | 'approvalSteps' | 'guestCodes' | 'inboxApprovals']?:
    | ProfileRow[Field]
    | undefined
}

const rankOf = (role: ApproverRole): number => approverRoles.indexOf(role)

/** Writes the ID of an image as clients know it. */
function nameMedia({ avatarMediaId, ...changes }: Changes): Changes {
  if (!avatarMediaId) return changes
  const named = (id: Changes[string]['from']) => (typeof id === 'string' ? toWire('media', id as MediaId) : null)
  return { ...changes, avatarMediaId: { from: named(avatarMediaId.from), to: named(avatarMediaId.to) } }
}

type Changes = ReturnType<typeof changesBetween>['audit']

/** Moves a profile to the trash, where it can be restored for 30 days. Its links stop working immediately. */
export function deleteProfile(deps: ProfileDeps, caller: Caller, id: ProfileId): Promise<void> {
  return inTx(deps.db, async (tx) => {
    // Lock the owner before the profile, since a newer profile may become writable.
    const person = (await lockUserRow(tx, caller.uid)) ?? refuse('unauthenticated')
    const profile = await profileFor(tx, caller, id, 'own', { alsoReadOnly: true })
    for (const isBusy of deps.guards.profileBusy) {
      if (await isBusy(tx, id))
        refuse('profile_busy', {
          detail: 'Posts on this brand are publishing. Wait until they finish, then delete it.',
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
    const restored = await profileFor(tx, caller, id, 'own', { alsoReadOnly: true })
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
  await profileFor(tx, caller, id, 'own', { lock: false, alsoReadOnly: true })
  return refuse('profile_not_in_trash', { detail: 'The profile isn’t deleted.' })
}
