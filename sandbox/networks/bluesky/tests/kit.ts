import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSandbox, type SandboxOptions } from '../../../index.ts'

/** A test client: it knows URLs and headers, and none of the rules. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads from an answer what it expects to be there
  readonly body: any
}

export interface Person {
  readonly did: string
  readonly handle: string
  accessJwt: string
  refreshJwt: string
  get(call: string, query?: Query): Promise<Reply>
  post(call: string, input?: object, token?: string): Promise<Reply>
  upload(bytes: Buffer, mime?: string): Promise<Reply>
  /** Stores a post under a key. `record` has the fields that differ from a plain post. */
  put(key: string, record?: object, more?: object): Promise<Reply>
}

type Query = Readonly<Record<string, string>> | URLSearchParams

export const aKey = (n = 0): string =>
  `3k2a4bcdefg${'234567abcdefghij'[Math.floor(n / 16) % 16]}${'234567abcdefghij'[n % 16]}`

export const png = (size = 64): Buffer =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(size - 8, size % 251)])
export const mp4 = (size = 64, fill = 1): Buffer =>
  Buffer.concat([Buffer.from('\x00\x00\x00\x18ftypmp42', 'latin1'), Buffer.alloc(size - 12, fill)])

export async function openBluesky(options: SandboxOptions = {}) {
  const sandbox = await createSandbox(options)
  const pds = `${sandbox.url}/bluesky`

  async function call(path: string, init: RequestInit = {}): Promise<Reply> {
    const response = await fetch(`${pds}${path}`, { redirect: 'manual', ...init })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }
  const bearer = (token: string): Record<string, string> => (token === '' ? {} : { authorization: `Bearer ${token}` })
  const get = (name: string, query: Query = {}, token = '') =>
    call(`/xrpc/${name}?${new URLSearchParams(query)}`, { headers: bearer(token) })
  const post = (name: string, input?: object, token = '') =>
    call(`/xrpc/${name}`, {
      method: 'POST',
      headers: { ...bearer(token), ...(input ? { 'content-type': 'application/json' } : {}) },
      ...(input ? { body: JSON.stringify(input) } : {}),
    })
  const control = async (path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Reply> => {
    const response = await fetch(`${sandbox.url}/control${path}`, { method, ...json(body) })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const signIn = (identifier = 'alice.sandbox', password = 'sand-boxx-pass-word', more: object = {}) =>
    post('com.atproto.server.createSession', { identifier, password, ...more })

  async function person(name = 'alice'): Promise<Person> {
    const { body } = await signIn(`${name}.sandbox`)
    const one: Person = {
      did: body.did,
      handle: body.handle,
      accessJwt: body.accessJwt,
      refreshJwt: body.refreshJwt,
      get: (name, query) => get(name, query, one.accessJwt),
      post: (name, input, token = one.accessJwt) => post(name, input, token),
      upload: (bytes, mime = 'image/png') =>
        call('/xrpc/com.atproto.repo.uploadBlob', {
          method: 'POST',
          headers: { ...bearer(one.accessJwt), ...(mime === '' ? {} : { 'content-type': mime }) },
          body: new Uint8Array(bytes),
        }),
      put: (rkey, record = {}, more = {}) =>
        one.post('com.atproto.repo.putRecord', {
          repo: one.did,
          collection: 'app.bsky.feed.post',
          rkey,
          record: { text: 'Good morning', createdAt: '2026-11-21T08:00:00.000Z', ...record },
          ...more,
        }),
    }
    return one
  }
  return {
    sandbox,
    pds,
    call,
    get,
    post,
    control,
    signIn,
    person,
    advance: (ms: number) => sandbox.clock.advance(ms),
    [Symbol.asyncDispose]: () => sandbox.close(),
  }
}

const json = (body: object | undefined): RequestInit =>
  body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}

/** Defines a test that a call is rejected, named after the section of the network's description that says so. */
export function refuses(
  under: string,
  what: string,
  call: () => Promise<Reply>,
  status: number,
  error: string,
  message: RegExp = /\S/,
): void {
  test(`${under}: ${what} is refused`, async () => {
    const { status: got, body } = await call()
    assert.deepEqual([got, body.error], [status, error], body.message)
    assert.match(body.message, message)
  })
}
