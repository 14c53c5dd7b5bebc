import { createHmac } from 'node:crypto'
import { ask, type Reply } from '../../../core/tests/kit.ts'
import { createSandbox, type Sandbox } from '../../../index.ts'
import { knownScopes } from '../auth/authorize.ts'
import { facebook } from '../facebook.ts'
import { app } from '../state/platform.ts'

export const redirectUri = 'https://app.example/back'
export const client = { client_id: app.id, client_secret: app.secret }
export const scope = knownScopes.join(',')

/**
 * Starts a sandbox with this network alone, on a clock that stands still until a test moves it. Calls go over real
 * HTTP.
 */
export async function startFacebook() {
  const startMs = Date.UTC(2026, 0, 15, 9)
  const sandbox = await createSandbox({ networks: [facebook], now: () => startMs })
  const calls = callsOf(sandbox)
  return {
    sandbox,
    base: `${sandbox.url}/facebook`,
    ...calls,
    ...peopleOf(calls.call),
    [Symbol.asyncDispose]: () => sandbox.close(),
  }
}

export type Facebook = Awaited<ReturnType<typeof startFacebook>>

export interface Call {
  readonly token?: string
  readonly form?: Readonly<Record<string, string>>
  readonly upload?: FormData
  readonly bytes?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

function callsOf(sandbox: Sandbox) {
  function call(method: string, path: string, given: Call = {}): Promise<Reply> {
    const { token, form, upload, bytes } = given
    const headers = new Headers(given.headers)
    if (token) headers.set('authorization', `Bearer ${token}`)
    const body = bytes ? new Blob([new Uint8Array(bytes)]) : (upload ?? (form && new URLSearchParams(form)))
    const url = path.startsWith('http') ? path : `${sandbox.url}/facebook${path}`
    return ask(url, { method, headers, body })
  }
  async function control(path: string, json: object): Promise<Reply['body']> {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${sandbox.url}/control${path}`, { method: 'POST', headers, body: JSON.stringify(json) })
    const body = JSON.parse(await answer.text())
    if (answer.status !== 200) throw new Error(JSON.stringify(body))
    return body
  }
  return {
    call,
    settings: (settings: object) => control('/settings', { network: 'facebook', settings }),
    act: (account: string, act: string, more: object = {}) =>
      control('/act', { network: 'facebook', account, act, ...more }),
    fault: (rule: object) => control('/faults', { network: 'facebook', ...rule }),
    later: (ms: number) => sandbox.clock.advance(ms),
    seen: (account: string) => sandbox.ledger.entries({ network: 'facebook', account }),
  }
}

function peopleOf(call: ReturnType<typeof callsOf>['call']) {
  /** Answers the consent page as a script, and returns its redirect or its error. */
  async function consent(login: string, more: Readonly<Record<string, string>> = {}) {
    const asked = { client_id: app.id, redirect_uri: redirectUri, scope, state: 's&1', response_type: 'code' }
    const query = new URLSearchParams({ ...asked, login, approve: '1', ...more })
    const { status, headers, body } = await call('GET', `/dialog/oauth?${query}`)
    const location = headers.get('location')
    return { status, body, location, back: location === null ? null : new URL(location).searchParams }
  }
  const exchange = (code: string, more: Readonly<Record<string, string>> = {}) =>
    call('GET', `/oauth/access_token?${new URLSearchParams({ ...client, redirect_uri: redirectUri, code, ...more })}`)
  const extend = (token: string) =>
    call(
      'GET',
      `/oauth/access_token?${new URLSearchParams({ ...client, grant_type: 'fb_exchange_token', fb_exchange_token: token })}`,
    )
  /** Returns a short-lived token of a person who grants everything, unless `more` says otherwise. */
  async function shortToken(login: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
    const { back } = await consent(login, more)
    return (await exchange(back?.get('code') ?? '')).body.access_token
  }
  const longToken = async (login: string, more: Readonly<Record<string, string>> = {}): Promise<string> =>
    (await extend(await shortToken(login, more))).body.access_token
  const accounts = async (
    token: string,
  ): Promise<readonly { id: string; name: string; access_token: string; tasks: string[] }[]> =>
    (await call('GET', '/me/accounts', { token })).body.data
  /** Returns all that calls for one page need; by default the person's first page. */
  async function page(login = 'alice', more: Readonly<Record<string, string>> = {}, which = 0) {
    const found = (await accounts(await longToken(login, more)))[which]
    if (!found) throw new Error(`${login} has no such page`)
    const { id, access_token: token } = found
    return {
      id,
      token,
      post: (form: Readonly<Record<string, string>>, edge = 'feed') => call('POST', `/${id}/${edge}`, { token, form }),
      upload: (edge: string, upload: FormData) => call('POST', `/${id}/${edge}`, { token, upload }),
      photo: (bytes: Buffer, fields: Readonly<Record<string, string>> = { published: 'false' }) =>
        call('POST', `/${id}/photos`, { token, upload: uploadOf('source', bytes, fields) }),
      get: (path: string) => call('GET', path, { token }),
      edge: (edge: string) => call('GET', `/${id}/${edge}`, { token }),
      send: (method: string, path: string, form: Readonly<Record<string, string>> = {}) =>
        call(method, path, { token, form }),
    }
  }
  return { consent, exchange, extend, shortToken, longToken, accounts, page }
}

export type TestPage = Awaited<ReturnType<ReturnType<typeof peopleOf>['page']>>

export const proofOf = (token: string): string => createHmac('sha256', app.secret).update(token).digest('hex')

export function uploadOf(name: string, bytes: Buffer, fields: Readonly<Record<string, string>> = {}): FormData {
  const upload = new FormData()
  for (const [field, value] of Object.entries(fields)) upload.set(field, value)
  upload.set(name, new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' }), 'file.bin')
  return upload
}

/** Makes a file that has only the bytes that a server examines. */
export function png(width: number, height: number, bytes = 64): Buffer {
  const file = Buffer.alloc(bytes)
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1').copy(file)
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return file
}

export function mp4(width: number, height: number, durationMs = 10_000, bytes = 400): Buffer {
  const head = Buffer.alloc(bytes)
  Buffer.from('\0\0\0\x10ftypisom\0\0\0\0\0\0\0dmoov', 'latin1').copy(head)
  const movie = 24
  head.writeUInt32BE(108, movie)
  head.write('mvhd', movie + 4, 'latin1')
  head.writeUInt32BE(1_000, movie + 20)
  head.writeUInt32BE(durationMs, movie + 24)
  const track = movie + 108
  head.writeUInt32BE(92, track)
  head.write('tkhd', track + 4, 'latin1')
  head.writeUInt32BE(width * 65_536, track + 84)
  head.writeUInt32BE(height * 65_536, track + 88)
  return head
}
