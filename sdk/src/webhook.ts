import { PosthornError } from './error.ts'
import type { components } from './generated/api.ts'

/** An event from a webhook or `listEvents`. `type` determines what `data` contains. */
export type WebhookEvent = components['schemas']['Event']

export interface ReceivedWebhook {
  /** The raw body, as text or bytes. */
  readonly body: string | Uint8Array
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The endpoint's secret, or several during a rotation. */
  readonly secret: string | readonly string[]
  /** The maximum age of a delivery in seconds (default: 300). It prevents replays. */
  readonly toleranceSeconds?: number
  /** The current time, for tests. */
  readonly now?: Date
}

/**
 * Verifies the signature of a webhook, and returns its event. If it is invalid, throws a `PosthornError` with the code
 * `webhook_signature_invalid`: respond with 401, and ignore the request. Uses Web Crypto, so it runs in Node, in
 * workers and in browsers.
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookEvent> {
  const body = typeof received.body === 'string' ? new TextEncoder().encode(received.body) : received.body
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    readHeader(received.headers, name),
  )
  if (!id || !timestamp || !signatures) return refuse('A webhook header is missing.')
  const ageSeconds = (received.now ?? new Date()).getTime() / 1_000 - Number(timestamp)
  if (!/^\d+$/.test(timestamp) || Math.abs(ageSeconds) > (received.toleranceSeconds ?? 300))
    return refuse('The timestamp differs too much from the current time.')
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  const given = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? [fromBase64(one.slice(3))] : []))
  for (const secret of [received.secret].flat()) {
    const key = await importKey(secret)
    // Web Crypto compares in constant time.
    for (const mac of given)
      if (mac && (await crypto.subtle.verify('HMAC', key, mac, signed)))
        return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent
  }
  return refuse('No signature matches the secret.')
}

async function importKey(secret: string) {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length === 0) throw new TypeError('The secret must be whsec_ followed by base64.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function readHeader(headers: ReceivedWebhook['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : found?.[0]
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}

function refuse(message: string): never {
  throw new PosthornError({ code: 'webhook_signature_invalid', status: 0, message })
}
