import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { AccountId, ProfileId } from '#kernel/ids.ts'
import type { ProfileRole, Right } from '#kernel/rights.ts'
import { profileFor, requireProfileAccess, requireWritable } from '#modules/profiles/index.ts'
import { findAccount, type SeenAccount } from './store/accounts.ts'
import { findPublishingProfile, type SeenPublishingProfile } from './store/publishing.ts'

/**
 * Returns an account by its ID. This is the only way to get one. Refuses with 404 if it does not exist, and like
 * `profileFor` for its profile. In a transaction, locks the profile, then the account, so that changes to a profile's
 * accounts run one at a time.
 */
export async function accountFor(
  db: Db,
  caller: Caller,
  id: AccountId,
  needs: Right,
  access: { readonly alsoReadOnly?: boolean } = {},
): Promise<SeenAccount> {
  const { profileId } = (await findAccount(db, id, false)) ?? refuse('account_not_found')
  await profileFor(db, caller, profileId, needs, access)
  return (await findAccount(db, id, db.isTransaction)) ?? refuse('account_not_found')
}

/** A profile that the caller can use, and the accounts that its posts can be published to. */
export type PublishingProfile = SeenPublishingProfile & { readonly role: ProfileRole }

/** Returns a profile with its accounts, with the same refusals as `profileFor`. Nothing is locked. */
export const publishingProfileFor = async (
  db: Db,
  caller: Caller,
  id: ProfileId,
  needs: Right,
): Promise<PublishingProfile> => {
  const profile = requireProfileAccess(await findPublishingProfile(db, caller.uid, id), caller, needs)
  if (needs !== 'read') requireWritable(profile)
  return profile
}
