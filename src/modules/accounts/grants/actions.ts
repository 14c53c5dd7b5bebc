import { CallFailed, type Loss } from '#connectors/connector.ts'
import { inTx } from '#infra/db/client.ts'
import { isDatabaseAway } from '#infra/db/faults.ts'
import { after, before, hours, minutes } from '#kernel/clock.ts'
import { markAccountLost } from '../account-status.ts'
import type { AccountDeps, GrantDeps } from '../deps.ts'
import { lockAccountsOfGrant } from '../store/locks.ts'
import { clearRevokedGrant, type Granter, listGrantsOfGranter } from './consent-store.ts'
import { endGrant, retireGrantIfUnused } from './end-grant.ts'
import { liveGrant } from './live-grant.ts'
import { deletePageChoicesBefore, listUnchosenGrants } from './page-choice-store.ts'
import { openGrant, sealGrant } from './sealed-grant.ts'
import { findGrant, type GrantRow, listGrantsEndingBefore, lockGrant, wipeGrant } from './store.ts'

const aheadMs = minutes(30)
const atOnce = 8
const batch = 200

interface RefreshCount {
  readonly checked: number
  readonly refreshed: number
  readonly failed: number
}

/**
 * Renews the grants that expire soon. A grant that fails temporarily is retried at the next run. The owner of a lost
 * grant is notified as soon as it is lost.
 */
export async function refreshEndingGrants(deps: GrantDeps, signal: AbortSignal): Promise<RefreshCount> {
  const count = { checked: 0, refreshed: 0, failed: 0 }
  const ends = after(deps.clock.now(), aheadMs)
  let last: string | null = null
  for (;;) {
    const grants = await listGrantsEndingBefore(deps.db, ends, last, batch)
    const left = [...grants]
    const work = async (): Promise<void> => {
      for (let one = left.shift(); one && !signal.aborted; one = left.shift()) {
        count.checked += 1
        const renewed = await renew(deps, one.accountId, one.version, signal)
        count[renewed ? 'refreshed' : 'failed'] += 1
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    last = grants.at(-1)?.grantId ?? null
    if (last === null || signal.aborted) return count
  }
}

async function renew(
  deps: GrantDeps,
  accountId: Parameters<typeof liveGrant>[1],
  version: number,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const live = await liveGrant(deps, accountId, { refreshIfOlderThan: version, signal })
    return !('lost' in live)
  } catch (error) {
    if (!(error instanceof CallFailed))
      deps.log.warn({ event: 'accounts.refresh_failed', err: error, accountId }, 'Grant could not be renewed')
    return false
  }
}

/**
 * Revokes a grant at its network, then wipes the secret here. The secret is wiped even if the network cannot be
 * reached.
 */
export async function revokeRetiredGrant(deps: GrantDeps, grantId: string, signal: AbortSignal): Promise<void> {
  const grant = await findGrant(deps.db, grantId)
  if (grant?.status !== 'revoked') return
  const secret = openGrant(deps.seal, grant)
  if (Object.keys(secret).length === 0) return
  const auth = deps.connectors[grant.network]?.auth
  // On a network with pages, a person has one consent to the app, regardless of how many users of this installation
  // have a grant from it.
  const isHeldOn = auth?.targets !== undefined && (await isHeldByAnother(deps, grant))
  if (!isHeldOn) await endGrant(deps, grant, secret, signal)
  await wipeGrant(deps.db, grantId, sealGrant(deps.seal, grantId, {}))
}

async function isHeldByAnother({ db }: Pick<GrantDeps, 'db'>, grant: GrantRow): Promise<boolean> {
  return (await listGrantsOfGranter(db, grant)).some(({ id, status }) => id !== grant.id && status === 'active')
}

const consentRevoked: Loss = {
  code: 'consent_revoked',
  why: 'Access was revoked on the network. Reconnect this account to keep publishing.',
}

/** Tolerance for a network's clock: the clock may be off by this much, and no one consents again this quickly. */
const graceMs = minutes(1)

/**
 * True if a grant belongs to the consent that was revoked at `at`, because a later grant is another consent. `at` is
 * null if the network does not report the time.
 */
const isOfConsent = ({ status, updatedAt }: GrantRow, at: Date | null): boolean =>
  status !== 'active' || at === null || updatedAt <= after(at, graceMs)

/** Returns the grants that a person had given by the time of their request. */
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

const keptMs = hours(24)

/** Drops page choices that have been open for a day, and revokes their grants if no account uses them. */
export async function dropOldPageChoices(deps: Pick<AccountDeps, 'db' | 'clock' | 'queue' | 'log'>): Promise<void> {
  const since = before(deps.clock.now(), keptMs)
  for (const grantId of await listUnchosenGrants(deps.db, since)) {
    try {
      await inTx(deps.db, async (tx) => {
        // Lock order everywhere: the grant, then its choices.
        await lockGrant(tx, grantId)
        await deletePageChoicesBefore(tx, grantId, since)
        await retireGrantIfUnused(deps, tx, grantId)
      })
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      deps.log.error(
        { event: 'accounts.retire_unchosen_failed', err: error, grantId },
        'Unused grant could not be revoked',
      )
    }
  }
}
