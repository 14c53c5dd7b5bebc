import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal, type RefusalCode } from '#kernel/errors.ts'
import { isPatient } from './arrival.ts'
import { problemHeaders, problemOf } from './problem.ts'
import { newRequestId } from './request-id.ts'

const hints: Partial<Record<RefusalCode, string>> = {
  headers_too_large: 'The address and the headers together may have 16 KiB.',
  request_timeout: 'The whole request must arrive within 30 seconds.',
  malformed_request: 'What arrived is not readable as HTTP/1.1; send a request line, headers and an empty line.',
}

const statusLines: Partial<Record<RefusalCode, string>> = {
  headers_too_large: '431 Request Header Fields Too Large',
  request_timeout: '408 Request Timeout',
  malformed_request: '400 Bad Request',
}

/**
 * Answers what could not be read as a request: there is nothing for the framework to handle, so the answer is written
 * on the socket as it is, and the connection ends with it.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isPatient(socket)) return
  // Once a part of an answer is out, more bytes would be read as its continuation.
  const answering = (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage
  if (!socket.writable || error.code === 'ECONNRESET' || answering?.headersSent) {
    socket.destroy()
    return
  }
  const code = codeOf(error)
  const requestId = newRequestId()
  const refusal = new Refusal(code, { detail: hints[code] ?? '' })
  const body = JSON.stringify(problemOf(refusal, requestId))
  const headers = {
    ...problemHeaders(refusal),
    ...plainHeaders(requestId),
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${statusLines[code]}\r\n${lines.join('')}\r\n${body}`)
}

/** What an answer carries that was made before any hook could add to it. */
export function plainHeaders(requestId: string): Record<string, string> {
  return { 'x-request-id': requestId, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
}

function codeOf({ code }: NodeJS.ErrnoException): RefusalCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout'
  return 'malformed_request'
}

/** Node answers an `Expect` that it does not know by itself, without a body. HTTP allows to pass over it. */
export function passOverExpectations(server: Server): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  )
}
