import { createHash, randomBytes } from 'node:crypto'

/**
 * The secrets of an installation. The state goes to Slack and comes back. The nonce is in the address that the person's
 * browser opens first. Only hashes are stored, and the state follows from the nonce, so that the route of that address
 * can compute it.
 */
export const newNonce = (): string => randomBytes(32).toString('base64url')

export const deriveState = (nonce: string): string => hash(`slack state of ${nonce}`).toString('base64url')

export const hash = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Returns the name of the cookie: one for each flow, so that two tabs do not interfere. */
export const nameCookie = (state: string): string => `posthorn_slack_${hash(state).toString('hex').slice(0, 12)}`
