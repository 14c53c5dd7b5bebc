import { inTx } from '#infra/db/client.ts'
import type { GrantDeps } from '../deps.ts'
import { dropGrant, type Granter, grantsOfGranter } from '../grant-store.ts'
import { markLost } from '../lose-grant.ts'
import { sealGrant } from '../sealed-grant.ts'
import { lockAccountsOfGrant } from '../store.ts'

export const takenBack =
  'What was granted to us has been taken back at the network. Connect the account again if that was not meant.'

/**
 * The network tells that a person has taken back what they granted: every account that it was good for has to be
 * connected again. What was granted anew after `at` is another consent, and stays. Told twice it does nothing more.
 */
export async function revokeConsent(
  deps: Pick<GrantDeps, 'db' | 'clock' | 'emit' | 'seal'>,
  granter: Granter,
  at: Date | null = null,
): Promise<void> {
  for (const { id, status } of await grantsOfGranter(deps.db, granter)) {
    if (status === 'revoked') continue
    await inTx(deps.db, async (tx) => {
      // Accounts before their grant, for everybody.
      const accounts = await lockAccountsOfGrant(tx, id)
      const sealedNothing = sealGrant(deps.seal, id, {})
      if (!(await dropGrant(tx, id, { why: takenBack, sealedNothing, notAfter: at }))) return
      for (const account of accounts) if (account.status === 'active') await markLost(deps, tx, account, takenBack)
    })
  }
}
