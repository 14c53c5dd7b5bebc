import { caps } from '#kernel/caps.ts'

/** The roles on a profile. `owner` is never granted; it belongs to the user who created the profile. */
export const profileRoles = ['viewer', 'editor', 'admin', 'owner'] as const
export type ProfileRole = (typeof profileRoles)[number]

/** The roles that an invitation or an admin can grant. */
export const grantedRoles = ['viewer', 'editor', 'admin'] as const satisfies readonly ProfileRole[]
export type GrantedRole = (typeof grantedRoles)[number]

/**
 * A right on a profile. Each action names the one that it needs, and `profileFor`, `postFor`, `mediaFor` and the
 * functions built on them check it. Nothing else compares roles.
 */
export type Right = 'read' | 'write' | 'publish' | 'approve' | 'manage' | 'own'

/** The rights of each role. The profile's `approverRole` narrows `approve`; see `mayApprove`. */
const rightsOf: Readonly<Record<ProfileRole, readonly Right[]>> = {
  viewer: ['read'],
  editor: ['read', 'write', 'publish', 'approve'],
  admin: ['read', 'write', 'publish', 'approve', 'manage'],
  owner: ['read', 'write', 'publish', 'approve', 'manage', 'own'],
}

export const hasRight = (role: ProfileRole, right: Right): boolean => rightsOf[role].includes(right)

/** True if one role has every right of another. */
export const includesRole = (role: ProfileRole, other: ProfileRole): boolean =>
  rightsOf[other].every((right) => hasRight(role, right))

/** The minimum roles for approving that a profile can require, in ascending order. */
export const approverRoles = ['editor', 'admin', 'owner'] as const satisfies readonly ProfileRole[]
export type ApproverRole = (typeof approverRoles)[number]

/** True if a role may approve posts of a profile with this `approverRole`. */
export const mayApprove = (role: ProfileRole, least: ApproverRole): boolean =>
  hasRight(role, 'approve') && includesRole(role, least)

/** Lists the roles that may approve posts of a profile with this `approverRole`. */
export const listApproving = (least: ApproverRole): ProfileRole[] =>
  profileRoles.filter((role) => mayApprove(role, least))

/** The lowest role with each right, and what the right allows, as worded in refusals. */
export const rightMeaning: Readonly<Record<Right, { readonly least: ProfileRole; readonly allows: string }>> = {
  read: { least: 'viewer', allows: 'read this profile' },
  write: { least: 'editor', allows: 'write posts for this profile' },
  publish: { least: 'editor', allows: 'write posts for this profile' },
  approve: { least: 'editor', allows: 'approve posts of this profile' },
  manage: { least: 'admin', allows: 'change this profile, connect accounts, link profiles and manage members' },
  own: { least: 'owner', allows: 'delete or restore this profile' },
}

/**
 * The maximum number of members and open invitations of a profile. The limit keeps their lists short enough to return
 * in full.
 */
export const membersMax = caps.peopleOfProfile
