import type { Network } from '../network.ts'
import { firstAccounts } from '../people/accounts.ts'
import { escaped } from './html.ts'

/** The accounts that the pages of a network lead to. */
export const namesOf = (network: Network): readonly string[] => network.accounts?.first ?? firstAccounts

export const feedLink = (network: string, account: string, isHere = false): string =>
  `<a href="/feed/${network}/${encodeURIComponent(account)}"${isHere ? ' aria-current="page"' : ''}>${escaped(account)}</a>`

export const wireLink = (network: string, account: string, post: string): string =>
  `/wire/${network}/${encodeURIComponent(account)}/${encodeURIComponent(post)}`
