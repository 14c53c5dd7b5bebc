import { inTx, type Tx } from '#infra/db/client.ts'
import { type AccountId, type ProfileId, toWire, type UserId } from '#kernel/ids.ts'
import { eraseSubjectFromAudit, writeAudit } from '#modules/audit/index.ts'
import type { AccountDeps } from '../deps.ts'
import { type DisconnectDeps, endConnection } from '../end-connection.ts'
import { sealGrant } from '../grants/sealed-grant.ts'
import { deleteGrantsOfUser } from '../grants/store.ts'
import type { AccountRow } from '../store/accounts.ts'
import { blankAccount, blankGrant, deleteAccountsOfUser, dropUnusedLane, lockAccountToErase } from '../store/erase.ts'

type EraseDeps = DisconnectDeps & Pick<AccountDeps, 'db' | 'seal'>

/** Erases an account's data in higher-level modules. */
export interface UpperEraser {
  /** False if something is being published right now, so that erasing must wait. */
  mayErase(tx: Tx, accountId: AccountId): Promise<boolean>
  /** Erases the data. `lane` is the lane of the anonymous account that replaces this one. */
  erase(tx: Tx, account: Pick<AccountRow, 'id' | 'ownerUid'>, lane: string): Promise<void>
}

export { listAccountsToErase } from '../store/erase.ts'

/**
 * Deletes what a network reported about an account. The user's own posts stay: a post continues without this account,
 * and a post with no other target becomes a draft.
 */
export function eraseAccount(
  deps: EraseDeps,
  upper: UpperEraser,
  which: { readonly id: AccountId; readonly profileId: ProfileId },
): Promise<'erased' | 'gone' | 'busy'> {
  return inTx(deps.db, async (tx) => {
    const account = await lockAccountToErase(tx, which)
    if (!account) return 'gone'
    if (!(await upper.mayErase(tx, account.id))) return 'busy'
    if (account.status === 'disconnected') {
      for (const posts of deps.guards.accountPosts) await posts.leave(tx, account.id, 'draft')
    } else await endConnection(deps, tx, null, account, 'draft')
    const now = deps.clock.now()
    const lane = await blankAccount(tx, account, now)
    await upper.erase(tx, account, lane)
    for (const erase of deps.guards.accountErased) await erase(tx, account.id)
    await dropUnusedLane(tx, account.remoteAccountId)
    const subject = toWire('acc', account.id)
    await eraseSubjectFromAudit(tx, subject)
    await writeAudit(tx, { at: now, caller: null, ownerUid: account.ownerUid, action: 'account.erased', subject })
    return 'erased'
  })
}

/** Blanks a grant. Run it after its accounts are erased. */
export const eraseGrant = ({ db, seal }: Pick<AccountDeps, 'db' | 'seal'>, grantId: string): Promise<void> =>
  inTx(db, (tx) => blankGrant(tx, grantId, sealGrant(seal, grantId, {})))

/** Deletes the accounts and grants of a user. Run it after the deletion of the user's publications. */
export async function eraseAccounts(tx: Tx, uid: UserId): Promise<void> {
  await deleteAccountsOfUser(tx, uid)
  await deleteGrantsOfUser(tx, uid)
}
