import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { AccountId } from '#kernel/ids.ts'
import { type ProfileRole, profileFor } from '#modules/profiles/index.ts'
import { findAccount, type SeenAccount } from './store.ts'

/**
 * The only way to one account by its id: 404 when there is none, and what its profile says otherwise. In a transaction
 * the profile is locked, then the account: whatever changes the accounts of a profile goes one after the other.
 */
export async function accountFor(db: Db, caller: Caller, id: AccountId, needs: ProfileRole): Promise<SeenAccount> {
  const { profileId } = (await findAccount(db, id, false)) ?? refuse('account_not_found')
  await profileFor(db, caller, profileId, needs)
  return (await findAccount(db, id, db.isTransaction)) ?? refuse('account_not_found')
}
