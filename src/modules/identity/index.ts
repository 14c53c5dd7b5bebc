export { createApiKey } from './api-keys/actions/create-api-key.ts'
export { revokeApiKey } from './api-keys/actions/revoke-api-key.ts'
export { listEndingOperatorKeys } from './api-keys/ending-store.ts'
export { createAuthenticator } from './authenticator.ts'
export { createCallerCache } from './caller-cache.ts'
export { metadataUrlAt } from './connected-apps/audiences.ts'
export { createClientDocuments } from './connected-apps/clients/client-documents.ts'
export type { CredentialDeps, IdentityDeps } from './deps.ts'
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
export { readUsage } from './people/actions/read-usage.ts'
export { type AccountChange, markEmailVerified, setPlan, setRole } from './people/actions/set-account.ts'
export { callerOfUser } from './people/caller-of-user.ts'
export type { Exporters, RowsOfPerson } from './people/export/exporter.ts'
export { type PresentedUser, presentUser } from './people/present.ts'
export { usage, user } from './people/schema.ts'
export { findFirstUser, findUser, findUserByEmail, hasUsers, lockUser, updateUser } from './people/store.ts'
export { createKeyRing } from './provider/key-ring.ts'
export { type Claims, createVerifier, type VerifierOptions, type Verify } from './provider/verifier.ts'
export { identityRoutes } from './routes.ts'
export { sealedIdentityColumns } from './sealed-columns.ts'
export { resetSecondFactor } from './second-factor/actions/remove-second-factor.ts'
export { requireCodeIfEnrolled } from './second-factor/actions/require-code-if-enrolled.ts'
export { requireSecondFactor } from './second-factor/actions/require-second-factor.ts'
export { ensureSetupCode } from './sign-up/actions/ensure-setup-code.ts'
export { inviteToSignUp } from './sign-up/actions/invite-to-sign-up.ts'
export { signUp } from './sign-up/actions/sign-up.ts'
export { changeUser } from './users/actions/change-user.ts'
export { disableUser, enableUser } from './users/actions/disable-user.ts'
export { searchUsers } from './users/actions/search-users.ts'
export { signOutEverywhere } from './users/actions/sign-out-everywhere.ts'
export { readSignIns } from './users/store.ts'
