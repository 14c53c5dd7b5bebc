import { CallFailed, type Connector, type JsonObject } from '#connectors/connector.ts'
import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, seconds } from '#kernel/clock.ts'
import { reactivateAccountFor } from '../account-status.ts'
import type { AccountDeps } from '../deps.ts'
import { leaseMs, mergeRefreshedGrant, saveRenewed } from '../grants/refresh-grant.ts'
import { openGrant } from '../grants/sealed-grant.ts'
import { type GrantOfAccount, readGrantOfAccount, releaseLease, reviveGrant, takeLease } from '../grants/store.ts'
import { findAddresses } from '../network/addresses.ts'
import { httpFor } from '../network/http-for.ts'
import { pageLeftOut } from '../saving/save-connection.ts'
import type { SeenAccount } from '../store/accounts.ts'
import { lockAccountsOfGrant } from '../store/locks.ts'

/**
 * Checks whether an account that needs a reconnect works again, because it was reactivated at the network or regained
 * its permissions. Tries the stored grant, and renews it once if the network supports renewal. If the network accepts
 * it, the account becomes active and its held posts are published. Any other outcome leaves the account unchanged.
 */
export async function reviveAccount(
  deps: AccountDeps,
  caller: Caller,
  account: SeenAccount,
  connector: Connector,
): Promise<void> {
  const grant = await readGrantOfAccount(deps.db, account.id)
  if (!grant || !mayRevive(deps, grant)) return
  const holder = crypto.randomUUID()
  if (!(await takeLease(deps.db, grant, holder, leaseMs))) return
  try {
    const version = await findWorkingVersion(deps, account, connector, grant)
    if (version !== null) await reactivate(deps, caller, account, { ...grant, version })
  } finally {
    await releaseLease(deps.db, grant.id, holder)
  }
}

/** A page that the newest consent omits can only be restored by another consent. */
const mayRevive = (deps: AccountDeps, { status, accountStatus, accountStatusWhy, network, mode }: GrantOfAccount) =>
  accountStatus === 'needs_reconnect' &&
  accountStatusWhy !== pageLeftOut.why &&
  status !== 'revoked' &&
  findAddresses(deps.config, network, mode) !== null

async function findWorkingVersion(
  deps: AccountDeps,
  account: SeenAccount,
  { auth }: Connector,
  grant: GrantOfAccount,
): Promise<number | null> {
  const old = openGrant(deps.seal, grant)
  if (Object.keys(old).length === 0) return null
  const http = () => {
    const deadline = after(deps.clock.now(), seconds(20))
    return httpFor(deps, { ...account, deadline, signal: new AbortController().signal, fresh: true })
  }
  const works = async (given: JsonObject): Promise<boolean> =>
    (await nullIfRefused(() => auth.whoami(http(), given, account.remoteId)))?.remoteId === account.remoteId
  if (await works(old)) return grant.version
  const { refresh } = auth
  if (!refresh || !grant.renewable) return null
  const renewed = await nullIfRefused(() => refresh(http(), old))
  const next = renewed && mergeRefreshedGrant(old, renewed.grant)
  if (!next) return null
  // The old secret may be used up, so the new one is saved, whatever the network responds next.
  const version = await saveRenewed(deps, grant, { ...renewed, grant: next })
  return version !== null && (await works(next)) ? version : null
}

async function nullIfRefused<Result>(call: () => Promise<Result>): Promise<Result | null> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof CallFailed) return null
    throw error
  }
}

/**
 * Reactivates the grant and its accounts. Does nothing if a user has reconnected the account in the meantime, which
 * changes the grant's version.
 */
function reactivate(deps: AccountDeps, caller: Caller, account: SeenAccount, grant: GrantOfAccount): Promise<void> {
  return inTx(deps.db, async (tx) => {
    const accounts = await lockAccountsOfGrant(tx, grant.id)
    if (!(await reviveGrant(tx, grant.id, grant.version))) return
    for (const one of accounts) {
      if (one.remoteAccountId !== account.remoteAccountId || one.status !== 'needs_reconnect') continue
      await reactivateAccountFor(deps, tx, caller, one)
    }
  })
}
