import { settingName } from '#infra/config/table/network-settings.ts'
import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { findNetworkSettings, settleModes } from '#modules/accounts/index.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { chooseNetworkMode } from '#modules/secrets/index.ts'
import type { Mode } from '#rules/modes.ts'
import { type Network, platformIdOf } from '#rules/network-names.ts'
import type { PlatformDeps } from './deps.ts'
import { readMode } from './read-modes.ts'

/**
 * Switches a network to another mode on every node. Accounts of the previous mode must be reconnected, and their posts
 * wait. They work immediately if that mode is restored.
 */
export async function changeMode(deps: PlatformDeps, caller: Caller, network: Network, mode: Mode) {
  requireUsable(deps, network, mode)
  const from = findNetworkSettings(deps.config, network)?.mode ?? null
  const at = deps.clock.now()
  await inTx(deps.db, async (tx) => {
    await chooseNetworkMode(tx, { network, mode }, { at, by: caller.uid })
    await writeAudit(tx, {
      at,
      caller,
      ownerUid: null,
      action: 'platform.mode_changed',
      subject: platformIdOf(network),
      changes: { mode: { from, to: mode } },
    })
  })
  await deps.secretsInForce.refresh()
  await settleModes(deps)
  return readMode(deps, network)
}

function requireUsable({ config }: PlatformDeps, network: Network, mode: Mode): void {
  const app = findNetworkSettings(config, network)?.app ?? null
  if (mode === 'sandbox' && config.sandbox === null)
    refuse('network_mode_unusable', { detail: 'The sandbox is off on this installation. Set SANDBOX=on.' })
  if (mode !== 'sandbox' && app === null)
    refuse('network_mode_unusable', {
      detail: `No app is registered. Set ${settingName(network, 'CLIENT_ID')} and ${settingName(network, 'CLIENT_SECRET')} first.`,
    })
}
