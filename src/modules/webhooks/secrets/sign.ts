import { createHmac } from 'node:crypto'
import { omitUndefined } from '#kernel/omit-undefined.ts'

/** The secrets of an endpoint: the current one, and the previous ones that are still valid, newest first. */
interface SigningSecrets {
  readonly current: string
  readonly previous: readonly string[]
}

interface ToSign {
  /** The ID that identifies the event to the receiver. */
  readonly id: string
  readonly type: string
  readonly body: string
  readonly at: Date
  readonly secrets: SigningSecrets
}

export const secretPrefix = 'whsec_'

/**
 * Returns both kinds of signatures over the same bytes. The API's own signature uses the secret's full text as its key.
 * Standard Webhooks uses the bytes that the secret encodes, and also signs the time and the ID, so that no one can
 * replay an old message much later.
 */
export function signedHeaders({ id, type, body, at, secrets }: ToSign): Record<string, string> {
  const { current, previous } = secrets
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const standard = [current, ...previous].map((secret) => `v1,${standardMac(secret, `${id}.${timestamp}.${body}`)}`)
  const [latest] = previous
  return {
    'content-type': 'application/json',
    'x-service-event': type,
    'x-service-signature': `sha256=${plainMac(current, body)}`,
    ...omitUndefined({ 'x-service-signature-previous': latest && `sha256=${plainMac(latest, body)}` }),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  }
}

const plainMac = (secret: string, body: string): string => createHmac('sha256', secret).update(body).digest('hex')

const standardMac = (secret: string, content: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(secretPrefix.length), 'base64'))
    .update(content)
    .digest('base64')
