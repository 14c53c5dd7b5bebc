import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { ProfileId } from '#kernel/ids.ts'
import { hasProfileRole, type ProfileRole, roleMeaning } from './state.ts'
import { type AccessibleProfile, findProfile } from './store.ts'

/**
 * Returns one profile by its id, after the checks of access. Use it wherever a caller names a profile. A profile that
 * does not exist or is in the trash gives 404. A profile that the caller cannot reach gives 403, and so does a role
 * that is too low, with another code. In a transaction the row is locked, since a decision will depend on it; `lock:
 * false` only reads.
 */
export async function profileFor(
  db: Db,
  caller: Caller,
  id: ProfileId,
  needs: ProfileRole,
  options: { readonly lock: boolean } = { lock: db.isTransaction },
): Promise<AccessibleProfile> {
  return requireProfileAccess(await findProfile(db, caller.uid, id, options.lock), caller, needs)
}

/** Refuses unless the caller reaches this profile in the role that is needed. For rows that another query has read. */
export function requireProfileAccess<Seen extends { readonly id: ProfileId; readonly role: ProfileRole | null }>(
  profile: Seen | undefined,
  caller: Caller,
  needs: ProfileRole,
): Seen & { readonly role: ProfileRole } {
  if (profile === undefined) refuse('profile_not_found')
  const { role } = profile
  if (role === null) {
    refuse('profile_forbidden', {
      detail: 'You are not a member of this profile. Ask its owner or an admin for an invitation.',
    })
  }
  if (caller.onlyProfiles && !caller.onlyProfiles.includes(profile.id)) {
    refuse('profile_forbidden', {
      detail: 'The API key is limited to other profiles. Use a key that includes this one.',
    })
  }
  if (!hasProfileRole(role, needs)) {
    refuse('profile_role_required', {
      detail: `The role ${needs} is required to ${roleMeaning[needs]}; your role is ${role}.`,
    })
  }
  return { ...profile, role }
}
