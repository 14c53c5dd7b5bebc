export { createProfile } from './actions.ts'
export type { ProfileDeps, ProfileGuards } from './deps.ts'
export {
  type ConnectInvite,
  findConnectInvite,
  findConnectInviter,
  refuseInvite,
  requireInvitedAddress,
  requireInvitedNetwork,
  spendConnectInvite,
} from './invites/connect-invite.ts'
export { mailInvite, profileHandlers, purgeProfiles } from './jobs.ts'
export { linkProfiles } from './links/actions.ts'
export { listLiveLinks, type ProfileLinkRow, selectChildLinks as listChildLinks } from './links/store.ts'
export { setMember } from './members/actions.ts'
export { selectMembers as listMembers } from './members/store.ts'
export { fetchProfileFace, saveProfileFace } from './photo.ts'
export { profileFor, requireProfileAccess, requireWritable } from './profile-for.ts'
export { profileRoutes } from './routes.ts'
export { type ApproverRole, approverRoles, type GrantedRole, grantedRoles, mayApprove, mayBeGranted } from './state.ts'
export {
  type AccessibleProfile,
  countProfiles,
  eraseProfiles,
  lockUserRow,
  mayReachProfiles,
  visibleProfiles,
} from './store.ts'
export { findSurplusPlan, markSurplus } from './surplus.ts'
