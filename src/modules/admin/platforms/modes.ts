import type { NetworkSettings } from '#infra/config/networks.ts'
import { settingName } from '#infra/config/table/network-settings.ts'
import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { findNetworkSettings, settleModes } from '#modules/accounts/index.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { chooseNetworkMode } from '#modules/secrets/index.ts'
import type { Mode } from '#rules/modes.ts'
import { type Network, networks, platformFields, platformIdOf } from '#rules/network-names.ts'
import type { PlatformDeps } from '../deps.ts'

/** Returns the mode of each network, and what live mode still needs. */
export const readModes = (deps: PlatformDeps) => ({
  platforms: networks.flatMap((network) => {
    const settings = findNetworkSettings(deps.config, network)
    return settings ? [present(deps, network, settings)] : []
  }),
})

/** Returns the mode of one network. */
function readMode(deps: PlatformDeps, network: Network) {
  const settings = findNetworkSettings(deps.config, network) ?? refuse('network_unsupported')
  return present(deps, network, settings)
}

function present({ config }: PlatformDeps, network: Network, settings: NetworkSettings) {
  const missing = settings.needsApp ? listMissing(network, settings, config.publicUrl) : []
  const { mode, isChosen } = settings
  return {
    ...platformFields(network),
    mode,
    isChosen,
    choices: listChoices(settings, config.sandbox !== null),
    isReadyForLive: missing.length === 0,
    missing,
  }
}

/** Only a network with a trial environment has modes to choose from; for all others, the app determines the mode. */
function listChoices({ trial, app }: NetworkSettings, hasSandbox: boolean): Mode[] {
  if (trial === null) return []
  return [...(hasSandbox ? (['sandbox'] as const) : []), ...(app ? (['trial', 'live'] as const) : [])]
}

const listMissing = (network: Network, { app }: NetworkSettings, publicUrl: string) => [
  ...(app === null
    ? ['CLIENT_ID', 'CLIENT_SECRET'].map((name) => ({
        setting: settingName(network, name),
        why: 'The network connects accounts through an app that you register there.',
      }))
    : []),
  ...(publicUrl.startsWith('https:')
    ? []
    : [{ setting: 'PUBLIC_URL', why: 'The network redirects people to an https URL of this installation.' }]),
]

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
