import type { Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import { deleteGrantsOf } from './grants/store.ts'
import { deleteAccountsOf } from './store.ts'

/** Deletes the accounts and grants of a user. Run it after the deletion of the user's publications. */
export async function eraseAccounts(tx: Tx, uid: UserId): Promise<void> {
  await deleteAccountsOf(tx, uid)
  await deleteGrantsOf(tx, uid)
}
