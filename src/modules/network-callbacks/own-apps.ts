import type { OwnApp } from '#connectors/connector.ts'
import type { Config } from '#infra/config/config.ts'
import { findAddresses, findApp } from '#modules/accounts/index.ts'
import { type Mode, modes } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'

interface AppInMode {
  readonly mode: Mode
  readonly app: OwnApp
}

/**
 * Returns the apps that may have signed a network's call: one for each mode in which the network is available. A
 * signature counts only for its own mode, since the sandbox app's secret is public.
 */
export const listOwnApps = (config: Pick<Config, 'networks'>, network: Network): AppInMode[] =>
  modes.flatMap((mode) => {
    const app = findAddresses(config, network, mode) && findApp(config, network, mode)
    return app ? [{ mode, app }] : []
  })
