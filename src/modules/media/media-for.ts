import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { MediaId, ProfileId, UserId } from '#kernel/ids.ts'
import { hasRight, type Right } from '#kernel/rights.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { findSeenMedia, listSeenMedia, type MediaName, type MediaRow, type SeenMedia } from './store.ts'

interface Look {
  readonly lock: boolean
}

/**
 * Returns one file by its ID, after checking access: `read` to see it, `write` to use it in a post, change it or delete
 * it. Its owner has both. Refuses with 404 if it does not exist, and with 403 if it belongs to another user and is in no
 * profile of the caller. In a transaction the row is locked; `lock: false` only reads.
 */
export const mediaFor = (
  db: Db,
  caller: Caller,
  id: MediaId,
  needs: Right,
  look: Look = { lock: db.isTransaction },
): Promise<MediaRow> => requireMedia(db, caller, { id }, needs, look)

/** Returns one file by its storagePath, with the same checks. */
export const mediaByPath = (
  db: Db,
  caller: Caller,
  storagePath: string,
  needs: Right,
  look: Look = { lock: db.isTransaction },
): Promise<MediaRow> => requireMedia(db, caller, { storagePath }, needs, look)

async function requireMedia(db: Db, caller: Caller, name: MediaName, needs: Right, look: Look): Promise<MediaRow> {
  const { role, ...media } = (await findSeenMedia(db, caller.uid, name, look.lock)) ?? refuse('media_not_found')
  const detail = whyForbidden(caller, { role, profileId: media.profileId }, needs)
  if (detail !== null) refuse('media_forbidden', { detail })
  return media
}

/** Files by ID and by storagePath. */
interface MediaNames {
  readonly ids: readonly MediaId[]
  readonly storagePaths: readonly string[]
}

/**
 * Returns those of the named files that exist, in one statement, each with whether the caller may use it this way.
 * Nothing is locked.
 */
export async function listMediaFor(
  db: Db,
  caller: Caller,
  names: MediaNames,
  needs: Right,
): Promise<{ readonly media: MediaRow; readonly isAllowed: boolean }[]> {
  const rows = await listSeenMedia(db, caller.uid, names)
  return rows.map(({ role, ...media }) => {
    return { media, isAllowed: whyForbidden(caller, { role, profileId: media.profileId }, needs) === null }
  })
}

/** Returns the reason why the caller may not use a file, or null if they may. */
function whyForbidden(
  { onlyProfiles }: Caller,
  { role, profileId }: Pick<SeenMedia, 'role' | 'profileId'>,
  needs: Right,
): string | null {
  if (role === null) return 'This file belongs to another user and is in no profile that you have access to.'
  if (onlyProfiles && (profileId === null || !onlyProfiles.includes(profileId)))
    return 'The API key is limited to certain profiles, and this file is in none of them. Use another key.'
  if (!hasRight(role, needs))
    return needs === 'publish'
      ? `Posts or ideas use this file. Changing its alt text requires the role editor on its profile. Your role is ${role}.`
      : `Using, changing or deleting this file requires the role contributor on its profile. Your role is ${role}.`
  return null
}

/** Returns the owner of a new file: the caller, or the owner of the file's profile. */
export async function findOwner(db: Db, caller: Caller, profileId: ProfileId | null): Promise<UserId> {
  if (profileId !== null) return (await profileFor(db, caller, profileId, 'write', { lock: false })).ownerUid
  if (caller.onlyProfiles) {
    refuse('key_limited_to_profiles', {
      detail: 'The API key is limited to certain profiles. Send one of them as `profileId`.',
    })
  }
  return caller.uid
}
