import { createHash, randomBytes } from 'node:crypto'
import type { Seal } from '#infra/seal.ts'

/**
 * What a sign-in at a network hangs by. The state goes to the network and comes back; it is the credential there. The
 * nonce names the address of ours that the person's browser opens first. Of both only the hash is stored. The state
 * follows from the nonce, so that this address knows it, and the verifier follows from the state and SECRET_KEY, so that
 * nobody who sees the state on its way knows it.
 */
export const newNonce = (): string => randomBytes(32).toString('base64url')

export const stateOf = (nonce: string): string => sha256(`state of ${nonce}`).toString('base64url')

/** What is stored. All of these are random enough that one plain hash cannot be undone. */
export const hashOf = (secret: string): Buffer => sha256(secret)

export const verifierOf = (seal: Pick<Seal, 'hmac'>, state: string): string =>
  seal.hmac('oauth-verifier', state).toString('base64url')

export const challengeOf = (verifier: string): string => sha256(verifier).toString('base64url')

/** One for each way, so that two tabs do not get in each other's. */
export const cookieNameOf = (state: string): string => `posthorn_oauth_${hashOf(state).toString('hex').slice(0, 12)}`

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
