import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { ProfileId } from '#kernel/ids.ts'
import { hasRight, type ProfileRole, type Right } from '#kernel/rights.ts'
import { rightMeaning } from './state.ts'
import { type AccessibleProfile, findProfile } from './store.ts'

/**
 * Returns one profile by its ID, after checking access. Use it wherever a caller names a profile. A profile that does
 * not exist or is in the trash gives 404. A profile that the caller cannot access gives 403, and so do a role that is
 * too low and a change to a read-only profile, each with its own code. In a transaction the row is locked, since a
 * decision will depend on it; `lock: false` only reads.
 */
export async function profileFor(
  db: Db,
  caller: Caller,
  id: ProfileId,
  needs: Right,
  { lock = db.isTransaction, alsoReadOnly = needs === 'read' }: Options = {},
): Promise<AccessibleProfile> {
  const profile = requireProfileAccess(await findProfile(db, caller.uid, id, lock), caller, needs)
  if (!alsoReadOnly) requireWritable(profile)
  return profile
}

interface Options {
  readonly lock?: boolean
  /** True for what a read-only profile allows to roles above viewer: reading and deleting. */
  readonly alsoReadOnly?: boolean
}

/** Refuses if the owner's plan has no room for the profile. */
export function requireWritable({
  readOnly,
  requiredPlan,
}: Pick<AccessibleProfile, 'readOnly' | 'requiredPlan'>): void {
  if (!readOnly) return
  const advice =
    requiredPlan === null
      ? 'No plan of this installation offers more.'
      : `The lowest plan that includes this profile is ${requiredPlan}.`
  refuse('plan_required', {
    detail:
      `The owner’s plan doesn’t cover this brand, so it’s read-only. ${advice} Deleting an older brand also unlocks ` +
      'it.',
    ...(requiredPlan === null ? {} : { requiredPlan }),
  })
}

/** Refuses unless the caller has the required role on this profile. For rows that another query has read. */
export function requireProfileAccess<Seen extends { readonly id: ProfileId; readonly role: ProfileRole | null }>(
  profile: Seen | undefined,
  caller: Caller,
  needs: Right,
): Seen & { readonly role: ProfileRole } {
  if (profile === undefined) refuse('profile_not_found')
  const { role } = profile
  if (role === null) {
    refuse('profile_forbidden', {
      detail: 'You’re not a member of this brand. Ask its owner or an admin to invite you.',
    })
  }
  if (caller.onlyProfiles && !caller.onlyProfiles.includes(profile.id)) {
    refuse('profile_forbidden', {
      detail: 'This API key is limited to other brands. Use a key that includes this one.',
    })
  }
  if (!hasRight(role, needs)) {
    const { least, allows } = rightMeaning[needs]
    refuse('profile_role_required', {
      detail: `You need the ${least} role to ${allows}. Your role is ${role}.`,
    })
  }
  return { ...profile, role }
}
