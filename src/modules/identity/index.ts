export { createApiKey, revokeApiKey } from './api-keys/actions.ts'
export { listEndingOperatorKeys } from './api-keys/store.ts'
export { createAuthenticator } from './authenticator.ts'
export { createCallerCache } from './caller-cache.ts'
export { metadataUrlAt } from './connected-apps/audiences.ts'
export { createClientDocuments } from './connected-apps/clients/client-documents.ts'
export type { IdentityDeps } from './deps.ts'
export { openDirectoryAccount, renameDirectoryAccount, setDirectoryRole } from './directory-accounts.ts'
export { getIssuer, hasOuterProvider } from './issuers.ts'
export {
  identityHandlers,
  mailPasswordReset,
  sealedGuesses,
  sealedResets,
  sweepIdentity,
  warnOfPasswordGuesses,
  welcomeUser,
} from './jobs.ts'
export { outerRefusals } from './outer-provider/outer-tokens.ts'
export type { PasswordCost } from './passwords/passwords.ts'
export { type AccountChange, markEmailVerified, readAccess, readUsage, setPlan, setRole } from './people/actions.ts'
export { callerOfUser } from './people/caller-of-user.ts'
export type { Exporters, RowsOfPerson } from './people/export/exporter.ts'
export { fetchUserFace, saveUserFace } from './people/photo.ts'
export { type PresentedUser, presentUser } from './people/present.ts'
export { usage, user } from './people/schema.ts'
export {
  findFirstUser,
  findUser,
  findUserByEmail,
  hasUsers,
  lockSuperadmins,
  lockUser,
  type User,
  updateUser,
} from './people/store.ts'
export { createKeyRing } from './provider/key-ring.ts'
export { createRequestLog } from './request-log/request-log.ts'
export { identityRoutes } from './routes.ts'
export { email as emailText } from './schema.ts'
export { sealedIdentityColumns } from './sealed-columns.ts'
export { resetSecondFactor } from './second-factor/actions.ts'
export { requireCodeIfEnrolled, requireSecondFactor } from './second-factor/second-factor.ts'
export { ensureSetupCode, inviteToSignUp, signUp } from './sign-up/actions.ts'
export {
  changeUser,
  disableAccount,
  disableUser,
  enableAccount,
  enableUser,
  searchUsers,
  signOutEverywhere,
} from './users/actions.ts'
export { readSignIns } from './users/store.ts'
