import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

// Told apart by process and by number: an id is looked up in a log, it guards nothing.
const processPart = randomBytes(8).toString('hex')
let count = 0

/** The client's own id where its shape is harmless in a log, else a fresh one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  if (typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given)) return given
  return newRequestId()
}

export function newRequestId(): string {
  count += 1
  return `req_${processPart}${count.toString(36)}`
}
