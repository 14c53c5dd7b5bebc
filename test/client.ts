import { Agent, request } from 'undici'
import { checkAnswer, type OpenApiDocument } from './contract.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
type Body = any

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body
  readonly text: string
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
}

export interface Client {
  get(path: string, options?: CallOptions): Promise<Answer>
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  patch(path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  put(path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  delete(path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>
}

// Connections are not kept, so that a test that forgets to close something else is the only one that can hang.
const agent = new Agent({ keepAliveTimeout: 1, keepAliveMaxTimeout: 1, connections: 64, pipelining: 1 })

/** Calls over real HTTP; each answer is held against the OpenAPI document of the running service. */
export function createClient(target: { url: string; token: string | null; document: OpenApiDocument }): Client {
  const call = async (method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> => {
    const answer = await request(target.url + path, {
      method: method as 'GET',
      dispatcher: agent,
      headers: {
        ...(target.token === null ? {} : { authorization: `Bearer ${target.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.body.text()
    const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
    const parsed = /json/.test(headers['content-type'] ?? '') && text !== '' ? JSON.parse(text) : undefined
    checkAnswer(target.document, {
      method,
      path,
      status: answer.statusCode,
      contentType: headers['content-type'] ?? null,
      body: parsed,
      text,
    })
    return { status: answer.statusCode, headers, body: parsed, text }
  }
  return {
    call,
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
    patch: (path, body, options) => call('PATCH', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
    delete: (path, body, options) => call('DELETE', path, body, options),
  }
}
