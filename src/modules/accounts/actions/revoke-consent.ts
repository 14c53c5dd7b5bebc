import { inTx } from '#infra/db/client.ts'
import { after, minutes } from '#kernel/clock.ts'
import { dropGrant, type Granter, grantsOfGranter } from '../consent-store.ts'
import type { GrantDeps } from '../deps.ts'
import type { GrantRow } from '../grant-store.ts'
import { markLost } from '../lose-grant.ts'
import { sealGrant } from '../sealed-grant.ts'
import { lockAccountsOfGrant } from '../store.ts'

export const takenBack =
  'What was granted to us has been taken back at the network. Connect the account again if that was not meant.'

/** Clocks of networks go wrong by so much, and a person by so little. */
const graceMs = minutes(1)

/** What was granted anew since then is another consent. Null: it is not said when it was taken back. */
const isOf = ({ status, updatedAt }: GrantRow, at: Date | null): boolean =>
  status !== 'active' || at === null || updatedAt <= after(at, graceMs)

/** What somebody had granted when they said so. */
export const grantsGranted = async (
  { db }: Pick<GrantDeps, 'db'>,
  granter: Granter,
  at: Date | null,
): Promise<readonly GrantRow[]> => (await grantsOfGranter(db, granter)).filter((grant) => isOf(grant, at))

/**
 * The network tells that a person has taken back what they granted: every account that it was good for has to be
 * connected again. Told twice it does nothing more.
 */
export async function revokeConsent(
  deps: Pick<GrantDeps, 'db' | 'clock' | 'emit' | 'seal'>,
  granter: Granter,
  at: Date | null = null,
): Promise<void> {
  for (const { id, status } of await grantsGranted(deps, granter, at)) {
    if (status === 'revoked') continue
    await inTx(deps.db, async (tx) => {
      // Accounts before their grant, for everybody.
      const accounts = await lockAccountsOfGrant(tx, id)
      if (!(await dropGrant(tx, id, { why: takenBack, sealedNothing: sealGrant(deps.seal, id, {}) }))) return
      for (const account of accounts) if (account.status === 'active') await markLost(deps, tx, account, takenBack)
    })
  }
}
