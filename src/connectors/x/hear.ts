import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Hear } from '#connectors/connector.ts'

/**
 * A valid `crc_token`, which is one word. The same secret signs deliveries, which are JSON. So text that could be a
 * delivery must never be signed for a stranger, who could then send it to us posing as X.
 */
const crcToken = /^[\w.~=+/-]{1,200}$/

/** Answers X's periodic checks that we know the secret. No events matter for publishing. */
export const hear: Hear = {
  challenge({ crc_token: token }, { clientSecret }) {
    if (token === undefined || !crcToken.test(token)) return null
    const body = JSON.stringify({ response_token: signatureOf(clientSecret, token) })
    return { contentType: 'application/json', body }
  },
  isSigned(headers, raw, { clientSecret }) {
    const given = Buffer.from(headers['x-twitter-webhooks-signature'] ?? '')
    const right = Buffer.from(signatureOf(clientSecret, raw))
    return given.length === right.length && timingSafeEqual(given, right)
  },
  read: () => [],
}

const signatureOf = (secret: string, bytes: string | Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(bytes).digest('base64')}`
