import type { Connector, JsonObject, RemoteAccount } from '#connectors/connector.ts'
import type { Config } from '#infra/config/config.ts'
import { isPublicHost } from '#infra/outbound/address.ts'
import { cleanName, onOneLine } from '#kernel/text/one-line.ts'
import { findNetworkSettings } from './addresses.ts'

type Connectors = Readonly<Partial<Record<string, Connector>>>

const longestName = 200
const longestHandle = 300
const longestAddress = 2_048

/**
 * Returns the connectors with accounts and pages whose names are safe to store and to show. A server that anyone can
 * run chooses these texts, so they are cleaned where they enter the system.
 */
export const withCleanAccounts = (connectors: Connectors, config: Pick<Config, 'networks'>): Connectors =>
  Object.fromEntries(
    Object.entries(connectors).map(([network, connector]) => [network, connector && clean(connector, config)]),
  )

function clean(connector: Connector, config: Pick<Config, 'networks'>): Connector {
  const { auth, options } = connector
  const { targets } = auth
  const servers = findNetworkSettings(config, connector.network)?.servers ?? []
  const readOf = (addresses: Readonly<Record<string, string | undefined>>) => {
    const own = [...Object.values(addresses), ...servers].flatMap((url) => (url ? [new URL(url).origin] : []))
    return <Account extends RemoteAccount>(account: Account) => cleanAccount(account, own)
  }
  return {
    ...connector,
    auth: {
      ...auth,
      whoami: async (http, grant, remoteId) => readOf(http.addresses)(await auth.whoami(http, grant, remoteId)),
      ...(targets && { targets: async (http, grant) => (await targets(http, grant)).map(readOf(http.addresses)) }),
    },
    ...(options && { options: async (call) => cleanTexts(await options(call)) }),
  }
}

/**
 * Cleans what a network reports about an account. `own` are the origins that the operator configured for the network.
 */
function cleanAccount<Account extends RemoteAccount>(account: Account, own: readonly string[]): Account {
  const { remoteId, handle, displayName, avatar } = account
  return {
    ...account,
    handle: cleanName(handle, longestHandle) || cleanName(remoteId, longestHandle),
    displayName: (displayName !== null && cleanName(displayName, longestName)) || null,
    avatar: avatar === null ? null : cleanAddress(avatar, own),
  }
}

/**
 * Returns the URL of an image. Null for a URL that would direct browsers to a private network or is not an image URL.
 */
function cleanAddress(text: string, own: readonly string[]): string | null {
  const url = text.length > longestAddress ? null : URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  return own.includes(url.origin) || isPublicHost(url) ? url.href : null
}

/** Puts the names of choices, such as boards, on one line. */
const cleanTexts = (choices: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(choices), (_name, value: unknown) => (typeof value === 'string' ? onOneLine(value) : value))
