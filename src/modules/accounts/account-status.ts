import type { Loss } from '#connectors/connector.ts'
import type { Tx } from '#infra/db/client.ts'
import { toWire } from '#kernel/ids.ts'
import { type AuditActor, writeAudit } from '#modules/audit/index.ts'
import type { AccountDeps } from './deps.ts'
import { type AccountRow, updateAccount } from './store/accounts.ts'

type StatusDeps = Pick<AccountDeps, 'clock' | 'emit'>

/** Marks an account that cannot publish until its owner reconnects it. */
export async function markAccountLost(
  deps: StatusDeps,
  tx: Tx,
  account: AccountRow,
  { code, why }: Loss,
): Promise<void> {
  const now = deps.clock.now()
  const { id, ownerUid, profileId, network, handle } = account
  await updateAccount(tx, id, { status: 'needs_reconnect', statusWhy: why, statusWhyCode: code, updatedAt: now })
  const event = { ownerUid, profileId, accountId: id, network, handle, reason: why } as const
  await deps.emit(tx, { type: 'account.needs_reconnect', ...event })
  await writeAudit(tx, {
    at: now,
    caller: null,
    ownerUid,
    action: 'account.needs_reconnect',
    subject: toWire('acc', id),
    changes: { status: { from: account.status, to: 'needs_reconnect' }, why: { from: null, to: why } },
  })
}

/**
 * Reactivates an account that needed a reconnect, so that its held posts are published. No user did this, so it writes
 * no audit entry.
 */
export async function reactivateAccount(deps: StatusDeps, tx: Tx, account: AccountRow): Promise<void> {
  const { id, ownerUid, profileId, network, handle } = account
  await updateAccount(tx, id, { status: 'active', statusWhy: null, statusWhyCode: null, updatedAt: deps.clock.now() })
  await deps.emit(tx, { type: 'account.connected', ownerUid, profileId, accountId: id, network, handle })
}

/** Does the same on behalf of a user, and records it in the audit log. */
export async function reactivateAccountFor(
  deps: StatusDeps,
  tx: Tx,
  caller: AuditActor,
  account: AccountRow,
): Promise<void> {
  await reactivateAccount(deps, tx, account)
  await writeAudit(tx, {
    at: deps.clock.now(),
    caller,
    ownerUid: account.ownerUid,
    action: 'account.connected',
    subject: toWire('acc', account.id),
    changes: { status: { from: account.status, to: 'active' } },
  })
}
