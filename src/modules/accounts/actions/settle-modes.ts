import { inTx } from '#infra/db/client.ts'
import { type Network, networkEntries } from '#rules/network-names.ts'
import type { AccountDeps } from '../deps.ts'
import { switchedOff } from '../grants/live-grant.ts'
import { markLost } from '../grants/lose-grant.ts'
import { addressesOf, type Mode } from '../network/addresses.ts'
import { accountsInMode, type InMode, updateAccount } from '../store.ts'

type ModeDeps = Pick<AccountDeps, 'db' | 'clock' | 'emit' | 'config'>

/**
 * Adjusts accounts to changed settings; it runs at each start, which is when settings change. An account publishes only
 * in the mode in which it was connected. When the sandbox is switched off, its accounts have to be connected again.
 * When it is switched on again they work at once, because their grants are still stored. The same holds when the app of
 * a network that requires one is removed and registered again.
 */
export async function settleModes(deps: ModeDeps): Promise<void> {
  for (const [network] of networkEntries(deps.config.networks)) {
    for (const mode of ['sandbox', 'live'] as const) {
      if (addressesOf(deps.config, network, mode)) await bringBack(deps, network, mode)
      else await partFrom(deps, network, mode)
    }
  }
}

async function partFrom(deps: ModeDeps, network: Network, mode: Mode): Promise<void> {
  const why = switchedOff({ network, mode })
  await inBatches(deps, { network, mode, status: 'active', why: null }, (tx, account) =>
    markLost(deps, tx, account, why),
  )
}

async function bringBack(deps: ModeDeps, network: Network, mode: Mode): Promise<void> {
  const why = switchedOff({ network, mode })
  await inBatches(deps, { network, mode, status: 'needs_reconnect', why }, async (tx, account) => {
    const { id: accountId, ownerUid, profileId, network, handle } = account
    await updateAccount(tx, accountId, { status: 'active', statusWhy: null, updatedAt: deps.clock.now() })
    await deps.emit(tx, { type: 'account.connected', ownerUid, profileId, accountId, network, handle })
  })
}

async function inBatches(
  deps: ModeDeps,
  which: InMode,
  move: (...args: [Parameters<typeof markLost>[1], Parameters<typeof markLost>[2]]) => Promise<void>,
): Promise<void> {
  for (let moved = true; moved; ) {
    moved = await inTx(deps.db, async (tx) => {
      const accounts = await accountsInMode(tx, which, 200)
      for (const account of accounts) await move(tx, account)
      return accounts.length > 0
    })
  }
}
