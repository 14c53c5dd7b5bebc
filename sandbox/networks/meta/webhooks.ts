import { createHmac } from 'node:crypto'
import { BadControl } from '../../core/control/control-input.ts'
import { isOwn } from '../../core/http/fetch-own.ts'

/**
 * The app's response to a call from a Meta network. Such calls are signed like the real ones and are sent only to this
 * machine, to the URL in the control call.
 */
interface AppAnswer {
  readonly status: number
  readonly contentType: string | null
  readonly body: string
}

type Given = Readonly<Record<string, unknown>>

export function addressIn({ url }: Given): string {
  if (typeof url === 'string' && isOwn(url)) return url
  throw new BadControl('"with.url" must be an address on this machine, such as http://127.0.0.1:3000/hook.', 'with')
}

/** Notifies the app, by a signed request, that a person has removed it or requests the deletion of their data. */
export function sendSignedRequest(
  given: Given,
  { secret, userId, nowMs }: { readonly secret: string; readonly userId: string; readonly nowMs: number },
): Promise<AppAnswer> {
  const claims = { user_id: userId, algorithm: 'HMAC-SHA256', issued_at: Math.floor(nowMs / 1_000) }
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  const signature = createHmac('sha256', secret).update(payload).digest('base64url')
  return call('POST', addressIn(given), new URLSearchParams({ signed_request: `${signature}.${payload}` }))
}

/** Sends a webhook with the usual event, or with `with.body` instead. */
export function sendWebhook(given: Given, secret: string, usual: () => object): Promise<AppAnswer> {
  const address = addressIn(given)
  const { body } = given
  const text = typeof body === 'string' ? body : escapedJson(body ?? usual())
  const signed = (how: string) => `${how}=${createHmac(how, secret).update(text).digest('hex')}`
  return call('POST', address, text, {
    'content-type': 'application/json',
    'x-hub-signature': signed('sha1'),
    'x-hub-signature-256': signed('sha256'),
  })
}

/** Sends the verification request to a webhook's URL, with a challenge from `luck`. */
export async function verifyWebhook(
  given: Given,
  verifyToken: string,
  luck: number,
): Promise<AppAnswer & { readonly verified: boolean }> {
  const challenge = String(1_000_000_000 + Math.floor(luck * 1_000_000))
  const query = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.challenge': challenge,
    'hub.verify_token': verifyToken,
  })
  const answer = await call('GET', `${addressIn(given)}?${query}`)
  return { ...answer, verified: answer.status === 200 && answer.body === challenge }
}

async function call(
  method: 'GET' | 'POST',
  address: string,
  body?: URLSearchParams | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<AppAnswer> {
  const given = { method, headers, redirect: 'manual' as const, signal: AbortSignal.timeout(10_000) }
  const answer = await fetch(address, { ...given, ...(body === undefined ? {} : { body }) })
  return { status: answer.status, contentType: answer.headers.get('content-type'), body: await answer.text() }
}

/** Serializes JSON as Meta does. Parsing and serializing it again gives other bytes. */
const escapedJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/')
