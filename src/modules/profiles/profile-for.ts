import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { ProfileId } from '#kernel/ids.ts'
import { hasProfileRole, type ProfileRole, roleMeaning } from './state.ts'
import { type AccessibleProfile, findProfile } from './store.ts'

/**
 * The only way to one profile by its id. Not there, or in the trash, is 404; beyond the caller's reach is 403; so is a
 * role that is too low, with another code. In a transaction the row is locked, since something will be decided on it;
 * `lock: false` only looks.
 */
export async function profileFor(
  db: Db,
  caller: Caller,
  id: ProfileId,
  needs: ProfileRole,
  options: { readonly lock: boolean } = { lock: db.isTransaction },
): Promise<AccessibleProfile> {
  const { role, ...profile } = (await findProfile(db, caller.uid, id, options.lock)) ?? refuse('profile_not_found')
  if (role === null) {
    refuse('profile_forbidden', { detail: 'This profile belongs to somebody else, who has not granted it to you.' })
  }
  if (caller.onlyProfiles && !caller.onlyProfiles.includes(id)) {
    refuse('profile_forbidden', {
      detail: 'The API key is limited to certain profiles, and this one is not among them.',
    })
  }
  if (!hasProfileRole(role, needs)) {
    refuse('profile_role_required', {
      detail: `One must be ${needs} of this profile to ${roleMeaning[needs]}; you are ${role}.`,
    })
  }
  return { ...profile, role }
}
