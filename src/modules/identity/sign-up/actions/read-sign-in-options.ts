import type { IdentityDeps } from '../../deps.ts'
import { hasOuterProvider } from '../../issuers.ts'
import { hasUsers } from '../../people/store.ts'

/** Says what a page may offer to somebody who is not signed in. */
export async function readSignInOptions({ db, config }: Pick<IdentityDeps, 'db' | 'config'>) {
  const isClaimed = await hasUsers(db)
  return {
    identityProvider: config.oidc?.issuer ?? null,
    isClaimed,
    needsSetupCode: !hasOuterProvider(config) && !isClaimed && config.isOpenToOthers,
    signUp: config.signUp,
  }
}
