import type { JsonObject, ServerApps } from '#connectors/connector.ts'
import type { Db } from '#infra/db/client.ts'
import type { SealedColumn } from '#infra/db/reseal.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Clock } from '#kernel/clock.ts'
import { type Network, networks } from '#rules/network-names.ts'
import { deleteServerApp, findServerApp, replaceServerApp, type ServerAppKey } from './store.ts'

/** Returns the apps that this installation has registered automatically at the servers of a network. */
export type ServerAppsOf = (network: Network) => ServerApps

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
}

const sealContext = (...key: readonly string[]): string => `server_app:${key.join(' ')}`
const contextOf = ({ network, server, redirectUrl }: ServerAppKey): string => sealContext(network, server, redirectUrl)

/** Sealed column of apps at servers, for the SECRET_KEY rotation. */
export const sealedServerApps: SealedColumn = {
  table: 'server_app',
  column: 'sealed_app',
  key: ['network', 'server', 'redirect_url'],
  boundTo: sealContext,
  async giveUp(_deps, tx, name, server = '', redirectUrl = '') {
    const network = networks.find((one) => one === name)
    if (network) await deleteServerApp(tx, { network, server, redirectUrl })
  },
}

export const createServerApps =
  ({ db, clock, seal }: Deps): ServerAppsOf =>
  (network) => ({
    async read(server, redirectUrl) {
      const key = { network, server, redirectUrl }
      const sealed = await findServerApp(db, key)
      return sealed && (JSON.parse(seal.open(sealed, contextOf(key)).toString('utf8')) as JsonObject)
    },
    async keep(server, redirectUrl, app) {
      const key = { network, server, redirectUrl }
      const sealedApp = seal.seal(JSON.stringify(app), contextOf(key))
      await replaceServerApp(db, { ...key, sealedApp, createdAt: clock.now() })
    },
  })
