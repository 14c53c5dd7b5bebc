import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { ProfileId } from '#kernel/ids.ts'
import { type ProfileRole, requireProfileAccess, requireWritable } from '#modules/profiles/index.ts'
import { findPublishingProfile, type SeenPublishingProfile } from './store/publishing.ts'

/** A profile that the caller can use, and the accounts that its posts can go to. */
export type PublishingProfile = SeenPublishingProfile & { readonly role: ProfileRole }

/** Returns a profile with its accounts, with the same refusals as `profileFor`. Nothing is locked. */
export const publishingProfileFor = async (
  db: Db,
  caller: Caller,
  id: ProfileId,
  needs: ProfileRole,
): Promise<PublishingProfile> => {
  const profile = requireProfileAccess(await findPublishingProfile(db, caller.uid, id), caller, needs)
  if (needs !== 'viewer') requireWritable(profile)
  return profile
}
