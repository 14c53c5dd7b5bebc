import { days } from '#kernel/clock.ts'

/**
 * The roles in ascending order: each includes what the previous ones may do. `owner` is never granted; it belongs to
 * the user who created the profile.
 */
export const profileRoles = ['viewer', 'editor', 'admin', 'owner'] as const
export type ProfileRole = (typeof profileRoles)[number]

/** The roles that an invitation or an admin can grant. */
export const grantedRoles = ['viewer', 'editor', 'admin'] as const satisfies readonly ProfileRole[]
export type GrantedRole = (typeof grantedRoles)[number]

export const hasProfileRole = (role: ProfileRole, atLeast: ProfileRole): boolean =>
  profileRoles.indexOf(role) >= profileRoles.indexOf(atLeast)

/** The permissions of each role, as a refusal states them. */
export const roleMeaning: Readonly<Record<ProfileRole, string>> = {
  viewer: 'read it',
  editor: 'write posts for it',
  admin: 'change it, connect accounts, link it and manage its members',
  owner: 'delete or restore it',
}

/** The maximum number of links in a chain, from the first ancestor to the last descendant. */
export const linksInChainMax = 10

/** The time that a deleted profile can be restored. */
export const trashKeepsMs = days(30)

/**
 * The maximum number of members and open invitations of a profile. The limit keeps their lists short enough to return
 * whole.
 */
export const peopleMax = 200

/** The maximum number of invitations that one user may have mailed in a day. */
export const mailedInvitesADayMax = 100

/** The chain that a new link would create, read under the lock of the owner. */
export interface ChainThrough {
  /** True when the two profiles are already linked. */
  readonly linked: boolean
  /** True when the child is an ancestor of the parent. */
  readonly closes: boolean
  /** `above` is the longest chain that ends at the parent, and `below` the longest that begins at the child. */
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
