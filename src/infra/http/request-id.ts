import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The client's own id where its shape is harmless in a log, else a fresh one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  if (typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given)) return given
  return `req_${randomBytes(12).toString('hex')}`
}
