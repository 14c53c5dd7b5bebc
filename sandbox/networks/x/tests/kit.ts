import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { ask, type Reply } from '../../../core/tests/kit.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../index.ts'
import { x } from '../x.ts'

export const redirectUri = 'http://127.0.0.1:4000/back'
export const verifier = 'a-verifier-that-is-long-enough-for-the-purpose-0123'
export const challenge = createHash('sha256').update(verifier).digest('base64url')
export const allScopes = 'tweet.read tweet.write users.read media.write offline.access'
const basic = `Basic ${Buffer.from('sandbox-app:sandbox-app-secret').toString('base64')}`

type Form = Readonly<Record<string, string>>

export interface Call {
  readonly token?: string
  readonly basic?: string
  readonly form?: Form | URLSearchParams
  readonly json?: unknown
  readonly upload?: FormData
}

export type OnX = Awaited<ReturnType<typeof startX>>

/** Starts a sandbox with only this network, on a clock that moves only when a test advances it. Calls use real HTTP. */
export async function startX(options: SandboxOptions = {}) {
  const startMs = Date.UTC(2026, 10, 15, 9)
  const sandbox = await createSandbox({ networks: [x], now: () => startMs, ...options })
  return {
    sandbox,
    base: `${sandbox.url}/x`,
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
    const url = path.startsWith('/control') ? sandbox.url + path : `${sandbox.url}/x${path}`
    return ask(url, { method, headers, body })
  }

  /** Submits the authorization page and returns the parameters of its redirect to the app. */
  async function authorize(more: Form = {}) {
    const asked = { response_type: 'code', client_id: 'sandbox-app', redirect_uri: redirectUri, scope: allScopes }
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
    const query = new URLSearchParams({ ...asked, ...pkce, state: 's&1', login: 'alice', approve: '1', ...more })
    const { status, headers, body } = await call('GET', `/i/oauth2/authorize?${query}`)
    const location = headers.get('location')
    return { status, body, location, back: location === null ? null : new URL(location).searchParams }
  }
  const codeOf = async (more: Form = {}) => (await authorize(more)).back?.get('code') ?? ''

  const exchange = (code: string, more: Form = {}, as: string = basic) =>
    call('POST', '/2/oauth2/token', {
      basic: as,
      form: { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier, ...more },
    })
  const refresh = (token: string) =>
    call('POST', '/2/oauth2/token', { basic, form: { grant_type: 'refresh_token', refresh_token: token } })

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
  return {
    call,
    basic,
    authorize,
    codeOf,
    exchange,
    refresh,
    connect,
    as: async (name: string, method: string, path: string, given: Call = {}) =>
      call(method, path, { token: await tokenOf(name), ...given }),
    post: async (name: string, json: unknown) => call('POST', '/2/tweets', { token: await tokenOf(name), json }),
    settings: (settings: object) => control('/settings', { network: 'x', settings }),
    act: (account: string, act: string) => control('/act', { network: 'x', account, act }),
    fault: (rule: object) => control('/faults', { network: 'x', ...rule }),
    later: (ms: number) => sandbox.clock.advance(ms),
    seen: (account: string) => sandbox.ledger.entries({ network: 'x', account }),
  }
}

/** Builds a file with only as many bytes as a server inspects. */
export function png(width = 640, height = 360, bytes = 64): Buffer {
  const file = Buffer.alloc(bytes)
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1').copy(file)
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return file
}

export function gif(width = 640, height = 360, frames = 3): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\0\0\0', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const frame = Buffer.from([0x21, 0xf9, 0x04, 0, 0, 0, 0, 0])
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame)])
}

export function mp4({ width = 640, height = 360, durationMs = 4_000 } = {}): Buffer {
  const times = Buffer.alloc(32)
  times.write('mvhd', 4, 'latin1')
  times.writeUInt32BE(1_000, 20)
  times.writeUInt32BE(durationMs, 24)
  const track = Buffer.alloc(92)
  track.write('tkhd', 4, 'latin1')
  track.writeUInt32BE(width * 65_536, 84)
  track.writeUInt32BE(height * 65_536, 88)
  return Buffer.concat([Buffer.from('\0\0\0\x10ftypisom\0\0\0\0\0\0\0dmoov', 'latin1'), times, track])
}

export function segment(bytes: Buffer, index: number): FormData {
  const form = new FormData()
  form.set('segment_index', String(index))
  form.set('media', new Blob([new Uint8Array(bytes)]), 'blob')
  return form
}

/** Uploads a file in two segments and returns the answer to the final call. */
export async function upload(
  on: OnX,
  bytes: Buffer,
  given: { readonly as?: string; readonly type?: string; readonly category?: string } = {},
): Promise<Reply> {
  const { as = 'alice', type = 'image/png', category = 'tweet_image' } = given
  const json = { media_type: type, total_bytes: bytes.length, media_category: category }
  const begun = await on.as(as, 'POST', '/2/media/upload/initialize', { json })
  if (begun.status !== 200) return begun
  const { id } = begun.body.data
  const half = Math.ceil(bytes.length / 2)
  for (const [nr, part] of [bytes.subarray(0, half), bytes.subarray(half)].entries())
    await on.as(as, 'POST', `/2/media/upload/${id}/append`, { upload: segment(part, nr) })
  return on.as(as, 'POST', `/2/media/upload/${id}/finalize`)
}

export const idOf = async (reply: Promise<Reply>): Promise<string> => {
  const { body } = await reply
  if (!body.data?.id) throw new Error(JSON.stringify(body))
  return body.data.id
}

/** Declares a test that a request is refused and leaves nothing visible. */
export function refuses(
  line: string,
  wanted: { readonly status: number; readonly says: string | RegExp; readonly type?: string },
  ask: (on: OnX) => Promise<Omit<Reply, 'text'>>,
) {
  test(`${wanted.status}: ${line}`, async () => {
    await using on = await startX()
    const { status, headers, body } = await ask(on)
    assert.equal(status, wanted.status, JSON.stringify(body))
    const said = body.errors?.[0]?.message ?? body.detail ?? body.title
    if (typeof wanted.says === 'string') assert.equal(said, wanted.says)
    else assert.match(said, wanted.says)
    if (wanted.type !== undefined) assert.equal(body.type, wanted.type)
    if (body.type !== undefined) assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/)
    assert.ok(!on.seen('alice').some(({ text }) => text.includes('refused')))
  })
}

export const refused = { text: 'refused' }
export const invalid = (says: string | RegExp) => ({
  status: 400,
  says,
  type: 'https://api.x.com/2/problems/invalid-request',
})
export const forbidden = (says: string) => ({ status: 403, says, type: 'about:blank' })
