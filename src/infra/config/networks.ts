import type { Network } from '#rules/network-names.ts'
import { type AppNetworkId, appNetworkRows } from './app-networks.ts'
import type { Settings } from './settings.ts'

/**
 * The addresses of a network. A network without an address in the settings uses the sandbox, if there is one. Accounts
 * that were connected live stay live all the same, so both sets of addresses are kept.
 */
export interface NetworkSettings {
  /** The default mode of new connections. */
  readonly mode: 'sandbox' | 'live'
  readonly live: NetworkAddresses
  /** Null: the sandbox does not offer this network. */
  readonly sandbox: NetworkAddresses | null
  /** The app that the operator registered at the network. Null: no app is registered, or the network needs none. */
  readonly app: NetworkApp | null
  /** True when accounts can be connected only through a registered app. */
  readonly needsApp: boolean
  /** Further servers of the network whose accounts may be connected, even at a private address. */
  readonly servers?: readonly string[]
  /** The setting that moves the network away from its usual address. */
  readonly movedBy?: string
  /** The API version that each call names. Absent: calls name none. */
  readonly version?: string
  /** The scopes to request. Absent: the scopes that the network's connector requests by default. */
  readonly scopes?: readonly string[]
}

export interface NetworkApp {
  readonly clientId: string
  readonly clientSecret: string
  readonly verifyToken: string | null
}

/** The one app that the sandbox knows on each network. */
export const sandboxApp: NetworkApp = {
  clientId: 'sandbox-app',
  clientSecret: 'sandbox-app-secret',
  verifyToken: 'sandbox-verify-token',
}

/** Base URLs, without a slash at the end. */
export type NetworkAddresses = Readonly<Partial<Record<'api' | 'auth' | 'video' | 'upload' | 'directory', string>>>

export type Networks = Readonly<Record<Network, NetworkSettings>>
export type Sandbox = { readonly port: number; readonly url: string }

export function sandboxOf(
  { SANDBOX, SANDBOX_PORT: port, DATABASE_URL }: Settings,
  isOpenToOthers: boolean,
): Sandbox | null {
  const isOn = SANDBOX === 'on' || (SANDBOX === 'auto' && !isOpenToOthers && !DATABASE_URL)
  return isOn ? { port, url: `http://127.0.0.1:${port}` } : null
}

/** The settings that are set, by name. */
type Given = Readonly<Record<string, string | undefined>>

export function networksOf(values: Settings, given: Given, sandbox: Sandbox | null): Networks {
  const bluesky = {
    api: values.BLUESKY_URL ?? 'https://bsky.social',
    ...(values.BLUESKY_VIDEO_URL === 'off' ? {} : { video: values.BLUESKY_VIDEO_URL }),
    directory: values.BLUESKY_DIRECTORY_URL,
  }
  const withApps = appNetworkRows.map(([network, { prefix, addresses }]) => {
    const live = Object.keys(addresses).map((place) => [place, given[`${prefix}_${place.toUpperCase()}_URL`]])
    const app = appOf(given, prefix)
    return [
      network,
      settingsOf(network, Object.fromEntries(live), app === null ? sandbox : null, {
        app,
        ...versionAndScopes(given, prefix),
      }),
    ]
  })
  return {
    ...(Object.fromEntries(withApps) as Record<AppNetworkId, NetworkSettings>),
    bluesky: {
      ...settingsOf('bluesky', bluesky, values.BLUESKY_URL === undefined ? sandbox : null),
      ...(values.BLUESKY_URL === undefined ? {} : { movedBy: 'BLUESKY_URL' }),
      servers: values.BLUESKY_SERVERS,
    },
    mastodon: settingsOf(
      'mastodon',
      values.MASTODON_URL ? { api: values.MASTODON_URL } : {},
      values.MASTODON_URL === undefined ? sandbox : null,
    ),
  }
}

/** Reads a network's app. The settings already refuse an id without a secret. */
function appOf(given: Given, prefix: string): NetworkApp | null {
  const [clientId, clientSecret] = [given[`${prefix}_CLIENT_ID`], given[`${prefix}_CLIENT_SECRET`]]
  if (!clientId || !clientSecret) return null
  return { clientId, clientSecret, verifyToken: given[`${prefix}_VERIFY_TOKEN`] ?? null }
}

type OfApp = Pick<NetworkSettings, 'app' | 'version' | 'scopes'>

function versionAndScopes(given: Given, prefix: string): Omit<OfApp, 'app'> {
  const [version, scopes] = [given[`${prefix}_VERSION`], given[`${prefix}_SCOPES`]]
  return {
    ...(version === undefined ? {} : { version }),
    ...(scopes === undefined ? {} : { scopes: scopes.split(/[\s,]+/).filter((scope) => scope !== '') }),
  }
}

function settingsOf(
  name: string,
  live: NetworkAddresses,
  sandbox: Sandbox | null,
  own: OfApp | null = null,
): NetworkSettings {
  const given = { app: null, ...own, live, needsApp: own !== null }
  if (!sandbox) return { ...given, mode: 'live', sandbox: null }
  return { ...given, mode: 'sandbox', sandbox: inSandbox(name, sandbox.url) }
}

function inSandbox(name: string, url: string): NetworkAddresses {
  const all = `${url}/${name}`
  return { api: all, auth: all, video: all, upload: all, directory: all }
}

/** Returns the settings for a sandbox that got another port. */
export function movedTo(url: string, networks: Networks): Networks {
  const moved = Object.entries(networks).map(([name, settings]) => [
    name,
    { ...settings, sandbox: settings.sandbox && inSandbox(name, url) },
  ])
  return Object.fromEntries(moved) as Networks
}

/** Returns the origins of every address that the operator configured, live and sandbox. */
export const originsOf = (networks: Networks): readonly string[] =>
  Object.values(networks).flatMap(({ live, sandbox, servers = [] }) =>
    [...Object.values(live), ...Object.values(sandbox ?? {}), ...servers].map((url) => new URL(url).origin),
  )
