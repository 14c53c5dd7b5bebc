import type { ServerResponse } from 'node:http'
import type { Answer } from './request.ts'

/** Sends a response. `half` sends its head and the first half of its body, and then closes the connection. */
export function send(response: ServerResponse, answer: Answer, how: 'whole' | 'half' = 'whole'): void {
  if (response.destroyed) return
  const { body } = answer
  const bytes = bytesOf(body)
  const headers: Record<string, string | number> = { 'content-length': bytes.length }
  if (body !== undefined && !Buffer.isBuffer(body))
    headers['content-type'] = typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
  for (const [name, value] of Object.entries(answer.headers ?? {})) headers[name.toLowerCase()] = value
  if (answer.status === 204 || answer.status === 304) delete headers['content-length']
  response.writeHead(answer.status, headers)
  if (how === 'whole') response.end(bytes)
  else response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy())
}

function bytesOf(body: Answer['body']): Buffer {
  if (body === undefined) return Buffer.alloc(0)
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}
