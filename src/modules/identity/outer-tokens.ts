import { decodeJwt } from 'jose'
import type { Credential } from '#kernel/caller.ts'
import { seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { meetPerson } from './actions/meet-person.ts'
import type { OuterDeps } from './deps.ts'
import { createIssuerKeys, outerAlgorithms } from './issuer-keys.ts'
import { createVerifier } from './verifier.ts'

/** What any call may be refused with when its token is read, besides `unauthenticated`. */
export const outerRefusals = ['sign_up_closed', 'invite_required', 'identity_provider_unavailable'] as const

/** Clocks of other machines are a little off. */
const skewMs = seconds(60)

/**
 * Reads the tokens of an outer identity provider. It cannot tell us that a sign-in has ended, so a token is good until
 * it expires. A sign-in counts as fresh by `auth_time` alone: `iat` is renewed without the person being there.
 */
export function outerTokenReader(
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
    // Before anybody is asked for a key: what does not even claim to be of this issuer is not worth a question.
    if (claimedIssuer(token) !== issuer) {
      refuse('unauthenticated', {
        detail: 'The credential is neither a token of our identity provider nor an API key.',
      })
    }
    const claims = await verify(token, deps.clock.now())
    const user = await meetPerson(deps, issuer, claims)
    return {
      usableUntilMs: claims.expiresAt.getTime() + skewMs,
      credential: {
        kind: 'user',
        uid: user.id,
        role: user.role,
        plan: user.plan,
        signedInAt: claims.authenticatedAt,
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
