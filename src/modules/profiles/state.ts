import { caps } from '#kernel/caps.ts'

/**
 * The roles in ascending order. Each includes the permissions of the previous ones. `owner` is never granted; it
 * belongs to the user who created the profile.
 */
export const profileRoles = ['viewer', 'editor', 'admin', 'owner'] as const
export type ProfileRole = (typeof profileRoles)[number]

/** The roles that an invitation or an admin can grant. */
export const grantedRoles = ['viewer', 'editor', 'admin'] as const satisfies readonly ProfileRole[]
export type GrantedRole = (typeof grantedRoles)[number]

export const hasProfileRole = (role: ProfileRole, atLeast: ProfileRole): boolean =>
  profileRoles.indexOf(role) >= profileRoles.indexOf(atLeast)

/** The permissions of each role, as worded in refusals. */
export const roleMeaning: Readonly<Record<ProfileRole, string>> = {
  viewer: 'read this profile',
  editor: 'write posts for this profile',
  admin: 'change this profile, connect accounts, link profiles and manage members',
  owner: 'delete or restore this profile',
}

/**
 * The maximum number of members and open invitations of a profile. The limit keeps their lists short enough to return
 * in full.
 */
export const membersMax = caps.peopleOfProfile
