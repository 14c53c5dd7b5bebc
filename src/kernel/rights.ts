/**
 * The rights on a profile, and what each allows. Each action names the one that it needs, and `profileFor`, `postFor`,
 * `mediaFor` and the functions built on them check it. Nothing else compares roles.
 */
export const rights = {
  read: 'see its posts, media, metrics and settings',
  write: 'write drafts, ideas and notes, add media, and submit posts where approval is required',
  publish: 'schedule, publish and withdraw posts, and change what the profile publishes',
  approve: 'approve and reject posts',
  manage: 'change the profile, connect accounts, link profiles and manage members',
  own: 'delete and restore the profile',
} as const
export type Right = keyof typeof rights

/** The roles on a profile. `owner` is never granted; it belongs to the user who created the profile. */
export const profileRoles = ['viewer', 'contributor', 'approver', 'editor', 'admin', 'owner'] as const
export type ProfileRole = (typeof profileRoles)[number]

/** The rights of each role. The profile's `approverRole` narrows `approve`, except for approvers. */
export const rightsOf: Readonly<Record<ProfileRole, readonly Right[]>> = {
  viewer: ['read'],
  contributor: ['read', 'write'],
  approver: ['read', 'approve'],
  editor: ['read', 'write', 'publish', 'approve'],
  admin: ['read', 'write', 'publish', 'approve', 'manage'],
  owner: ['read', 'write', 'publish', 'approve', 'manage', 'own'],
}

export const hasRight = (role: ProfileRole, right: Right): boolean => rightsOf[role].includes(right)
