import { createHmac } from 'node:crypto'

/**
 * Proves that a token's sender is the app that it was issued to. Every call carries the proof, because an operator may
 * have configured the app to refuse calls without it.
 */
export const appProof = (appSecret: string, token: string): string =>
  createHmac('sha256', appSecret).update(token).digest('hex')
