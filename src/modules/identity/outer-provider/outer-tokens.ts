import { decodeJwt } from 'jose'
import type { Credential } from '#kernel/caller.ts'
import { seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import type { OuterDeps } from '../deps.ts'
import { createVerifier } from '../provider/verifier.ts'
import { findOrCreateUser } from './find-or-create-user.ts'
import { createIssuerKeys, outerAlgorithms } from './issuer-keys.ts'

/** The refusals that any call may return when its token is read, in addition to `unauthenticated`. */
export const outerRefusals = [
  'sign_up_closed',
  'invite_required',
  'user_disabled',
  'identity_provider_unavailable',
] as const

/** The tolerated clock difference between machines. */
const skewMs = seconds(60)

/**
 * Reads the tokens of an external identity provider. The provider cannot notify us when a session ends, so a token is
 * valid until it expires. Only `auth_time` determines whether a sign-in is fresh: `iat` is renewed without the user
 * being present.
 */
export function createOuterTokenReader(
  deps: OuterDeps,
  { issuer, audience }: { readonly issuer: string; readonly audience: string },
): (token: string) => Promise<{ readonly credential: Credential; readonly usableUntilMs: number }> {
  const keys = createIssuerKeys(deps, issuer)
  const verify = createVerifier({
    issuer,
    audience,
    algorithms: outerAlgorithms,
    clockSkewMs: skewMs,
    keyFor: (header) => keys.keyFor(header),
  })
  return async (token) => {
    // Checked before any key is fetched: a token that does not claim this issuer is not worth a request.
    if (claimedIssuer(token) !== issuer) {
      refuse('unauthenticated', {
        detail: 'The credential is neither a token from the configured identity provider nor an API key.',
      })
    }
    const claims = await verify(token, deps.clock.now())
    const user = await findOrCreateUser(deps, issuer, claims)
    if (user.disabledAt) refuse('user_disabled')
    return {
      usableUntilMs: claims.expiresAt.getTime() + skewMs,
      credential: {
        kind: 'user',
        uid: user.id,
        role: user.role,
        plan: user.plan,
        signedInAt: claims.authenticatedAt,
        sessionId: null,
        keyId: null,
        scopes: null,
        onlyProfiles: null,
      },
    }
  }
}

function claimedIssuer(token: string): unknown {
  try {
    return decodeJwt(token).iss
  } catch {
    return null
  }
}
