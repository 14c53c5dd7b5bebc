import { errorOf, PosthornError } from './error.ts'
import { delayBefore, mayRepeat, type RetrySettings, wait } from './retry.ts'
import type { CallOptions, Operation } from './types.ts'

export type Token = string | (() => string | null | Promise<string | null>)

/** The `credentials` option of `fetch`. */
export type Credentials = 'include' | 'omit' | 'same-origin'

export interface Target {
  readonly url: string
  readonly token: Token | null
  readonly timeoutMs: number
  readonly retry: RetrySettings
  readonly fetch: typeof fetch
  readonly credentials: Credentials | null
}

interface Prepared {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: string | FormData | Blob | null
  readonly timeoutMs: number
  /** True if the response is returned unread, as a `Response`. */
  readonly asBytes: boolean
}

/** The default timeout of a call that sends a file. */
const fileTimeoutMs = 3_600_000

/** Calls an operation, with retries, and returns its result. */
export async function call(
  target: Target,
  operation: Operation,
  input: object,
  options: CallOptions,
): Promise<unknown> {
  const takesKey = methodOf(operation) === 'POST' && !operation.keyless
  if (options.idempotencyKey !== undefined && !takesKey)
    throw new TypeError(`${methodOf(operation)} ${operation.path} does not accept an Idempotency-Key`)
  const idempotencyKey = takesKey ? (options.idempotencyKey ?? randomKey()) : null
  const prepared = prepare(target, operation, input, options, idempotencyKey)
  const repeats = mayRepeat(methodOf(operation), idempotencyKey)
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryOnce(target, prepared, options)
    if (!(outcome instanceof PosthornError)) {
      options.onAnswer?.({ status: outcome.answer.status, headers: outcome.answer.headers })
      return outcome.value
    }
    const chance = Math.random()
    const delayMs = repeats ? delayBefore({ attempt: attempt + 1, error: outcome, chance }, target.retry) : null
    if (delayMs === null) throw outcome
    await wait(delayMs, options.signal)
  }
}

function prepare(
  target: Target,
  operation: Operation,
  input: object,
  options: CallOptions,
  idempotencyKey: string | null,
): Prepared {
  const { path, query, body } = splitInput(operation, input)
  const headers = new Headers(options.headers)
  headers.set('accept', 'application/json, text/plain;q=0.5, */*;q=0.1')
  // `fetch` sets the type of a form, with its boundary, and the type of a blob.
  if (typeof body === 'string') headers.set('content-type', 'application/json')
  if (idempotencyKey !== null) headers.set('idempotency-key', idempotencyKey)
  if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch)
  if (options.waitSeconds !== undefined) headers.set('prefer', `wait=${options.waitSeconds}`)
  const usualTimeoutMs = typeof body === 'object' && body !== null ? fileTimeoutMs : target.timeoutMs
  const search = query.size > 0 ? `?${query}` : ''
  return {
    url: target.url + path + search,
    method: methodOf(operation),
    headers,
    body,
    timeoutMs: (options.timeoutMs ?? usualTimeoutMs) + (options.waitSeconds ?? 0) * 1_000,
    asBytes: operation.answer === 'bytes',
  }
}

/**
 * Returns the query parameters of a value: one for each item of a list, `name[member]` for each member of an object.
 */
function spread(name: string, value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.map((one) => [name, one])
  if (typeof value !== 'object' || value === null) return [[name, value]]
  return Object.entries(value).map(([member, one]) => [`${name}[${member}]`, one])
}

/** Splits the flat input of an operation into the parts of its request. */
export function splitInput(
  operation: Operation,
  input: object,
): { path: string; query: URLSearchParams; body: Prepared['body'] } {
  const rest = new Map<string, unknown>(Object.entries(input))
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name)
    // `.` and `..` would lead to another URL, escaped or not.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} is required, as a string`)
    rest.delete(name)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  for (const name of operation.query ?? []) {
    const value = rest.get(name)
    rest.delete(name)
    for (const [key, one] of spread(name, value)) if (one !== undefined) query.append(key, String(one))
  }
  const kind = bodyKindOf(operation)
  if (kind === 'none' && rest.size > 0)
    throw new TypeError(`${methodOf(operation)} ${operation.path} does not accept ${[...rest.keys()].join(', ')}`)
  return { path, query, body: writeBody(operation, kind, rest) }
}

/** Returns how the body is encoded. Only exceptions are in the table. */
const bodyKindOf = ({ method, body }: Operation) => body ?? (method && method !== 'DELETE' ? 'json' : 'none')

function writeBody(
  operation: Operation,
  kind: ReturnType<typeof bodyKindOf>,
  rest: ReadonlyMap<string, unknown>,
): Prepared['body'] {
  if (kind === 'none') return null
  if (kind === 'json') return JSON.stringify(Object.fromEntries(rest))
  if (kind === 'form') return writeForm(rest)
  const { body, ...more } = Object.fromEntries(rest)
  if (!(body instanceof Blob)) throw new TypeError('body is required, as a Blob or File')
  for (const name of Object.keys(more))
    throw new TypeError(`${methodOf(operation)} ${operation.path} does not accept ${name}`)
  return body
}

/** Writes the fields before the file, so that the service knows them before the file arrives. */
function writeForm(rest: ReadonlyMap<string, unknown>): FormData {
  const { file, ...fields } = Object.fromEntries(rest)
  if (!(file instanceof File)) throw new TypeError('file is required, as a File, because its name is also sent')
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value))
  form.append('file', file, file.name)
  return form
}

/**
 * Sends the call once. Errors of the service and the network are returned, because a retry may follow; anything else is
 * thrown.
 */
async function tryOnce(
  target: Target,
  prepared: Prepared,
  options: CallOptions,
): Promise<PosthornError | { readonly value: unknown; readonly answer: Response }> {
  const token = typeof target.token === 'function' ? await target.token() : target.token
  const headers = new Headers(prepared.headers)
  if (token !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
  options.signal?.throwIfAborted()
  const { timeoutMs } = prepared
  // Avoids `AbortSignal.any`, which is too new in browsers.
  const stop = new AbortController()
  let [isLate, isStreamed] = [false, false]
  const timer = setTimeout(() => {
    isLate = true
    stop.abort()
  }, timeoutMs)
  const end = () => stop.abort(options.signal?.reason)
  options.signal?.addEventListener('abort', end)
  try {
    const answer = await target.fetch(prepared.url, {
      method: prepared.method,
      headers,
      body: prepared.body,
      signal: stop.signal,
      // The service never redirects, and a token must not reach another host.
      redirect: 'error',
      ...(target.credentials ? { credentials: target.credentials } : {}),
    })
    if (!answer.ok) return await errorOf(answer, Date.now())
    isStreamed = prepared.asBytes
    return { value: isStreamed ? answer : await read(answer), answer }
  } catch (cause) {
    if (options.signal?.aborted) throw options.signal.reason
    const message = isLate
      ? `No response within ${timeoutMs} ms.`
      : `No response from ${new URL(prepared.url).origin}. Check the URL and whether the service is running.`
    return new PosthornError({ code: 'no_answer', status: 0, message, cause })
  } finally {
    clearTimeout(timer)
    // A streamed response is still to be read, and the caller may abort that.
    if (!isStreamed) options.signal?.removeEventListener('abort', end)
  }
}

async function read(answer: Response): Promise<unknown> {
  const text = await answer.text()
  if (text === '') return undefined
  return /\bjson\b/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : text
}

/** Returns a random key. Browsers support `randomUUID` only over HTTPS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const methodOf = ({ method = 'GET' }: Operation): string => method
