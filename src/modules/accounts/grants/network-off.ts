import type { Config } from '#infra/config/config.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'
import { findNetworkSettings } from '../network/addresses.ts'

interface NetworkInMode {
  readonly network: Network
  readonly mode: Mode
}

/** Says why accounts of a mode cannot be used, where the network has no addresses in that mode. */
export function networkOffReason(config: Pick<Config, 'networks'>, of: NetworkInMode): string {
  const settings = findNetworkSettings(config, of.network)
  return settings?.isChosen && settings.mode !== of.mode ? otherModeReason(of) : goneReason(of)
}

/** Lists every reason that `networkOffReason` gives, for accounts that work again once their mode is back. */
export const listNetworkOffReasons = (of: NetworkInMode): readonly string[] => [goneReason(of), otherModeReason(of)]

const goneReason = ({ network, mode }: NetworkInMode): string =>
  mode === 'sandbox'
    ? `This is a sandbox account, and the sandbox for ${network} is switched off on this installation. Connect a live account.`
    : `${network} is no longer available on this installation.`

const otherModeReason = ({ network, mode }: NetworkInMode): string =>
  `This account was connected in the mode ${mode}, and an administrator has put ${network} into another mode. Connect the account again.`
