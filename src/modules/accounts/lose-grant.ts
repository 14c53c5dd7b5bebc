import { inTx, type Tx } from '#infra/db/client.ts'
import type { AccountId } from '#kernel/ids.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { GrantDeps } from './deps.ts'
import { type GrantRow, grantOfAccount, loseGrant } from './grant-store.ts'
import { type AccountRow, lockAccountsOfGrant, updateAccount } from './store.ts'

type LossDeps = Pick<GrantDeps, 'db' | 'clock' | 'emit'>

/** The network takes this version of a grant no more, and no new one is to be had: a person has to connect again. */
export function giveUpGrant(deps: LossDeps, { id, version }: Pick<GrantRow, 'id' | 'version'>, why: string) {
  return inTx(deps.db, async (tx) => {
    // Accounts before their grant, for everybody.
    const accounts = await lockAccountsOfGrant(tx, id)
    // Somebody who connected again meanwhile has made it good.
    if (!(await loseGrant(tx, id, version, why))) return
    for (const account of accounts) if (account.status === 'active') await markLost(deps, tx, account, why)
  })
}

/** For whoever uses an account and is refused with a grant that had just been renewed. */
export async function needsReconnect(deps: LossDeps, accountId: AccountId, why: string): Promise<void> {
  const grant = await grantOfAccount(deps.db, accountId)
  if (grant?.accountStatus === 'active') await giveUpGrant(deps, grant, why)
}

export async function markLost(deps: LossDeps, tx: Tx, account: AccountRow, why: string): Promise<void> {
  const now = deps.clock.now()
  const { id, ownerUid, profileId, network: platform, handle } = account
  await updateAccount(tx, id, { status: 'needs_reconnect', statusWhy: why, updatedAt: now })
  await deps.emit(tx, { type: 'account.needs_reconnect', ownerUid, profileId, accountId: id, platform, handle })
  await writeAudit(tx, {
    at: now,
    caller: null,
    ownerUid,
    action: 'account.needs_reconnect',
    subject: toWire('acc', id),
    changes: { status: { from: account.status, to: 'needs_reconnect' }, why: { from: null, to: why } },
  })
}
