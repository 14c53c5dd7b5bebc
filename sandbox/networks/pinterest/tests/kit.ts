import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, type Reply } from '../../../core/tests/kit.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../index.ts'
import { pinterest } from '../pinterest.ts'

export const redirectUri = 'http://127.0.0.1:4000/back'
export const allScopes = 'boards:read,boards:write,pins:read,pins:write,user_accounts:read'
const basic = `Basic ${Buffer.from('sandbox-app:sandbox-app-secret').toString('base64')}`

type Form = Readonly<Record<string, string>>

export interface Call {
  readonly token?: string
  readonly basic?: string
  readonly form?: Form
  readonly json?: unknown
  readonly upload?: FormData
}

export type OnPinterest = Awaited<ReturnType<typeof startPinterest>>

/** Starts a sandbox with only this network, on a clock that moves only when a test advances it. Calls use real HTTP. */
export async function startPinterest(options: SandboxOptions = {}) {
  const startMs = Date.UTC(2026, 10, 15, 9)
  const sandbox = await createSandbox({ networks: [pinterest], now: () => startMs, ...options })
  return {
    sandbox,
    base: `${sandbox.url}/pinterest`,
    ...callsOf(sandbox),
    [Symbol.asyncDispose]: () => sandbox.close(),
  }
}

function callsOf(sandbox: Sandbox) {
  const tokens = new Map<string, string>()

  function call(method: string, path: string, given: Call = {}): Promise<Reply> {
    const { token, form, json, upload } = given
    const headers = new Headers()
    const authorization = given.basic ?? (token === undefined ? undefined : `Bearer ${token}`)
    if (authorization) headers.set('authorization', authorization)
    if (json !== undefined) headers.set('content-type', 'application/json')
    const body = json === undefined ? (upload ?? (form && new URLSearchParams(form))) : JSON.stringify(json)
    const url = path.startsWith('/control') ? sandbox.url + path : `${sandbox.url}/pinterest${path}`
    return ask(url, { method, headers, body })
  }

  /** Submits the authorization page and returns the parameters of its redirect to the app. */
  async function authorize(more: Form = {}) {
    const asked = { response_type: 'code', client_id: 'sandbox-app', redirect_uri: redirectUri, scope: allScopes }
    const query = new URLSearchParams({ ...asked, state: 's&1', login: 'alice', approve: '1', ...more })
    const { status, headers, body } = await call('GET', `/oauth/?${query}`)
    const location = headers.get('location')
    return { status, body, location, back: location === null ? null : new URL(location).searchParams }
  }
  const codeOf = async (more: Form = {}) => (await authorize(more)).back?.get('code') ?? ''
  const exchange = (code: string, more: Form = {}, as: string = basic) =>
    call('POST', '/oauth/token', {
      basic: as,
      form: { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...more },
    })
  const refresh = (token: string, more: Form = {}) =>
    call('POST', '/oauth/token', { basic, form: { grant_type: 'refresh_token', refresh_token: token, ...more } })

  /** Returns the tokens of a person who has just authorized the app. */
  async function connect(login = 'alice', scope = allScopes): Promise<{ access: string; refresh: string }> {
    const { body } = await exchange(await codeOf({ login, scope }))
    if (!body.access_token) throw new Error(JSON.stringify(body))
    return { access: body.access_token, refresh: body.refresh_token ?? '' }
  }
  async function tokenOf(name: string): Promise<string> {
    const token = tokens.get(name) ?? (await connect(name)).access
    tokens.set(name, token)
    return token
  }
  const control = async (path: string, json: unknown): Promise<Reply> => {
    const reply = await call('POST', `/control${path}`, { json })
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
    return reply
  }
  const as = async (name: string, method: string, path: string, given: Call = {}) =>
    call(method, path, { token: await tokenOf(name), ...given })
  return {
    call,
    basic,
    authorize,
    codeOf,
    exchange,
    refresh,
    connect,
    as,
    boards: async (name: string): Promise<readonly { id: string; name: string }[]> =>
      (await as(name, 'GET', '/boards')).body.items,
    pin: async (name: string, json: unknown) => call('POST', '/pins', { token: await tokenOf(name), json }),
    settings: (settings: object) => control('/settings', { network: 'pinterest', settings }),
    act: (account: string, act: string) => control('/act', { network: 'pinterest', account, act }),
    fault: (rule: object) => control('/faults', { network: 'pinterest', ...rule }),
    later: (ms: number) => sandbox.clock.advance(ms),
    seen: (account: string) => sandbox.ledger.entries({ network: 'pinterest', account }),
  }
}

/** The id of Alice's first board, which is the same in every run. */
export const recipes = '700000000000000010'
export const secretBoard = '700000000000000012'

/** Builds a file with only as many bytes as a server inspects. */
export function png(width = 600, height = 900, bytes = 64): Buffer {
  const file = Buffer.alloc(bytes)
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1').copy(file)
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return file
}

export const film = (durationMs = 5_000): Buffer => {
  const times = Buffer.alloc(32)
  times.write('mvhd', 4, 'latin1')
  times.writeUInt32BE(1_000, 20)
  times.writeUInt32BE(durationMs, 24)
  return Buffer.concat([Buffer.from('\0\0\0\x10ftypisom\0\0\0\0\0\0\0dmoov', 'latin1'), times])
}

export const picture = (file = png()) => ({ content_type: 'image/png', data: file.toString('base64') })
export const source = (file = png()) => ({ source_type: 'image_base64', ...picture(file) })
export const pinWith = (more: object = {}) => ({
  board_id: recipes,
  description: 'refused',
  media_source: source(),
  ...more,
})

/** Registers a video, uploads it and returns its id. */
export async function sendVideo(on: OnPinterest, bytes = film(), as = 'alice'): Promise<string> {
  const { body } = await on.as(as, 'POST', '/media', { json: { media_type: 'video' } })
  const sent = await send(on, body, bytes)
  assert.equal(sent.status, 204, sent.body)
  return body.media_id
}

export function send(
  on: OnPinterest,
  { upload_url, upload_parameters }: Reply['body'],
  bytes = film(),
  more: Call = {},
): Promise<Reply> {
  const form = new FormData()
  for (const [name, value] of Object.entries(upload_parameters)) form.set(name, String(value))
  form.set('file', new Blob([new Uint8Array(bytes)]), 'file.mp4')
  return on.call('POST', new URL(upload_url).pathname.replace('/pinterest', ''), { upload: form, ...more })
}

/** Declares a test that a request is refused and leaves nothing visible. */
export function refuses(
  line: string,
  wanted: { readonly status: number; readonly code?: number; readonly says?: string | RegExp },
  ask: (on: OnPinterest) => Promise<Omit<Reply, 'text'>>,
) {
  test(`${wanted.status}${wanted.code === undefined ? '' : `/${wanted.code}`}: ${line}`, async () => {
    await using on = await startPinterest()
    const { status, body } = await ask(on)
    assert.deepEqual([status, body.code], [wanted.status, wanted.code], JSON.stringify(body))
    const said = body.message ?? body
    if (typeof wanted.says === 'string') assert.equal(said, wanted.says)
    else if (wanted.says) assert.match(said, wanted.says)
    assert.ok(!on.seen('alice').some(({ text }) => text.includes('refused')))
  })
}
