import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { AccountId } from '#kernel/ids.ts'
import { accountFor } from '../account-for.ts'
import type { AccountDeps, DisconnectAction } from '../deps.ts'
import { endConnection } from '../end-connection.ts'

/** Disconnects an account. Changes nothing if the account is already disconnected. */
export function disconnectAccount(
  deps: AccountDeps,
  caller: Caller,
  id: AccountId,
  action: DisconnectAction,
): Promise<{ success: true; affected: number }> {
  return inTx(deps.db, async (tx) => {
    const account = await accountFor(tx, caller, id, 'admin', { alsoReadOnly: true })
    if (account.status === 'disconnected') return { success: true, affected: 0 }
    return { success: true, affected: await endConnection(deps, tx, caller, account, action) }
  })
}
