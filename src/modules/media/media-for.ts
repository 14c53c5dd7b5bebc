import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { MediaId, ProfileId, UserId } from '#kernel/ids.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { findSeenMedia, type MediaName, type MediaRow } from './store.ts'

/**
 * The permission needed: `viewer` to see media; `editor` to use it in a post, change it or delete it. The owner has
 * both.
 */
export type MediaNeed = 'viewer' | 'editor'

interface Look {
  readonly lock: boolean
}

/**
 * Returns one file by its id, after the checks of access. Refuses with 404 when there is none, and with 403 when
 * another user owns it and has not put it into a profile of the caller's. In a transaction the row is locked; `lock:
 * false` only reads.
 */
export const mediaFor = (
  db: Db,
  caller: Caller,
  id: MediaId,
  needs: MediaNeed,
  look: Look = { lock: db.isTransaction },
): Promise<MediaRow> => requireMedia(db, caller, { id }, needs, look)

/** Returns one file by its storagePath, with the same checks. */
export const mediaByPath = (
  db: Db,
  caller: Caller,
  storagePath: string,
  needs: MediaNeed,
  look: Look = { lock: db.isTransaction },
): Promise<MediaRow> => requireMedia(db, caller, { storagePath }, needs, look)

async function requireMedia(db: Db, caller: Caller, name: MediaName, needs: MediaNeed, look: Look): Promise<MediaRow> {
  const { role, ...media } = (await findSeenMedia(db, caller.uid, name, look.lock)) ?? refuse('media_not_found')
  if (role === null) {
    refuse('media_forbidden', {
      detail: 'This file belongs to another user and is in no profile that you have access to.',
    })
  }
  if (caller.onlyProfiles && (media.profileId === null || !caller.onlyProfiles.includes(media.profileId))) {
    refuse('media_forbidden', {
      detail: 'The API key is limited to certain profiles, and this file is in none of them. Use another key.',
    })
  }
  if (role === 'viewer' && needs === 'editor') {
    refuse('media_forbidden', {
      detail: 'The role editor on its profile is required to use, change or delete this file; your role is viewer.',
    })
  }
  return media
}

/** Returns the owner of a new file: the caller, or the owner of the profile that the file is for. */
export async function findOwner(db: Db, caller: Caller, profileId: ProfileId | null): Promise<UserId> {
  if (profileId !== null) return (await profileFor(db, caller, profileId, 'editor', { lock: false })).ownerUid
  if (caller.onlyProfiles) {
    refuse('key_limited_to_profiles', {
      detail: 'The API key is limited to certain profiles. Send one of them as `profileId`.',
    })
  }
  return caller.uid
}
