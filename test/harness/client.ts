import { Agent, request } from 'undici'
import { checkAnswer, type OpenApiDocument } from './contract.ts'
import { type Form, formOf } from './form.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
type Body = any

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body
  readonly text: string
}

export interface WholeAnswer extends Answer {
  readonly bytes: Buffer
}

interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
}

interface UploadOptions extends CallOptions {
  readonly method?: 'POST' | 'PUT'
}

export interface Client {
  get(path: string, options?: CallOptions): Promise<WholeAnswer>
  post(path: string, body?: unknown, options?: CallOptions): Promise<WholeAnswer>
  patch(path: string, body?: unknown, options?: CallOptions): Promise<WholeAnswer>
  put(path: string, body?: unknown, options?: CallOptions): Promise<WholeAnswer>
  delete(path: string, body?: unknown, options?: CallOptions): Promise<WholeAnswer>
  /** Sends a form with a file. */
  upload(path: string, form: Form, options?: UploadOptions): Promise<WholeAnswer>
  /** Sends a body of bytes unchanged, any other as JSON. */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<WholeAnswer>
}

const isWritten = (body: unknown): body is string | Buffer => typeof body === 'string' || Buffer.isBuffer(body)

// Reuses connections, because opening one costs as much as a request. An idle one keeps no process alive and ends with
// its server.
const agent = new Agent({ keepAliveTimeout: 4_000, keepAliveMaxTimeout: 4_000, connections: 64, pipelining: 1 })

/** Returns the first chunk of an endless response. */
async function firstPiece(body: AsyncIterable<Buffer>): Promise<Buffer> {
  for await (const piece of body) return piece
  return Buffer.alloc(0)
}

/**
 * Creates a client that calls over real HTTP and checks each response against the OpenAPI document of the running
 * service.
 */
export function createClient(target: { url: string; token: string | null; document: OpenApiDocument }): Client {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<WholeAnswer> => {
    const answer = await request(target.url + path, {
      method: method as 'GET',
      dispatcher: agent,
      headers: {
        ...(target.token === null ? {} : { authorization: `Bearer ${target.token}` }),
        ...(body === undefined || Buffer.isBuffer(body) ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: isWritten(body) ? body : JSON.stringify(body) }),
    })
    const bytes = /event-stream/.test(String(answer.headers['content-type']))
      ? await firstPiece(answer.body)
      : Buffer.from(await answer.body.arrayBuffer())
    const text = bytes.toString()
    const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
    const parsed = /json/.test(headers['content-type'] ?? '') && text !== '' ? JSON.parse(text) : undefined
    checkAnswer(target.document, {
      method,
      path,
      status: answer.statusCode,
      headers,
      body: parsed,
      text,
    })
    return { status: answer.statusCode, headers, body: parsed, text, bytes }
  }
  return {
    call,
    upload: (path, form, { method = 'POST', headers } = {}) => {
      const { body, contentType } = formOf(form)
      return call(method, path, body, { headers: { 'content-type': contentType, ...headers } })
    },
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
    patch: (path, body, options) => call('PATCH', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
    delete: (path, body, options) => call('DELETE', path, body, options),
  }
}
