import type { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import type { Answer, Http } from '#connectors/connector.ts'
import { type RepeatableRequest, sendWithProof } from '../auth/dpop.ts'
import type { Grant } from '../auth/grant.ts'

/**
 * An XRPC call: a query is a GET with parameters, a procedure a POST with a body. Plans, logs and verdict tables use
 * the last segment of its name.
 */
interface Xrpc {
  readonly server: string
  /** The name in the lexicon, such as `com.atproto.repo.putRecord`. */
  readonly nsid: string
  readonly params?: Readonly<Record<string, string | readonly string[]>>
  /** The session that makes the call. */
  readonly as?: Grant
  /** A token of a different kind than the session's own. */
  readonly token?: string
  readonly timeoutMs?: number
}

interface Procedure extends Xrpc {
  readonly input?: object
  readonly bytes?: Bytes
}

export interface Bytes {
  readonly contentType: string
  readonly size: number
  /** Opens a new stream for each attempt. */
  readonly body: Uint8Array | (() => AsyncIterable<Uint8Array>)
}

export const query = async <Shape extends z.ZodType>(http: Http, call: Xrpc, shape: Shape): Promise<z.output<Shape>> =>
  readAnswer(await send(http, call.as, { ...requestOf(call), method: 'GET' }), shape)

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
  const answer = await send(http, call.as, {
    ...request,
    method: 'POST',
    headers,
    ...(body === undefined ? {} : { body }),
  })
  return readAnswer(answer, shape)
}

/** Sends a call on behalf of a session, with only its token or also with a proof of its key. */
async function send(http: Http, as: Grant | undefined, { body, ...request }: RepeatableRequest): Promise<Answer> {
  if (as?.consent) {
    const repeatable = body === undefined ? request : { ...request, body }
    return await sendWithProof(http, repeatable, { key: as.consent.key, token: as.accessJwt })
  }
  const bearer = as === undefined ? {} : { authorization: `Bearer ${as.accessJwt}` }
  const headers = { ...request.headers, ...bearer }
  const sent = typeof body === 'function' ? body() : body
  return await http.send({ ...request, headers, ...(sent === undefined ? {} : { body: sent }) })
}

function requestOf({ server, nsid, params = {}, token, timeoutMs }: Xrpc) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params))
    for (const one of typeof value === 'string' ? [value] : value) search.append(name, one)
  const query = search.size > 0 ? `?${search}` : ''
  return {
    name: nsid.slice(nsid.lastIndexOf('.') + 1),
    url: `${server}/xrpc/${nsid}${query}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }
}
