import { createHmac } from 'node:crypto'

/**
 * Proves that the sender of a token is the app that it was issued to. Every call carries the proof, since an operator
 * may have set the app to refuse calls without it.
 */
export const appProof = (appSecret: string, token: string): string =>
  createHmac('sha256', appSecret).update(token).digest('hex')
