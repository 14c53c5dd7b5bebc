import { inTx } from '#infra/db/client.ts'
import type { ProfileId } from '#kernel/ids.ts'
import type { AccountDeps } from '../deps.ts'
import { type LeaveDeps, leaveAccount } from '../end-connection.ts'
import { dropChoicesOfTrashed } from '../grants/page-choice-store.ts'
import { giveBackUnused } from '../grants/retire-grant.ts'
import { accountsOfTrashed } from '../store.ts'

/** Disconnects the accounts of a profile in the trash. A profile that was restored meanwhile keeps its accounts. */
export function leaveTrashedProfile(deps: LeaveDeps & Pick<AccountDeps, 'db'>, profileId: ProfileId): Promise<void> {
  return inTx(deps.db, async (tx) => {
    for (const account of await accountsOfTrashed(tx, profileId)) await leaveAccount(deps, tx, null, account, 'keep')
    for (const grantId of await dropChoicesOfTrashed(tx, profileId)) await giveBackUnused(deps, tx, grantId)
  })
}
