import type { Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import { deleteGrantsOf } from './grant-store.ts'
import { deleteAccountsOf } from './store.ts'

/** What is left of a person: their accounts and what was granted for them. After what was published through these. */
export async function eraseAccounts(tx: Tx, uid: UserId): Promise<void> {
  await deleteAccountsOf(tx, uid)
  await deleteGrantsOf(tx, uid)
}
