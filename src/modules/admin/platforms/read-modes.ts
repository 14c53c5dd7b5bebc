import type { NetworkSettings } from '#infra/config/networks.ts'
import { settingName } from '#infra/config/table/network-settings.ts'
import { refuse } from '#kernel/errors.ts'
import { findNetworkSettings } from '#modules/accounts/index.ts'
import type { Mode } from '#rules/modes.ts'
import { type Network, networks, platformFields } from '#rules/network-names.ts'
import type { PlatformDeps } from './deps.ts'

/** Returns the mode of each network, and what live mode still needs. */
export const readModes = (deps: PlatformDeps) => ({
  platforms: networks.flatMap((network) => {
    const settings = findNetworkSettings(deps.config, network)
    return settings ? [present(deps, network, settings)] : []
  }),
})

/** Returns the mode of one network. */
export function readMode(deps: PlatformDeps, network: Network) {
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

/** Only a network with a trial environment has modes to choose from; the app decides the mode of every other one. */
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
