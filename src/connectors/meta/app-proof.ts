import { createHmac } from 'node:crypto'

/**
 * Shows that whoever uses a token is the application that it was made for. Goes with every call, since an operator may
 * have ticked that no call is taken without it.
 */
export const appProof = (appSecret: string, token: string): string =>
  createHmac('sha256', appSecret).update(token).digest('hex')
