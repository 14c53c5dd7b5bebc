import type { Result } from '@posthorn/sdk'
import { OneLine } from '../one-line.tsx'
import { type NetworkName as Network, NetworkMark, networks } from './network-mark.tsx'

type Account = Pick<Result<'listAccounts'>[number], 'network' | 'displayName' | 'handle'>

interface NameProps {
  readonly account: Account
  /** Puts the network below the name on a phone, where two accounts are side by side. */
  readonly isStacked?: boolean
}

/** An account by name and network, because a person may have the same name on several networks. */
export function AccountName({ account: { network, displayName, handle }, isStacked = false }: NameProps) {
  return (
    <>
      <NetworkMark network={network} />
      <span
        className={`flex min-w-0 items-baseline gap-x-2 ${isStacked ? 'max-sm:flex-col max-sm:text-start max-sm:leading-4' : ''}`}
      >
        <OneLine className="max-w-40 max-sm:max-w-full">{displayName ?? handle}</OneLine>
        <span className={`text-ink-3 text-sm ${isStacked ? 'max-sm:text-xs' : ''}`}>{networks[network].name}</span>
      </span>
    </>
  )
}

/** The name of a network whose account is gone. */
export function NetworkName({ network }: { readonly network: Network }) {
  return (
    <>
      <NetworkMark network={network} />
      {networks[network].name}
    </>
  )
}
