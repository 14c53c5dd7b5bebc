import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { AccountId, ProfileId } from '#kernel/ids.ts'
import { accountFor } from '../account-for.ts'
import type { AccountDeps, DisconnectAction } from '../deps.ts'
import { type DisconnectDeps, endConnection } from '../end-connection.ts'
import { retireGrantIfUnused } from '../grants/end-grant.ts'
import { deletePageChoicesOfTrashed } from '../grants/page-choice-store.ts'
import { lockAccountsOfTrashed } from '../store/locks.ts'

/** Disconnects an account. Changes nothing if the account is already disconnected. */
export function disconnectAccount(
  deps: AccountDeps,
  caller: Caller,
  id: AccountId,
  action: DisconnectAction,
): Promise<{ ok: true; success: true; affected: number }> {
  return inTx(deps.db, async (tx) => {
    const account = await accountFor(tx, caller, id, 'manage', { alsoReadOnly: true })
    if (account.status === 'disconnected') return { ok: true, success: true, affected: 0 }
    return { ok: true, success: true, affected: await endConnection(deps, tx, caller, account, action) }
  })
}

/**
 * Disconnects the accounts of a profile in the trash. A profile that was restored in the meantime keeps its accounts.
 */
export function disconnectTrashedProfile(
  deps: DisconnectDeps & Pick<AccountDeps, 'db'>,
  profileId: ProfileId,
): Promise<void> {
  return inTx(deps.db, async (tx) => {
    for (const account of await lockAccountsOfTrashed(tx, profileId))
      await endConnection(deps, tx, null, account, 'keep')
    for (const grantId of await deletePageChoicesOfTrashed(tx, profileId)) await retireGrantIfUnused(deps, tx, grantId)
  })
}
