import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { newId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { getLimit, requireRoom } from '#modules/plans/index.ts'
import { resolveAvatar } from '../avatar.ts'
import type { ProfileDeps } from '../deps.ts'
import type { NewProfile } from '../schema.ts'
import { countProfiles, insertProfile, lockUserRow, type ProfileRow } from '../store.ts'

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
  const profile = await insertProfile(tx, {
    id: newId<'prof'>(now),
    ownerUid: caller.uid,
    name: params.name,
    ...(await resolveAvatar(deps, tx, caller, params.avatar ?? null)),
    brandColor: params.brandColor ?? null,
    timezone: params.timezone ?? null,
    requiredApprovals: params.requiredApprovals ?? 0,
    approverRole: params.approverRole ?? 'admin',
    readOnly: false,
    requiredPlan: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    ...(params.samePostDays === undefined ? {} : { samePostDays: params.samePostDays }),
  })
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
