import type { OwnApp } from '#connectors/connector.ts'
import type { Config } from '#infra/config/load.ts'
import { addressesOf, appOf, type Mode } from '#modules/accounts/index.ts'
import type { Network } from '#rules/network-names.ts'

export interface AppInMode {
  readonly mode: Mode
  readonly app: OwnApp
}

/**
 * The apps by which a network may know us, one for each mode that it is to be had in. What one of them signed says
 * something of that mode alone: everybody knows the secret of the sandbox's.
 */
export const ownApps = (config: Pick<Config, 'networks'>, network: Network): AppInMode[] =>
  (['live', 'sandbox'] as const).flatMap((mode) => {
    const app = addressesOf(config, network, mode) && appOf(config, network, mode)
    return app ? [{ mode, app }] : []
  })
