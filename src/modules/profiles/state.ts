/** From least to most: each role may do what those before it may. `owner` is not granted; it is who made the profile. */
export const profileRoles = ['viewer', 'editor', 'admin', 'owner'] as const
export type ProfileRole = (typeof profileRoles)[number]

export const hasProfileRole = (role: ProfileRole, atLeast: ProfileRole): boolean =>
  profileRoles.indexOf(role) >= profileRoles.indexOf(atLeast)

/** What each role is for, in the words of a refusal. */
export const roleMeaning: Readonly<Record<ProfileRole, string>> = {
  viewer: 'read it',
  editor: 'write posts for it',
  admin: 'change it, connect accounts and link it',
  owner: 'delete it',
}

/** How many links may follow each other, from the first ancestor to the last descendant. */
export const linksInChainMax = 10

/** What a new link would lead to, read under the lock of the owner. */
export interface ChainThrough {
  /** The two are linked already. */
  readonly linked: boolean
  /** The child is an ancestor of the parent. */
  readonly closes: boolean
  /** The longest chain that ends at the parent, and the longest that begins at the child. */
  readonly above: number
  readonly below: number
}

export type LinkVerdict = 'fits' | 'exists' | 'cycle' | { readonly tooLong: number }

export function judgeLink(chain: ChainThrough): LinkVerdict {
  if (chain.linked) return 'exists'
  if (chain.closes) return 'cycle'
  const length = chain.above + 1 + chain.below
  return length > linksInChainMax ? { tooLong: length } : 'fits'
}
