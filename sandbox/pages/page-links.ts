import type { Network } from '../core/network.ts'
import { escaped } from '../core/pages/frame/html.ts'
import { firstAccounts } from '../core/people/accounts.ts'

/** Returns the accounts that the pages of a network link to. */
export const namesOf = (network: Network): readonly string[] => network.accounts?.first ?? firstAccounts

/** Links to an account's posts or, if the network is a chat, to the page where a person writes. */
export function personLink(network: Network, account: string): string {
  const path = network.desk?.(account) ?? `/feed/${network.id}/${encodeURIComponent(account)}`
  return `<a href="${path}">${escaped(account)}</a>`
}
