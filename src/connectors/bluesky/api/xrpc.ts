import type { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import { CallFailed, type Http } from '#connectors/connector.ts'
import { jsonOf } from '#connectors/verdicts/verdict-table.ts'

/**
 * An XRPC call: a query is a GET with parameters, a procedure a POST with a body. Plans, logs and the tables of
 * verdicts use the last word of its name.
 */
export interface Xrpc {
  readonly server: string
  /** The name in the lexicons: `com.atproto.repo.putRecord`. */
  readonly nsid: string
  readonly params?: Readonly<Record<string, string | readonly string[]>>
  readonly token?: string
  readonly timeoutMs?: number
}

export interface Procedure extends Xrpc {
  readonly input?: object
  readonly bytes?: Bytes
}

export interface Bytes {
  readonly contentType: string
  readonly size: number
  readonly body: Uint8Array | AsyncIterable<Uint8Array>
}

export const query = async <Shape extends z.ZodType>(http: Http, call: Xrpc, shape: Shape): Promise<z.output<Shape>> =>
  readAnswer(await http.send({ ...requestOf(call), method: 'GET' }), shape)

export async function procedure<Shape extends z.ZodType>(
  http: Http,
  { input, bytes, ...call }: Procedure,
  shape: Shape,
): Promise<z.output<Shape>> {
  const request = requestOf(call)
  const headers = {
    ...request.headers,
    ...(input ? { 'content-type': 'application/json' } : {}),
    ...(bytes ? { 'content-type': bytes.contentType, 'content-length': String(bytes.size) } : {}),
  }
  const body = bytes ? bytes.body : input && JSON.stringify(input)
  return readAnswer(
    await http.send({ ...request, method: 'POST', headers, ...(body === undefined ? {} : { body }) }),
    shape,
  )
}

function requestOf({ server, nsid, params = {}, token, timeoutMs }: Xrpc) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params))
    for (const one of typeof value === 'string' ? [value] : value) search.append(name, one)
  const asked = search.size > 0 ? `?${search}` : ''
  return {
    name: nsid.slice(nsid.lastIndexOf('.') + 1),
    url: `${server}/xrpc/${nsid}${asked}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }
}

/** Returns the network's own name for an error. Null: the answer has none. */
export function errorNameOf(error: unknown): string | null {
  if (!(error instanceof CallFailed) || error.failure.sent !== 'answered') return null
  const name = jsonOf(error.failure)?.error
  return typeof name === 'string' ? name : null
}
