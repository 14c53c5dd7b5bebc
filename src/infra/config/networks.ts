import { omitUndefined } from '#kernel/omit-undefined.ts'
import type { Mode } from '#rules/modes.ts'
import { type Network, networkEntries } from '#rules/network-names.ts'
import type { Addresses, OperatorSettings } from '#rules/operator.ts'
import { addressSettingName, type Operators, settingName } from './table/network-settings.ts'
import type { Settings } from './table/settings.ts'

/**
 * The settings of a network. A network that the operator has not set up uses the sandbox, if it is on. Accounts that
 * were connected in live mode stay live, so both sets of URLs are kept.
 */
export interface NetworkSettings {
  /** The default mode of new connections. */
  readonly mode: Mode
  readonly live: Addresses
  /** Null if the network has no trial environment. */
  readonly trial: Addresses | null
  /** Null if the sandbox does not offer this network. */
  readonly sandbox: Addresses | null
  /** True if an administrator chose the mode: accounts in every other mode wait. */
  readonly isChosen: boolean
  /** The app that the operator registered at the network. Null if none is registered or needed. */
  readonly app: NetworkApp | null
  /** True if accounts can be connected only through a registered app. */
  readonly needsApp: boolean
  /** The company behind the network, if its webhooks cover all of its networks. */
  readonly company: 'meta' | null
  /** The number of posts per month in the operator's plan at the network. Null if not set. */
  readonly monthlyPosts: number | null
  /** The number of posts per day that the app may publish, and the time zone of its days. Null if not set. */
  readonly dailyPosts: { readonly max: number; readonly zone: string } | null
  /** The number of calls per day that the inbox may make, and the time zone of its days. Null if not limited. */
  readonly dailyInboxUnits: { readonly max: number; readonly zone: string } | null
  /** The number of posts per month that may be read at a network that charges for reads. Null if none are read. */
  readonly monthlyReads: number | null
  /** The number of posts per month that the inbox may read at such a network. Null if it reads none. */
  readonly monthlyInboxReads: number | null
  /** More servers of the network whose accounts may be connected, even at a private address. */
  readonly servers?: readonly string[]
  /** The setting that changes the network's usual URL. */
  readonly movedBy?: string
  /** The API version for each call. Omitted if calls do not name one. */
  readonly version?: string
  /** The login method that the operator chose. Omitted if the network has only one. */
  readonly login?: string
  /** The scopes to request. Defaults to the connector's scopes. */
  readonly scopes?: readonly string[]
}

interface NetworkApp {
  readonly clientId: string
  readonly clientSecret: string
  readonly verifyToken: string | null
  /** The network's login configuration, which replaces scopes. Omitted if there is none. */
  readonly configId?: string
  /** The login method that the app is registered for. Omitted if the network has only one. */
  readonly login?: string
}

/** The only app that the sandbox knows for each network. */
export const sandboxApp: NetworkApp = {
  clientId: 'sandbox-app',
  clientSecret: 'sandbox-app-secret',
  verifyToken: 'sandbox-verify-token',
}

export type Networks = Readonly<Record<Network, NetworkSettings>>
export type Sandbox = { readonly port: number; readonly url: string }

export function sandboxOf(
  { SANDBOX, SANDBOX_PORT: port, DATABASE_URL }: Settings,
  isOpenToOthers: boolean,
): Sandbox | null {
  const isOn = SANDBOX === 'on' || (SANDBOX === 'auto' && !isOpenToOthers && !DATABASE_URL)
  return isOn ? { port, url: `http://127.0.0.1:${port}` } : null
}

/** The parsed settings, by name. */
type Values = Readonly<Record<string, unknown>>

export const readNetworks = (operators: Operators, values: Values, sandbox: Sandbox | null): Networks =>
  Object.fromEntries(
    networkEntries(operators).map(([network, operator]) => [network, readNetwork(network, operator, values, sandbox)]),
  ) as Networks

function readNetwork(
  network: Network,
  operator: OperatorSettings,
  values: Values,
  sandbox: Sandbox | null,
): NetworkSettings {
  const read = <Value>(name: string) => values[settingName(network, name)] as Value | undefined
  const app = readApp(read)
  const isSetUp = app !== null || read('URL') !== undefined
  const chosen = readChosenMode(read('MODE'), sandbox)
  const mode = chosen ?? (sandbox !== null && !isSetUp ? 'sandbox' : 'live')
  const live = readAddresses(network, operator, values)
  const trialApi = read<string>('TRIAL_URL')
  return {
    mode,
    live,
    trial: trialApi === undefined ? null : { ...live, api: trialApi },
    sandbox: mode === 'sandbox' && sandbox !== null ? inSandbox(network, sandbox.url) : null,
    isChosen: chosen !== null,
    app,
    needsApp: operator.app !== undefined,
    company: operator.app?.company ?? null,
    monthlyPosts: read<number>('MONTHLY_POSTS') ?? null,
    dailyPosts: perDay(operator.dailyPosts, read('DAILY_POSTS')),
    dailyInboxUnits: perDay(operator.dailyInboxUnits, read('DAILY_INBOX_UNITS')),
    monthlyReads: read<number>('MONTHLY_READS') ?? null,
    monthlyInboxReads: read<number>('MONTHLY_INBOX_READS') ?? null,
    ...omitUndefined({
      servers: read<readonly string[]>('SERVERS'),
      movedBy: read('URL') === undefined ? undefined : settingName(network, 'URL'),
      version: read<string>('VERSION'),
      login: read<string>('LOGIN'),
      scopes: read<string>('SCOPES')
        ?.split(/[\s,]+/)
        .filter((scope) => scope !== ''),
    }),
  }
}

const perDay = (setting: OperatorSettings['dailyPosts'], max: number | undefined): NetworkSettings['dailyPosts'] =>
  setting ? { max: max ?? setting.usual, zone: setting.zone } : null

/** Choosing a disabled sandbox counts as no choice. */
const readChosenMode = (chosen: Mode | undefined, sandbox: Sandbox | null): Mode | null =>
  chosen === undefined || (chosen === 'sandbox' && sandbox === null) ? null : chosen

/** Reads the settings of a network's app. The settings already reject an ID without a secret. */
function readApp(read: (name: string) => string | undefined): NetworkApp | null {
  const [clientId, clientSecret] = [read('CLIENT_ID'), read('CLIENT_SECRET')]
  if (!clientId || !clientSecret) return null
  return {
    clientId,
    clientSecret,
    verifyToken: read('VERIFY_TOKEN') ?? null,
    ...omitUndefined({ configId: read('CONFIG_ID'), login: read('LOGIN') }),
  }
}

function readAddresses(network: Network, operator: OperatorSettings, values: Values): Addresses {
  const all = Object.entries(operator.addresses).map(([place, { usual }]) => {
    const name = addressSettingName(network, operator, place as keyof Addresses)
    return [place, values[name] ?? usual] as const
  })
  return Object.fromEntries(all.filter(([, url]) => url !== null && url !== 'off'))
}

function inSandbox(network: string, url: string): Addresses {
  const all = `${url}/${network}`
  return {
    api: all,
    auth: all,
    video: all,
    upload: all,
    directory: all,
    web: all,
    token: all,
    facebook: all,
    facebook_auth: all,
  }
}

/** Returns the settings for a sandbox that got a different port. */
export const movedTo = (url: string, networks: Networks): Networks =>
  Object.fromEntries(
    networkEntries(networks).map(([network, settings]) => [
      network,
      { ...settings, sandbox: settings.sandbox && inSandbox(network, url) },
    ]),
  ) as Networks

/** Returns the origins of all configured URLs, live and sandbox. */
export const originsOf = (networks: Networks): readonly string[] =>
  Object.values(networks).flatMap(({ live, trial, sandbox, servers = [] }) =>
    [...Object.values(live), ...Object.values(trial ?? {}), ...Object.values(sandbox ?? {}), ...servers].map(
      (url) => new URL(url).origin,
    ),
  )
