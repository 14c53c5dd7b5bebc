import type { Addresses, Connector, OwnApp } from '#connectors/connector.ts'
import type { Config } from '#infra/config/load.ts'
import { type NetworkSettings, sandboxApp } from '#infra/config/networks.ts'
import type { Network } from '#rules/network-names.ts'

export type Mode = 'sandbox' | 'live'

type Networks = Pick<Config, 'networks'>

/** Null: this installation knows no such network. */
export const networkSettings = ({ networks }: Networks, network: Network): NetworkSettings | null =>
  Object.hasOwn(networks, network) ? networks[network as keyof Config['networks']] : null

/**
 * Where a network is in this mode. Null: it is not to be had so, as when the sandbox has been switched off, or the app
 * without which a network lets nobody in is not registered any more.
 */
export function addressesOf(config: Networks, network: Network, mode: Mode): Addresses | null {
  const settings = networkSettings(config, network)
  if (mode === 'live' && settings?.needsApp && settings.app === null) return null
  return settings?.[mode] ?? null
}

/** What the operator registered there; the sandbox knows one app on each network. */
export const appOf = (config: Networks, network: Network, mode: Mode): OwnApp | null =>
  mode === 'sandbox' ? sandboxApp : (networkSettings(config, network)?.app ?? null)

/** The version of a network's interface, where each call has to name one. */
export function versionOf(config: Networks, network: Network): { readonly version?: string } {
  const version = networkSettings(config, network)?.version
  return version === undefined ? {} : { version }
}

/** What people are asked for: as the operator has set it, where that depends on the app. */
export const scopesOf = (config: Networks, { network, auth }: Pick<Connector, 'network' | 'auth'>): readonly string[] =>
  networkSettings(config, network)?.scopes ?? auth.scopes ?? []

/** Whether an address is the network's own, or that of a server whose people the operator lets in, wherever it is. */
export function isOperators(
  config: Networks,
  { network, mode }: { readonly network: Network; readonly mode: Mode },
  url: string,
): boolean {
  if (isConfigured(addressesOf(config, network, mode) ?? {}, url)) return true
  const servers = mode === 'live' ? (networkSettings(config, network)?.servers ?? []) : []
  return servers.some((api) => isConfigured({ api }, url))
}

/** Whether an address is one that the operator configured, or something below it. */
export function isConfigured(addresses: Addresses, url: string): boolean {
  const asked = URL.parse(url)
  if (!asked) return false
  return Object.values(addresses).some((given) => {
    const known = new URL(given)
    const path = known.pathname.replace(/\/$/, '')
    return asked.origin === known.origin && (asked.pathname === path || asked.pathname.startsWith(`${path}/`))
  })
}
