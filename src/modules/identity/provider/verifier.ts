import { type CryptoKey, errors, type JWTHeaderParameters, type JWTPayload, jwtVerify } from 'jose'
import { seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'

interface VerifierOptions {
  /** The issuer, exactly as in the tokens' `iss`. */
  readonly issuer: string
  readonly audience: string
  /** The accepted algorithms. Tokens with any other algorithm are rejected before their signature is checked. */
  readonly algorithms: readonly string[]
  /** The tolerated difference from the issuer's clock. None if absent. */
  readonly clockSkewMs?: number
  /** Returns the issuer's public key for this header, or null if it has no such key. */
  keyFor(header: JWTHeaderParameters): Promise<CryptoKey | null>
}

/** The claims of a token with a valid signature, issuer, audience and time. */
export interface Claims {
  readonly subject: string
  readonly expiresAt: Date
  /** When the user last authenticated. Null if the issuer does not say. */
  readonly authenticatedAt: Date | null
  readonly sessionId: string | null
  readonly payload: JWTPayload
}

type Verify = (token: string, now: Date) => Promise<Claims>

/** Verifies identity tokens of one issuer, ours or external. An invalid token is rejected with the reason. */
export function createVerifier(options: VerifierOptions): Verify {
  return async (token, now) => {
    const { payload, protectedHeader } = await jwtVerify(
      token,
      async (header) => (await options.keyFor(header)) ?? unknownKey(),
      {
        issuer: options.issuer,
        audience: options.audience,
        algorithms: [...options.algorithms],
        requiredClaims: ['sub', 'exp'],
        currentDate: now,
        clockTolerance: (options.clockSkewMs ?? 0) / 1_000,
      },
    ).catch(refuseToken)
    requireIdentity(payload, protectedHeader, options.audience)
    requirePast(payload, now)
    const { sub, exp } = payload
    if (!sub || exp === undefined) return refuse('unauthenticated')
    return {
      subject: sub,
      expiresAt: new Date(exp * 1_000),
      authenticatedAt: typeof payload.auth_time === 'number' ? new Date(payload.auth_time * 1_000) : null,
      sessionId: typeof payload.sid === 'string' ? payload.sid : null,
      payload,
    }
  }
}

const identityKinds: readonly unknown[] = ['jwt', 'at+jwt']

/**
 * Rejects tokens that are not identity tokens, such as logout tokens, and tokens for another party. The same provider
 * signs all of them.
 */
function requireIdentity(payload: JWTPayload, { typ }: JWTHeaderParameters, audience: string): void {
  const kind = typ?.toLowerCase().replace(/^application\//, '')
  if (kind !== undefined && !identityKinds.includes(kind)) refuseClaim('typ')
  if ('events' in payload) refuseClaim('events')
  const isShared = Array.isArray(payload.aud) && payload.aud.length > 1
  if (isShared && kind !== 'at+jwt' && payload.azp !== undefined && payload.azp !== audience) refuseClaim('azp')
}

/** The tolerated difference from the provider's clock, for times that must be in the past. */
const aheadMs = seconds(60)

/** Rejects issue and sign-in times in the future: such a sign-in would count as fresh for that much longer. */
function requirePast(payload: JWTPayload, now: Date): void {
  for (const claim of ['iat', 'auth_time'] as const) {
    const at = payload[claim]
    if (typeof at === 'number' && at * 1_000 > now.getTime() + aheadMs) refuseClaim(claim)
  }
}

const refuseClaim = (claim: string): never =>
  refuse('unauthenticated', {
    detail: `The identity token isn’t valid for this installation: its \`${claim}\` doesn’t match.`,
  })

function unknownKey(): never {
  throw new errors.JWKSNoMatchingKey()
}

function refuseToken(error: unknown): never {
  if (error instanceof errors.JWTExpired) {
    refuse('unauthenticated', { detail: 'The identity token has expired. Get a new one with the refresh token.' })
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    refuse('unauthenticated', {
      detail: `The identity token isn’t valid for this installation: its \`${error.claim}\` doesn’t match.`,
    })
  }
  // An unreadable header or payload sometimes surfaces as a TypeError. Database errors pass through unchanged.
  if (error instanceof errors.JOSEError || error instanceof TypeError) {
    refuse('unauthenticated', { detail: 'The credential is neither an identity token of this issuer nor an API key.' })
  }
  throw error
}
