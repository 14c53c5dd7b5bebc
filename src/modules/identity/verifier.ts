import { type CryptoKey, errors, type JWTHeaderParameters, type JWTPayload, jwtVerify } from 'jose'
import { refuse } from '#kernel/errors.ts'

export interface VerifierOptions {
  /** Exactly as the tokens' `iss` has it. */
  readonly issuer: string
  readonly audience: string
  /** A token signed in any other way is refused before its signature is looked at. */
  readonly algorithms: readonly string[]
  /** By how much the issuer's clock may differ from ours; not at all when absent. */
  readonly clockSkewMs?: number
  /** The issuer's public key of that header; null when it has no such key. */
  keyFor(header: JWTHeaderParameters): Promise<CryptoKey | null>
}

/** What a token says once it has proved to be the issuer's, meant for us, and of now. */
export interface Claims {
  readonly subject: string
  readonly expiresAt: Date
  /** When the person proved who they are; null where the issuer does not say. */
  readonly authenticatedAt: Date | null
  readonly sessionId: string | null
  readonly payload: JWTPayload
}

export type Verify = (token: string, now: Date) => Promise<Claims>

/** Checks identity tokens of one issuer, ours or another. A token that does not hold is refused with the reason. */
export function createVerifier(options: VerifierOptions): Verify {
  return async (token, now) => {
    const { payload } = await jwtVerify(token, async (header) => (await options.keyFor(header)) ?? unknownKey(), {
      issuer: options.issuer,
      audience: options.audience,
      algorithms: [...options.algorithms],
      requiredClaims: ['sub', 'exp'],
      currentDate: now,
      clockTolerance: (options.clockSkewMs ?? 0) / 1_000,
    }).catch(refuseToken)
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

function unknownKey(): never {
  throw new errors.JWKSNoMatchingKey()
}

function refuseToken(error: unknown): never {
  if (error instanceof errors.JWTExpired) {
    refuse('unauthenticated', { detail: 'The identity token has expired. Get a new one with the refresh token.' })
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    refuse('unauthenticated', { detail: `The identity token is not for here: its claim ${error.claim} does not fit.` })
  }
  // A header or payload that cannot be read shows as a TypeError at times; whatever the database threw stays what it is.
  if (error instanceof errors.JOSEError || error instanceof TypeError) {
    refuse('unauthenticated', { detail: 'The credential is neither an identity token of this issuer nor an API key.' })
  }
  throw error
}
