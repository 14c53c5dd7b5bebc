import type { Connector } from '#connectors/connector.ts'
import type { Config } from '#infra/config/config.ts'
import type { NetworkSettings } from '#infra/config/networks.ts'
import { type Network, networkEntries } from '#rules/network-names.ts'

interface NetworkFinding {
  readonly check: string
  readonly ok: boolean
  readonly detail: string
  readonly remedy?: string
}

/** Returns our URLs that an operator registers with a network in addition to the OAuth callback. */
function others({ network, operator: { app } }: Connector): readonly (readonly [name: string, path: string])[] {
  return [
    ...(app?.verifyToken ? [['webhooks', `/v1/connections/webhooks/${network}`] as const] : []),
    ...(app?.company === 'meta' ? ofMeta : []),
  ]
}

const ofMeta = [
  ['deauthorize', '/v1/platforms/netgroup/deauthorize'],
  ['data deletion', '/v1/platforms/netgroup/data-deletion'],
] as const

/**
 * Checks PUBLIC_URL against the requirements of each network with an OAuth consent page, and lists the URLs to register
 * there. No network is called: the operator is about to register the URLs.
 */
export function examineNetworks(
  { networks, publicUrl }: Pick<Config, 'networks' | 'publicUrl'>,
  connectors: Readonly<Partial<Record<Network, Connector>>>,
): NetworkFinding[] {
  return networkEntries(networks).flatMap(([network, settings]) => {
    const connector = connectors[network]
    return connector?.auth.oauth ? [examine(network, settings, connector, publicUrl)] : []
  })
}

function examine(check: Network, settings: NetworkSettings, connector: Connector, publicUrl: string): NetworkFinding {
  const { name } = connector.limits
  if (settings.mode === 'sandbox') {
    return { check, ok: true, detail: `${name} is in sandbox mode: no registration is needed.` }
  }
  if (settings.app === null) {
    const prefix = check.toUpperCase()
    const detail = `${name} is off: no app is registered. Set ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET to turn it on.`
    return { check, ok: true, detail }
  }
  const fault = faultOf(name, connector, publicUrl)
  if (fault)
    return { check, ok: false, detail: fault, remedy: `Set PUBLIC_URL so that ${name} can redirect people back.` }
  const addresses = [['callback', `/v1/oauth/callback/${check}`], ...others(connector)]
  const listed = addresses.map(([what, path]) => `${what} ${publicUrl}${path}`).join(', ')
  return { check, ok: true, detail: `Register these URLs at ${name}: ${listed}.` }
}

/**
 * Returns why a network would not redirect to PUBLIC_URL, or null if it would. A network that accepts loopback
 * addresses for testing accepts plain http on them.
 */
function faultOf(name: string, { auth }: Connector, publicUrl: string): string | null {
  const { https = false, localhost = true } = auth.oauth?.callback ?? {}
  const { protocol, hostname } = new URL(publicUrl)
  if (hostname === 'localhost' && !localhost) {
    return `${name} does not redirect to localhost, which PUBLIC_URL uses. For local testing, use 127.0.0.1.`
  }
  const isTrial = localhost && /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
  if (https && protocol !== 'https:' && !isTrial)
    return `${name} only redirects to https URLs, but PUBLIC_URL is ${publicUrl}.`
  return null
}
