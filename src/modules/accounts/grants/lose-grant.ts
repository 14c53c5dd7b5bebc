import type { Loss } from '#connectors/connector.ts'
import { inTx, type Tx } from '#infra/db/client.ts'
import type { AccountId } from '#kernel/ids.ts'
import { markAccountLost } from '../account-status.ts'
import type { GrantDeps } from '../deps.ts'
import { lockAccountsOfGrant } from '../store/locks.ts'
import { type GrantOfAccount, lockGrant, loseGrant, readGrantOfAccount, setSealedGrant } from './store.ts'

type LossDeps = Pick<GrantDeps, 'db' | 'clock' | 'emit'>
type Used = Pick<GrantOfAccount, 'id' | 'version' | 'expiresAt' | 'accountId'>

/**
 * Marks a grant version as lost if the network rejects it and it cannot be renewed: the user must reconnect. If several
 * accounts share the grant, rejecting one does not affect the others, which may be pages with separate permissions.
 * They are lost if they are rejected themselves, or if the entire grant has ended.
 */
export function giveUpGrant(deps: LossDeps, { id, version, expiresAt, accountId }: Used, loss: Loss): Promise<void> {
  return inTx(deps.db, async (tx) => {
    // Lock order everywhere: accounts, then their grant.
    const accounts = await lockAccountsOfGrant(tx, id)
    const active = accounts.filter(({ status }) => status === 'active')
    const page = accounts.find((one) => one.id === accountId)?.remoteAccountId
    const refused = active.filter(({ remoteAccountId }) => remoteAccountId === page)
    const hasEnded = expiresAt !== null && expiresAt <= deps.clock.now()
    const isWhole = hasEnded || refused.length === active.length
    // If a user has reconnected in the meantime, the grant is valid again.
    if (!(isWhole ? await loseGrant(tx, id, version, loss.why) : await isVersion(tx, id, version))) return
    for (const account of isWhole ? active : refused) await markAccountLost(deps, tx, account, loss)
  })
}

const isVersion = async (tx: Tx, id: string, version: number): Promise<boolean> =>
  (await lockGrant(tx, id))?.version === version

/**
 * Records that a network rejected an account with a grant that had just been renewed. Returns false if the account has
 * a newer grant by now, which the rejection does not affect.
 */
export async function needsReconnect(
  deps: LossDeps,
  accountId: AccountId,
  loss: Loss,
  version: number,
): Promise<boolean> {
  const used = await readGrantOfAccount(deps.db, accountId)
  if (used?.accountStatus === 'active' && used.version <= version) await giveUpGrant(deps, used, loss)
  const grant = await readGrantOfAccount(deps.db, accountId)
  return grant?.accountStatus !== 'active'
}

/** Clears a grant whose encryption key is lost: all of its accounts must be reconnected. */
export async function clearUnreadableGrant(
  deps: Omit<LossDeps, 'db'>,
  tx: Tx,
  { id, sealedNothing }: { readonly id: string; readonly sealedNothing: Buffer },
): Promise<void> {
  const loss: Loss = {
    code: 'key_lost',
    why: 'We can’t read this account’s saved access. Reconnect it.',
  }
  const accounts = await lockAccountsOfGrant(tx, id)
  const grant = await lockGrant(tx, id)
  if (!grant) return
  await loseGrant(tx, id, grant.version, loss.why)
  await setSealedGrant(tx, id, sealedNothing)
  for (const account of accounts.filter(({ status }) => status === 'active'))
    await markAccountLost(deps, tx, account, loss)
}
