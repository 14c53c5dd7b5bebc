import type { Tx } from '#infra/db/client.ts'
import { toWire } from '#kernel/ids.ts'
import { type AuditActor, writeAudit } from '#modules/audit/index.ts'
import { platformIdOf } from '#rules/network-names.ts'
import type { AccountDeps } from '../deps.ts'
import type { AccountRow } from '../store/accounts.ts'

/** Emits `account.connected` and writes its audit entry. */
export async function announceConnected(
  deps: Pick<AccountDeps, 'clock' | 'emit'>,
  tx: Tx,
  caller: AuditActor,
  account: Pick<AccountRow, 'id' | 'ownerUid' | 'profileId' | 'network' | 'handle'>,
  from: AccountRow['status'] | null,
): Promise<void> {
  const { id: accountId, ownerUid, profileId, network, handle } = account
  await deps.emit(tx, { type: 'account.connected', ownerUid, profileId, accountId, network, handle })
  await writeAudit(tx, {
    at: deps.clock.now(),
    caller,
    ownerUid,
    action: 'account.connected',
    subject: toWire('acc', accountId),
    changes: {
      profileId: { from: null, to: toWire('prof', profileId) },
      platform: { from: null, to: platformIdOf(network) },
      handle: { from: null, to: handle },
      status: { from, to: 'active' },
    },
  })
}
