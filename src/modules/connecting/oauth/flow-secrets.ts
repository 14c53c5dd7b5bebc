import { createHash, randomBytes } from 'node:crypto'
import type { Seal } from '#infra/seal/seal.ts'

/**
 * The secrets of a sign-in to a network. The state is sent to the network and comes back as the credential of the
 * callback. The nonce is part of Posthorn's URL that the person's browser opens first. Only the hashes of both are
 * stored. The state is derived from the nonce, so that the route of that URL can compute it. The verifier is derived
 * from the state and SECRET_KEY, so that an observer of the state cannot compute it.
 */
export const newNonce = (): string => randomBytes(32).toString('base64url')

export const deriveState = (nonce: string): string => sha256(`state of ${nonce}`).toString('base64url')

/** Hashes a secret for storage. These secrets are random enough that a plain hash cannot be reversed. */
export const hashSecret = (secret: string): Buffer => sha256(secret)

export const deriveVerifier = (seal: Pick<Seal, 'hmac'>, state: string): string =>
  seal.hmac('oauth-verifier', state).toString('base64url')

export const deriveChallenge = (verifier: string): string => sha256(verifier).toString('base64url')

/** Returns the name of the flow's cookie: one for each flow, so that two tabs do not interfere. */
export const nameFlowCookie = (state: string): string =>
  `posthorn_oauth_${hashSecret(state).toString('hex').slice(0, 12)}`

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
