import type { Result } from '@posthorn/sdk'
import { type NetworkName as Network, NetworkMark, networks } from './network-mark.tsx'

type Account = Pick<Result<'listAccounts'>[number], 'network' | 'displayName' | 'handle'>

/** An account by its name and its network, since a person has the same name on many networks. */
export function AccountName({ account: { network, displayName, handle } }: { readonly account: Account }) {
  return (
    <>
      <NetworkMark network={network} />
      <bdi className="max-w-40 truncate">{displayName ?? handle}</bdi>
      <span className="text-ink-3 text-sm">{networks[network].name}</span>
    </>
  )
}

/** A network by its name, where the account is gone. */
export function NetworkName({ network }: { readonly network: Network }) {
  return (
    <>
      <NetworkMark network={network} />
      {networks[network].name}
    </>
  )
}
