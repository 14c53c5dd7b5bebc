import { createHash, randomBytes } from 'node:crypto'
import type { Seal } from '#infra/seal.ts'
import type { ProfileInviteId } from '#kernel/ids.ts'

/** For an invitation that is shown once to who made it. */
export const newInviteToken = (): string => randomBytes(32).toString('base64url')

/**
 * For one that is mailed: made from its id and SECRET_KEY, so that the job that mails it finds the token without its
 * being stored anywhere, and a mail that goes out twice says the same.
 */
export const mailedInviteToken = (seal: Pick<Seal, 'hmac'>, id: ProfileInviteId): string =>
  seal.hmac('profile-invite', id).toString('base64url')

/** What is stored. The token is random enough that one plain hash cannot be undone. */
export const inviteHashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
