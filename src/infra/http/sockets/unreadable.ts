import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal, type RefusalCode } from '#kernel/errors.ts'
import { problemHeaders, problemOf } from '../answer/problem.ts'
import { passOverTimeout } from '../request/arrival.ts'
import { newRequestId } from '../request/request-id.ts'

const hints: Partial<Record<RefusalCode, string>> = {
  headers_too_large: 'The URL and headers together can be at most 16 KiB.',
  request_timeout: 'The whole request must arrive within 30 seconds.',
  malformed_request: 'The request is not valid HTTP/1.1. Send a request line, headers and an empty line.',
}

const statusLines: Partial<Record<RefusalCode, string>> = {
  headers_too_large: '431 Request Header Fields Too Large',
  request_timeout: '408 Request Timeout',
  malformed_request: '400 Bad Request',
}

/**
 * Responds to input that could not be read as a request. The framework has nothing to handle, so the response is
 * written directly to the socket, and the connection ends with it.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && passOverTimeout(socket)) return
  // Once part of a response is sent, more bytes would be read as its continuation.
  const answering = (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage
  // The response belongs to a request that could be read.
  if (answering?.headersSent && error.code?.startsWith('HPE_')) {
    answering.once('close', () => socket.destroySoon())
    return
  }
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

/** Returns the headers of a response that is made outside the hooks. */
export function plainHeaders(requestId: string): Record<string, string> {
  return { 'x-request-id': requestId, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
}

function codeOf({ code }: NodeJS.ErrnoException): RefusalCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout'
  return 'malformed_request'
}

/** Ignores an `Expect` header that Node does not know, as HTTP allows. Node itself would respond without a body. */
export function passOverExpectations(server: Server): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  )
}
