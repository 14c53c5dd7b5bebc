import type { Network } from '../network.ts'
import { firstAccounts } from '../people/accounts.ts'
import { escaped } from './html.ts'

/** The accounts that the pages of a network lead to. */
export const namesOf = (network: Network): readonly string[] => network.accounts?.first ?? firstAccounts

export const feedLink = (network: string, account: string, isHere = false): string =>
  `<a href="/feed/${network}/${encodeURIComponent(account)}"${isHere ? ' aria-current="page"' : ''}>${escaped(account)}</a>`

/** Links to the page on which a person acts, where the network is a chat. */
export const deskLink = (network: Network, account: string): string | null =>
  network.desk ? `<a href="${network.desk(account)}">${escaped(account)}</a>` : null

export const wireLink = (network: string, account: string, post: string): string =>
  `/wire/${network}/${encodeURIComponent(account)}/${encodeURIComponent(post)}`
