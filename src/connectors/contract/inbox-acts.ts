import type { ReadCall } from './call.ts'

/** Acts on an item at its network, in addition to replying. */
export const actKinds = ['like', 'hide', 'remove'] as const
export type ActKind = (typeof actKinds)[number]

export interface InboxCall<Grant> extends ReadCall<Grant> {
  /** The network's ID of the account: a grant may cover several. */
  readonly accountId: string
  readonly handle: string
  /**
   * Takes units from the budget of a network that charges for reads, before the call that costs them. A negative number
   * returns what a call did not cost. Throws if the budget is used up. Omitted on other networks.
   */
  readonly spend?: (units: number) => Promise<void>
}

/** An item at its network, by the network's IDs. */
export interface ActedOn {
  readonly remoteId: string
  /** The ID of the post or comment above it. */
  readonly parentId: string | null
  /** The first item of its conversation. */
  readonly rootId: string
  /** True for a reply that the account sent. */
  readonly isOwn: boolean
  readonly saidAt: Date
}

/**
 * One act. `run` establishes the wanted state, and a repeat changes nothing: the caller repeats it after a lost
 * response. It fails with `itemMissing` if the item does not exist, unless that is what is wanted.
 */
export interface Act<Grant> {
  /** The scopes that it needs in addition to those of reading. One scope of a nested list is enough. */
  readonly needs?: readonly (string | readonly string[])[]
  /** Pure: false if an account that signed in with these scopes can never do it. Omitted if all accounts can. */
  isOffered?(scopes: readonly string[]): boolean
  /** The minimum time between two calls for an account, for a network that locks accounts which act faster. */
  readonly gapMs?: number
  run(call: InboxCall<Grant>, item: ActedOn, wanted: boolean): Promise<void>
}

/** The acts of a network. Those that it does not have are omitted. A post of the account is never an item of an act. */
export interface InboxActs<Grant> {
  /** Likes an item of someone else. */
  readonly like?: Act<Grant>
  /**
   * Hides a comment of someone else below a post of the account. `top`: only comments that are directly below it.
   */
  readonly hide?: Act<Grant> & { readonly of: 'all' | 'top' }
  /** Removes a reply that was sent from here and, if `of` is `all`, comments of others below posts of the account. */
  readonly remove?: Act<Grant> & { readonly of: 'own' | 'all' }
}
