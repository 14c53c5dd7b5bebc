import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { BadBody, limited } from '../core/http/body.ts'
import type { Answer } from '../core/http/request.ts'
import { send } from '../core/http/send.ts'
import type { ConfiguredResponse } from './configured-response.ts'
import { isReceiverName, tooMany } from './control.ts'
import { receiverPage, responseChoices } from './page.ts'
import type { Receivers } from './receivers.ts'

export const receiverFolder = '/receiver/'
/** An alternative path of the page, for people. Webhooks are sent to the folder itself. */
export const hooksFolder = '/hooks/'

const maxBytes = 1024 * 1024

/** Handles all requests below `/receiver/`: deliveries use POST; people open the page and press its buttons. */
export async function answerReceiver(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  { receivers, closing }: { readonly receivers: Receivers; readonly closing: AbortSignal },
): Promise<void> {
  const [name = '', verb, ...more] = path.slice(receiverFolder.length).split('/')
  const { method } = request
  if (!isReceiverName(name) || more.length > 0 || (verb !== undefined && verb !== 'told')) {
    request.resume()
    return send(response, no(404, 'A receiver is at /receiver/<name>; the name has 1 to 40 of a-z, 0-9 and hyphens.'))
  }
  if (method === 'POST' && verb === undefined) {
    const raw = await readRaw(request)
    if (raw === null) return send(response, no(413, `A delivery may have ${maxBytes} bytes.`))
    const answer = receivers.take(name, request.headers, raw)
    return answer ? await say(answer, response, closing) : send(response, no(507, tooMany))
  }
  if (method === 'POST') return send(response, await takePress(name, request, receivers))
  request.resume()
  if (method === 'GET' && verb === undefined) return send(response, receiverPage(receivers.read(name)))
  send(response, { ...no(405, 'Deliveries are sent by POST.'), headers: { allow: 'GET, POST' } })
}

async function say(answer: ConfiguredResponse, response: ServerResponse, closing: AbortSignal): Promise<void> {
  const { status, body, headers = {}, delayMs = 0, hang } = answer
  // The sender closes this connection, or the sandbox does when it stops.
  if (hang === true) return
  if (delayMs > 0) await pause(delayMs, undefined, { signal: closing }).catch(() => response.destroy())
  const type = { 'content-type': 'text/plain; charset=utf-8' }
  const bytes = body === undefined || body === '' ? null : Buffer.from(body)
  send(response, { status, headers: { ...(bytes ? type : {}), ...headers }, ...(bytes ? { body: bytes } : {}) })
}

/** Redirects from `/hooks/<name>` to the receiver's page. */
export function toReceiver(path: string): Answer | null {
  const name = path.slice(hooksFolder.length)
  return isReceiverName(name) ? { status: 302, headers: { location: `${receiverFolder}${name}` } } : null
}

/** Handles a button of the page: sets the response, permanently or once. */
async function takePress(name: string, request: IncomingMessage, receivers: Receivers): Promise<Answer> {
  const raw = await readRaw(request)
  const { origin, host } = request.headers
  // Another site's page must not submit these forms (CSRF).
  const isOurs = origin === undefined || URL.parse(origin)?.host === host
  if (raw === null || !isOurs) return no(403, 'Use the buttons on the receiver’s page.')
  const fields = new URLSearchParams(raw.toString('utf8'))
  const pressed = fields.get('answer') ?? ''
  if (pressed === 'empty') receivers.empty(name)
  else if (!Object.hasOwn(responseChoices, pressed)) return no(400, `Unknown button ${JSON.stringify(pressed)}.`)
  else {
    const answer = responseChoices[pressed]?.answer ?? null
    const once = fields.get('once') === null ? {} : { times: 1 }
    if (!receivers.configure(name, { answer: answer && { ...answer, ...once } })) return no(507, tooMany)
  }
  return { status: 303, headers: { location: `${receiverFolder}${name}` } }
}

async function readRaw(request: IncomingMessage): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  try {
    for await (const piece of limited(request, maxBytes)) pieces.push(piece)
  } catch (error) {
    // The body is too large, or the sender has disconnected.
    if (error instanceof BadBody || request.errored) return null
    throw error
  }
  return Buffer.concat(pieces)
}

const no = (status: number, message: string): Answer => ({ status, body: { error: { message } } })
