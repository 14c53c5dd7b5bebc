import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { AccountDeps, DisconnectAction } from './deps.ts'
import { retireGrantIfUnused } from './grants/end-grant.ts'
import { type AccountRow, ensureDefault, updateAccount } from './store/accounts.ts'

export type DisconnectDeps = Pick<AccountDeps, 'clock' | 'emit' | 'queue' | 'guards'>

/**
 * Disconnects an account and handles its posts according to `action`. The row stays, so that published posts keep the
 * account's name, and reconnecting restores it. Call it under the lock of the profile. Returns how many posts it
 * changed.
 */
export async function endConnection(
  deps: DisconnectDeps,
  tx: Tx,
  caller: Caller | null,
  account: AccountRow,
  action: DisconnectAction,
): Promise<number> {
  const { id, ownerUid, profileId, network, handle } = account
  let affected = 0
  for (const posts of deps.guards.accountPosts) affected += await posts.leave(tx, id, action)
  const now = deps.clock.now()
  const gone = {
    status: 'disconnected',
    statusWhy: null,
    statusWhyCode: null,
    disconnectedAt: now,
    updatedAt: now,
    isDefault: false,
  } as const
  await updateAccount(tx, id, gone)
  if (account.isDefault) await ensureDefault(tx, profileId, network, now)
  await retireGrantIfUnused(deps, tx, account.grantId)
  await deps.emit(tx, {
    type: 'account.disconnected',
    ownerUid,
    profileId,
    accountId: id,
    network,
    handle,
  })
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid,
    action: 'account.disconnected',
    subject: toWire('acc', id),
    changes: { status: { from: account.status, to: 'disconnected' }, posts: { from: null, to: action } },
  })
  return affected
}
