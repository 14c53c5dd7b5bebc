import { inTx, type Tx } from '#infra/db/client.ts'
import { type Mode, modes } from '#rules/modes.ts'
import { type Network, networkEntries } from '#rules/network-names.ts'
import { markAccountLost, reactivateAccount } from '../account-status.ts'
import type { AccountDeps } from '../deps.ts'
import { listNetworkOffReasons, networkOff } from '../grants/live-grant.ts'
import { findAddresses } from '../network/addresses.ts'
import type { AccountRow } from '../store/accounts.ts'
import { type InMode, lockAccountsInMode } from '../store/locks.ts'

type ModeDeps = Pick<AccountDeps, 'db' | 'clock' | 'emit' | 'config'>

/**
 * Adjusts accounts to changed settings. Runs at each start and whenever a node loads stored settings. An account only
 * publishes in the mode in which it was connected. If the sandbox is turned off, its accounts must be reconnected. If
 * it is turned on again, they work immediately, because their grants are still stored. The same applies if another mode
 * is chosen for a network, or if the app of a network that requires one is removed.
 */
export async function settleModes(deps: ModeDeps): Promise<void> {
  for (const [network] of networkEntries(deps.config.networks)) {
    for (const mode of modes) {
      if (findAddresses(deps.config, network, mode)) await restoreAccounts(deps, network, mode)
      else await suspendAccounts(deps, network, mode)
    }
  }
}

async function suspendAccounts(deps: ModeDeps, network: Network, mode: Mode): Promise<void> {
  const loss = networkOff(deps.config, { network, mode })
  await moveInBatches(deps, { network, mode, status: 'active', whys: null }, (tx, account) =>
    markAccountLost(deps, tx, account, loss),
  )
}

async function restoreAccounts(deps: ModeDeps, network: Network, mode: Mode): Promise<void> {
  const whys = listNetworkOffReasons({ network, mode })
  await moveInBatches(deps, { network, mode, status: 'needs_reconnect', whys }, (tx, account) =>
    reactivateAccount(deps, tx, account),
  )
}

async function moveInBatches(
  deps: ModeDeps,
  which: InMode,
  move: (tx: Tx, account: AccountRow) => Promise<void>,
): Promise<void> {
  for (let moved = true; moved; ) {
    moved = await inTx(deps.db, async (tx) => {
      const accounts = await lockAccountsInMode(tx, which, 200)
      for (const account of accounts) await move(tx, account)
      return accounts.length > 0
    })
  }
}
