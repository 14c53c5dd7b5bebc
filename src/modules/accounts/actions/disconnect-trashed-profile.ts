import { inTx } from '#infra/db/client.ts'
import type { ProfileId } from '#kernel/ids.ts'
import type { AccountDeps } from '../deps.ts'
import { type DisconnectDeps, endConnection } from '../end-connection.ts'
import { deletePageChoicesOfTrashed } from '../grants/page-choice-store.ts'
import { retireGrantIfUnused } from '../grants/retire-grant.ts'
import { lockAccountsOfTrashed } from '../store/locks.ts'

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
