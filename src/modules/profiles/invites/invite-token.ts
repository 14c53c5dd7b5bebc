import { createHash, randomBytes } from 'node:crypto'
import type { Seal } from '#infra/seal/seal.ts'
import type { ProfileInviteId } from '#kernel/ids.ts'

/** Returns a random invitation token, which is shown once to its creator. */
export const newInviteToken = (): string => randomBytes(32).toString('base64url')

/**
 * Returns the token of an emailed invitation, derived from its ID and SECRET_KEY. So the job that emails it can compute
 * the token, which is stored nowhere, and an email that is sent twice has the same token.
 */
export const mailedInviteToken = (seal: Pick<Seal, 'hmac'>, id: ProfileInviteId): string =>
  seal.hmac('profile-invite', id).toString('base64url')

/** Returns the hash that is stored. The token is random enough that one plain hash cannot be reversed. */
export const hashInviteToken = (token: string): Buffer => createHash('sha256').update(token).digest()
