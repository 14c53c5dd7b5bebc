import type { Loss } from '#connectors/connector.ts'
import type { Config } from '#infra/config/config.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'
import { findNetworkSettings } from '../network/addresses.ts'

interface NetworkInMode {
  readonly network: Network
  readonly mode: Mode
}

/** Explains why accounts of a mode cannot be used if the network has no addresses in that mode. */
export function networkOff(config: Pick<Config, 'networks'>, of: NetworkInMode): Loss {
  const settings = findNetworkSettings(config, of.network)
  return settings?.isChosen && settings.mode !== of.mode ? otherMode(of) : gone(of)
}

/** Lists every reason that `networkOff` returns, for accounts that work again once their mode is available again. */
export const listNetworkOffReasons = (of: NetworkInMode): readonly string[] => [gone(of).why, otherMode(of).why]

const gone = ({ network, mode }: NetworkInMode): Loss =>
  mode === 'sandbox'
    ? {
        code: 'sandbox_off',
        why: `This is a sandbox account, and the sandbox for ${network} is off on this installation. Connect a live account.`,
      }
    : { code: 'network_off', why: `${network} is no longer available on this installation.` }

const otherMode = ({ network, mode }: NetworkInMode): Loss => ({
  code: 'mode_changed',
  why: `This account was connected in ${mode} mode, but an administrator has switched ${network} to another mode. Reconnect the account.`,
})
