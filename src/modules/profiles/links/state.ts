/** The maximum number of links in a chain, from the first ancestor to the last descendant. */
export const linksInChainMax = 10

/** The chain that a new link would create, read under the lock of the owner. */
export interface LinkChain {
  /** True if the two profiles are already linked. */
  readonly linked: boolean
  /** True if the child is an ancestor of the parent. */
  readonly closes: boolean
  /** `above` is the longest chain that ends at the parent, and `below` the longest that begins at the child. */
  readonly above: number
  readonly below: number
}

type LinkCheck = 'fits' | 'exists' | 'cycle' | { readonly tooLong: number }

export function checkLink(chain: LinkChain): LinkCheck {
  if (chain.linked) return 'exists'
  if (chain.closes) return 'cycle'
  const length = chain.above + 1 + chain.below
  return length > linksInChainMax ? { tooLong: length } : 'fits'
}
