export { accountFor } from './account-for.ts'
export { type AccountForPublishing, accountsByIds, accountsOfProfile } from './account-for-publishing.ts'
export { accountsToErase, type EraseBeyond, eraseAccount, eraseGrant } from './actions/erase-account.ts'
export { settleModes } from './actions/settle-modes.ts'
export type { AccountDeps, AccountGuards, AccountPosts, Affected, AffectedPost, CallDeps, LeaveAction } from './deps.ts'
export { leaveAccount } from './end-connection.ts'
export { eraseAccounts } from './erase-accounts.ts'
export { erasedHandle } from './erase-store.ts'
export { dropOldChoices } from './grants/actions/drop-old-choices.ts'
export { grantsGranted, revokeConsent } from './grants/actions/note-revoked-consent.ts'
export type { Granter } from './grants/consent-store.ts'
export { endGrant, endReplacedGrant, sealedReplaced } from './grants/end-grant.ts'
export { createGrantReader, type LiveGrant, type LiveGrantOptions, liveGrant } from './grants/live-grant.ts'
export { needsReconnect } from './grants/lose-grant.ts'
export { type GrantWithPages, grantsWithPages } from './grants/page-choice-store.ts'
export { revokeGrant } from './grants/retire-grant.ts'
export { openGrant, sealedGrants } from './grants/sealed-grant.ts'
export { findGrant } from './grants/store.ts'
export { accountHandlers, leaveProfile, refreshGrants } from './jobs.ts'
export {
  addressesOf,
  appOf,
  isConfigured,
  type Mode,
  networkSettings,
  scopesOf,
} from './network/addresses.ts'
export { type HttpFor, httpFor } from './network/http-for.ts'
export { type PresentedAccount, presentKept } from './present.ts'
export { accountRoutes } from './routes.ts'
export { keepArrival, keepConsent, keepPage } from './saving/save-connection.ts'
export { inPlace } from './saving/with-profile-lock.ts'
export { account, accountPath } from './schema.ts'
export { findAccount, listAccounts, mostAccountsOnAProfile, type SeenAccount, updateAccount } from './store.ts'
