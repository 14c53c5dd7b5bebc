import { createHmac } from 'node:crypto'

/**
 * The secret that Telegram sends with each update. It follows from the token, so that it needs no setting, is the same
 * on every node, and changes with the token. The token does not follow from it.
 */
export const webhookSecretOf = (token: string): string =>
  createHmac('sha256', token).update('posthorn telegram webhook').digest('hex')
