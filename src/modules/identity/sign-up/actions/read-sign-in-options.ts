import type { IdentityDeps } from '../../deps.ts'
import { hasOuterProvider } from '../../issuers.ts'
import { hasUsers } from '../../people/store.ts'

/** Returns what a page can offer to someone who is not signed in. */
export async function readSignInOptions({ db, config }: Pick<IdentityDeps, 'db' | 'config'>) {
  const isClaimed = await hasUsers(db)
  return {
    identityProvider: config.oidc?.issuer ?? null,
    isClaimed,
    needsSetupCode: !hasOuterProvider(config) && !isClaimed && config.isOpenToOthers,
    signUp: config.signUp,
  }
}
