import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

// Unique by process and number. The ID is only used to find lines in a log; it protects nothing, so it may be
// guessable.
const processPart = randomBytes(8).toString('hex')
let count = 0

/** Returns the client's ID if its characters are harmless in a log, otherwise a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  if (typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given)) return given
  return newRequestId()
}

export function newRequestId(): string {
  count += 1
  return `req_${processPart}${count.toString(36)}`
}
