import type { Loss } from '#connectors/connector.ts'
import { inTx } from '#infra/db/client.ts'
import { after, minutes } from '#kernel/clock.ts'
import { markAccountLost } from '../../account-status.ts'
import type { GrantDeps } from '../../deps.ts'
import { lockAccountsOfGrant } from '../../store/locks.ts'
import { clearRevokedGrant, type Granter, listGrantsOfGranter } from '../consent-store.ts'
import { sealGrant } from '../sealed-grant.ts'
import type { GrantRow } from '../store.ts'

const consentRevoked: Loss = {
  code: 'consent_revoked',
  why: 'Access was revoked at the network. Reconnect the account to continue publishing.',
}

/** Tolerance for a network's clock: it may be off by this much, and no person consents again this quickly. */
const graceMs = minutes(1)

/**
 * True if a grant belongs to the consent that was revoked at `at`, since a later grant is another consent. `at` is null
 * if the network does not say when.
 */
const isOfConsent = ({ status, updatedAt }: GrantRow, at: Date | null): boolean =>
  status !== 'active' || at === null || updatedAt <= after(at, graceMs)

/** Returns the grants that a person had given at the time of their request. */
export const listGrantsGiven = async (
  { db }: Pick<GrantDeps, 'db'>,
  granter: Granter,
  at: Date | null,
): Promise<readonly GrantRow[]> => (await listGrantsOfGranter(db, granter)).filter((grant) => isOfConsent(grant, at))

/**
 * Handles a network's notification that a person has revoked their consent: every account that uses it must be
 * reconnected. A repeated notification changes nothing.
 */
export async function noteRevokedConsent(
  deps: Pick<GrantDeps, 'db' | 'clock' | 'emit' | 'seal'>,
  granter: Granter,
  at: Date | null,
): Promise<void> {
  for (const { id, status } of await listGrantsGiven(deps, granter, at)) {
    if (status === 'revoked') continue
    await inTx(deps.db, async (tx) => {
      // Lock order everywhere: accounts, then their grant.
      const accounts = await lockAccountsOfGrant(tx, id)
      if (!(await clearRevokedGrant(tx, id, { why: consentRevoked.why, sealedNothing: sealGrant(deps.seal, id, {}) })))
        return
      for (const account of accounts)
        if (account.status === 'active') await markAccountLost(deps, tx, account, consentRevoked)
    })
  }
}
