export { accountFor, type PublishingProfile, publishingProfileFor } from './account-for.ts'
export {
  eraseAccount,
  eraseAccounts,
  eraseGrant,
  listAccountsToErase,
  type UpperEraser,
} from './actions/erase-account.ts'
export { settleModes } from './actions/settle-modes.ts'
export type { AccountDeps, AccountGuards, AccountPosts, Affected, CallDeps } from './deps.ts'
export { endConnection } from './end-connection.ts'
export { fetchAccountFace } from './faces/fetch-account-face.ts'
export { dropOldPageChoices, listGrantsGiven, noteRevokedConsent, refreshEndingGrants } from './grants/actions.ts'
export { countGrantsByScopes, type Granter } from './grants/consent-store.ts'
export { endGrant, endReplacedGrant, revokeGrant, sealedReplaced } from './grants/end-grant.ts'
export { createGrantReader, liveGrant } from './grants/live-grant.ts'
export { needsReconnect } from './grants/lose-grant.ts'
export { type GrantWithPages, listGrantsWithPages } from './grants/page-choice-store.ts'
export { openGrant, sealedGrants } from './grants/sealed-grant.ts'
export { findGrant } from './grants/store.ts'
export { expectFailure } from './health/forecast.ts'
export { accountHandlers, disconnectProfile, refreshGrants } from './jobs.ts'
export {
  findAddresses,
  findApp,
  findNetworkSettings,
  isConfiguredAddress,
  listScopes,
} from './network/addresses.ts'
export { appCheckCodes, checkApp } from './network/check-app.ts'
export { withCleanAccounts } from './network/clean-accounts.ts'
export { type ClientKeys, createClientKeys, sealedClientKeys } from './network/client-keys.ts'
export { httpFor } from './network/http-for.ts'
export { createServerApps, type ServerAppsOf, sealedServerApps } from './network/server-apps.ts'
export { type PresentedAccount, presentSavedAccount } from './present.ts'
export { requireConnected } from './require-connected.ts'
export { accountRoutes } from './routes.ts'
export { saveChosenPage, saveConnection, saveConsent } from './saving/save-connection.ts'
export { withProfileLock } from './saving/with-profile-lock.ts'
export { account, accountPath } from './schema.ts'
export {
  countAccountsOfFullestProfile,
  findAccount,
  listAccounts,
  type SeenAccount,
  updateAccount,
} from './store/accounts.ts'
export { erasedHandle } from './store/erase.ts'
export {
  type AccountForPublishing,
  findAccountToTry,
  listAccountIdsOf,
  listNetworks,
  listProfileAccounts,
  readAccountsAtWork,
  readAccountsByIds,
} from './store/publishing.ts'
