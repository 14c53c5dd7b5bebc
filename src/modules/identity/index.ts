export { createApiKey } from './actions/create-api-key.ts'
export { demandSecondFactor } from './actions/demand-second-factor.ts'
export { ensureSetupCode } from './actions/ensure-setup-code.ts'
export { inviteToSignUp } from './actions/invite-to-sign-up.ts'
export { resetSecondFactor } from './actions/remove-second-factor.ts'
export { type AccountChange, setPlan, setRole, verifyEmail } from './actions/set-account.ts'
export { signUp } from './actions/sign-up.ts'
export { createAuthenticator, forgetCallers } from './authenticator.ts'
export type { CredentialDeps, IdentityDeps } from './deps.ts'
export {
  identityHandlers,
  mailPasswordReset,
  sealedGuesses,
  sealedResets,
  sweepIdentity,
  warnOfPasswordGuesses,
  welcomeUser,
} from './jobs.ts'
export { issuerOf, managedElsewhere } from './managed-elsewhere.ts'
export { outerRefusals } from './outer-tokens.ts'
export type { PasswordCost } from './passwords.ts'
export { identityRoutes } from './routes.ts'
export { sealedIdentityColumns } from './sealed-columns.ts'
export { mfaCodeHeaders } from './second-factor-schema.ts'
export { hasUsers, userByEmail } from './user-store.ts'
export { type Claims, createVerifier, type VerifierOptions, type Verify } from './verifier.ts'
