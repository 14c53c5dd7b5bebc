import type { Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import { deleteGrantsOfUser } from './grants/store.ts'
import { deleteAccountsOfUser } from './store/erase.ts'

/** Deletes the accounts and grants of a user. Run it after the deletion of the user's publications. */
export async function eraseAccounts(tx: Tx, uid: UserId): Promise<void> {
  await deleteAccountsOfUser(tx, uid)
  await deleteGrantsOfUser(tx, uid)
}
