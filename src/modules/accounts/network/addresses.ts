import type { Addresses, Connector, OwnApp } from '#connectors/connector.ts'
import type { Config } from '#infra/config/config.ts'
import { type NetworkSettings, sandboxApp } from '#infra/config/networks.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'

type Networks = Pick<Config, 'networks'>

/** Returns the settings of a network, or null when this installation has no such network. */
export const findNetworkSettings = ({ networks }: Networks, network: Network): NetworkSettings | null =>
  Object.hasOwn(networks, network) ? networks[network as keyof Config['networks']] : null

/**
 * Returns the addresses of a network in a mode. Null when the network is not available in that mode: another mode was
 * chosen, the sandbox is switched off, or the app that the network requires is not registered any more.
 */
export function findAddresses(config: Networks, network: Network, mode: Mode): Addresses | null {
  const settings = findNetworkSettings(config, network)
  if (!settings || (settings.isChosen && settings.mode !== mode)) return null
  if (mode !== 'sandbox' && settings.needsApp && settings.app === null) return null
  return settings[mode]
}

/**
 * Returns the app that the operator registered at a network. The sandbox knows one app for each network, for every way
 * to sign in.
 */
export function findApp(config: Networks, network: Network, mode: Mode): OwnApp | null {
  const settings = findNetworkSettings(config, network)
  if (mode !== 'sandbox') return settings?.app ?? null
  return settings?.login === undefined ? sandboxApp : { ...sandboxApp, login: settings.login }
}

/** Returns the version of a network's API, for networks where each call has to name one. */
export function findApiVersion(config: Networks, network: Network): { readonly version?: string } {
  return omitUndefined({ version: findNetworkSettings(config, network)?.version })
}

/**
 * Returns the scopes to ask a person for: the operator's setting where scopes depend on the app, else the connector's.
 */
export const listScopes = (
  config: Networks,
  { network, auth }: Pick<Connector, 'network' | 'auth'>,
): readonly string[] => findNetworkSettings(config, network)?.scopes ?? auth.scopes ?? []

/**
 * True when an address is the network's own, or belongs to a server whose users the operator lets in, wherever it is.
 */
export function isTrustedAddress(
  config: Networks,
  { network, mode }: { readonly network: Network; readonly mode: Mode },
  url: string,
): boolean {
  if (isConfiguredAddress(findAddresses(config, network, mode) ?? {}, url)) return true
  const servers = mode === 'live' ? (findNetworkSettings(config, network)?.servers ?? []) : []
  return servers.some((api) => isConfiguredAddress({ api }, url))
}

/** True when an address is one that the operator configured, or is below one. */
export function isConfiguredAddress(addresses: Addresses, url: string): boolean {
  const asked = URL.parse(url)
  if (!asked) return false
  return Object.values(addresses).some((given) => {
    const known = new URL(given)
    const path = known.pathname.replace(/\/$/, '')
    return asked.origin === known.origin && (asked.pathname === path || asked.pathname.startsWith(`${path}/`))
  })
}
