import type { Loss, Target } from '#connectors/connector.ts'
import type { Tx } from '#infra/db/client.ts'
import type { AuditActor } from '#modules/audit/index.ts'
import { markAccountLost, reactivateAccountFor } from '../account-status.ts'
import { type AccountRow, listAccountsByIds } from '../store/accounts.ts'
import type { SaveDeps } from './account-slot.ts'

export const pageLeftOut: Loss = {
  code: 'page_left_out',
  why: 'The last sign-in to the network did not include this page. Sign in again and select this page too.',
}

/**
 * Updates the other accounts of a grant to its newest consent: an account works again, or is lost if its page was
 * omitted.
 */
export async function applyNewestConsent(
  deps: SaveDeps,
  tx: Tx,
  actor: AuditActor,
  accounts: readonly AccountRow[],
  pages: readonly Target[] | null,
): Promise<void> {
  const remoteIds = await listAccountsByIds(
    tx,
    accounts.map(({ id }) => id),
  )
  for (const account of accounts) {
    const remoteId = remoteIds.get(account.id)?.remoteId
    if (pages !== null && !pages.some((page) => page.remoteId === remoteId)) {
      if (account.status === 'active') await markAccountLost(deps, tx, account, pageLeftOut)
    } else if (account.status === 'needs_reconnect') {
      await reactivateAccountFor(deps, tx, actor, account)
    }
  }
}
