import type { Addresses, Connector, OwnApp } from '#connectors/connector.ts'
import type { Config } from '#infra/config/config.ts'
import { type NetworkSettings, sandboxApp } from '#infra/config/networks.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'

type Networks = Pick<Config, 'networks'>

/** Returns the settings of a network, or null if this installation has no such network. */
export const findNetworkSettings = ({ networks }: Networks, network: Network): NetworkSettings | null =>
  Object.hasOwn(networks, network) ? networks[network as keyof Config['networks']] : null

/**
 * Returns the addresses of a network in a mode. Null if the network is not available in that mode: another mode was
 * chosen, the sandbox is off, or the app that the network requires is no longer registered.
 */
export function findAddresses(config: Networks, network: Network, mode: Mode): Addresses | null {
  const settings = findNetworkSettings(config, network)
  if (!settings || (settings.isChosen && settings.mode !== mode)) return null
  if (mode !== 'sandbox' && settings.needsApp && settings.app === null) return null
  return settings[mode]
}

/**
 * Returns the app that the operator registered with a network. The sandbox has one app per network, for every way to
 * sign in.
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
 * Returns the scopes to request from a person: the operator's setting if scopes depend on the app, otherwise the
 * connector's.
 */
export const listScopes = (
  config: Networks,
  { network, auth }: Pick<Connector, 'network' | 'auth'>,
): readonly string[] => findNetworkSettings(config, network)?.scopes ?? auth.scopes ?? []

/** True if an address belongs to the network, or to a server that the operator allows, wherever that is. */
export function isTrustedAddress(
  config: Networks,
  { network, mode }: { readonly network: Network; readonly mode: Mode },
  url: string,
): boolean {
  if (isConfiguredAddress(findAddresses(config, network, mode) ?? {}, url)) return true
  const servers = mode === 'live' ? (findNetworkSettings(config, network)?.servers ?? []) : []
  return servers.some((api) => isConfiguredAddress({ api }, url))
}

/** True if a URL has the origin of the network in its mode, or of a server that the operator allows. */
export function isTrustedOrigin(
  config: Networks,
  { network, mode }: { readonly network: Network; readonly mode: Mode },
  url: string,
): boolean {
  const servers = mode === 'live' ? (findNetworkSettings(config, network)?.servers ?? []) : []
  const origins = [...Object.values(findAddresses(config, network, mode) ?? {}), ...servers].map(originOf)
  return origins.includes(originOf(url))
}

const originOf = (url: string): string | undefined => URL.parse(url)?.origin

/** True if the operator configured this address or a parent of it. */
export function isConfiguredAddress(addresses: Addresses, url: string): boolean {
  const requestedUrl = URL.parse(url)
  if (!requestedUrl) return false
  return Object.values(addresses).some((given) => {
    const known = new URL(given)
    const path = known.pathname.replace(/\/$/, '')
    return (
      requestedUrl.origin === known.origin &&
      (requestedUrl.pathname === path || requestedUrl.pathname.startsWith(`${path}/`))
    )
  })
}
