import { days } from '#kernel/clock.ts'

/** From least to most: each role may do what those before it may. `owner` is not granted; it is who made the profile. */
export const profileRoles = ['viewer', 'editor', 'admin', 'owner'] as const
export type ProfileRole = (typeof profileRoles)[number]

/** What an invitation or an admin can make of somebody. */
export const grantedRoles = ['viewer', 'editor', 'admin'] as const satisfies readonly ProfileRole[]
export type GrantedRole = (typeof grantedRoles)[number]

export const hasProfileRole = (role: ProfileRole, atLeast: ProfileRole): boolean =>
  profileRoles.indexOf(role) >= profileRoles.indexOf(atLeast)

/** What each role is for, in the words of a refusal. */
export const roleMeaning: Readonly<Record<ProfileRole, string>> = {
  viewer: 'read it',
  editor: 'write posts for it',
  admin: 'change it, connect accounts, link it and manage its members',
  owner: 'delete or restore it',
}

/** How many links may follow each other, from the first ancestor to the last descendant. */
export const linksInChainMax = 10

/** How long a deleted profile can be had back. */
export const trashKeepsMs = days(30)

/** Members and open invitations of a profile, so that the lists of them stay short enough to be whole. */
export const peopleMax = 200

/** By one person. */
export const mailedInvitesADayMax = 100

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
