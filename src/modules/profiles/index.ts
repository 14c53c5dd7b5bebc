export { createProfile } from './actions/create-profile.ts'
export type { ProfileDeps, ProfileGuards } from './deps.ts'
export {
  type ConnectInvite,
  connectInviteFor,
  connectInviterOf,
  demandInvited,
  refuseInvite,
  useConnectInvite,
} from './invites/connect-invite.ts'
export { mailInvite, profileHandlers, purgeProfiles } from './jobs.ts'
export { linkProfiles } from './links/actions/link-profiles.ts'
export { profileFor } from './profile-for.ts'
export { profileRoutes } from './routes.ts'
export type { ProfileRole } from './state.ts'
export {
  type AccessibleProfile,
  callerReaches,
  countProfiles,
  eraseProfiles,
  lockPerson,
  visibleProfiles,
} from './store.ts'
