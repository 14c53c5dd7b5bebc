import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type AccountId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { accountFor } from '../account-for.ts'
import type { AccountDeps } from '../deps.ts'
import { type PresentedAccount, presentAccount } from '../present.ts'
import type { AccountChange } from '../schema.ts'
import { defaultAccount, updateAccount } from '../store.ts'

/** Makes it the one that is meant where a post names the platform alone. */
export function changeAccount(
  deps: AccountDeps,
  caller: Caller,
  id: AccountId,
  { isDefault }: AccountChange,
): Promise<PresentedAccount> {
  return inTx(deps.db, async (tx) => {
    const account = await accountFor(tx, caller, id, 'admin')
    if (!isDefault || account.isDefault) return await presentAccount({ ...deps, db: tx }, account)
    if (account.status === 'disconnected') {
      refuse('account_not_connected', { detail: 'Connect it again before it can be the default.' })
    }
    const now = deps.clock.now()
    const before = await defaultAccount(tx, account.profileId, account.network)
    if (before) await updateAccount(tx, before.id, { isDefault: false, updatedAt: now })
    await updateAccount(tx, id, { isDefault: true, updatedAt: now })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: account.ownerUid,
      action: 'account.made_default',
      subject: toWire('acc', id),
      changes: { default: { from: before ? toWire('acc', before.id) : null, to: toWire('acc', id) } },
    })
    return await presentAccount({ ...deps, db: tx }, { ...account, isDefault: true, updatedAt: now })
  })
}
