import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, mp4, type Reply } from '../../../core/tests/kit.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../index.ts'
import { tiktok } from '../tiktok.ts'

export const redirectUri = 'http://127.0.0.1:4000/back'
export const allScopes = 'user.info.basic,user.info.profile,user.info.stats,video.publish,video.upload,video.list'
const client = { client_key: 'sandbox-app', client_secret: 'sandbox-app-secret' }

type Form = Readonly<Record<string, string>>

export interface Call {
  readonly token?: string
  readonly form?: Form | URLSearchParams
  readonly json?: unknown
  readonly bytes?: Buffer
  readonly headers?: Form
}

export type OnTiktok = Awaited<ReturnType<typeof startTiktok>>

/** Starts a sandbox with only this network, on a clock that moves only when a test advances it. Calls use real HTTP. */
export async function startTiktok(options: SandboxOptions = {}) {
  const startMs = Date.UTC(2026, 10, 15, 9)
  const sandbox = await createSandbox({ networks: [tiktok], now: () => startMs, ...options })
  return {
    sandbox,
    base: `${sandbox.url}/tiktok`,
    ...callsOf(sandbox),
    [Symbol.asyncDispose]: () => sandbox.close(),
  }
}

function callsOf(sandbox: Sandbox) {
  const tokens = new Map<string, string>()

  function call(method: string, path: string, given: Call = {}): Promise<Reply> {
    const { token, form, json, bytes } = given
    const headers = new Headers(given.headers)
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    if (json !== undefined) headers.set('content-type', 'application/json; charset=UTF-8')
    const body =
      json === undefined
        ? ((bytes && new Uint8Array(bytes)) ?? (form && new URLSearchParams(form)))
        : JSON.stringify(json)
    const inside = path.startsWith('/control') ? sandbox.url : `${sandbox.url}/tiktok`
    const url = path.startsWith('http') ? path : inside + path
    return ask(url, { method, headers, body })
  }

  /** Submits the authorization page and returns the parameters of its redirect to the app. */
  async function authorize(more: Form = {}) {
    const asked = { response_type: 'code', client_key: 'sandbox-app', redirect_uri: redirectUri, scope: allScopes }
    const query = new URLSearchParams({ ...asked, state: 's&1', login: 'alice', approve: '1', ...more })
    const { status, headers, body } = await call('GET', `/v2/auth/authorize/?${query}`)
    const location = headers.get('location')
    return { status, body, location, back: location === null ? null : new URL(location).searchParams }
  }
  const codeOf = async (more: Form = {}) => (await authorize(more)).back?.get('code') ?? ''

  const token = (form: Form) => call('POST', '/v2/oauth/token/', { form: { ...client, ...form } })
  const exchange = (code: string, more: Form = {}) =>
    token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...more })
  const refresh = (refresh_token: string) => token({ grant_type: 'refresh_token', refresh_token })

  /** Returns the tokens of a person who has just authorized the app. */
  async function connect(login = 'alice', scope = allScopes): Promise<{ access: string; refresh: string }> {
    const { body } = await exchange(await codeOf({ login, scope }))
    if (!body.access_token) throw new Error(JSON.stringify(body))
    return { access: body.access_token, refresh: body.refresh_token }
  }
  async function tokenOf(name: string): Promise<string> {
    const known = tokens.get(name) ?? (await connect(name)).access
    tokens.set(name, known)
    return known
  }
  const control = async (path: string, json: unknown): Promise<Reply> => {
    const reply = await call('POST', `/control${path}`, { json })
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
    return reply
  }
  const as = async (name: string, path: string, json: unknown) =>
    call('POST', `/v2${path}`, { token: await tokenOf(name), json })
  const put = (url: string, bytes: Buffer, range: string, headers: Form = {}) =>
    call('PUT', url, { bytes, headers: { 'content-type': 'video/mp4', 'content-range': range, ...headers } })
  const statusOf = (name: string, publish_id: string) => as(name, '/post/publish/status/fetch/', { publish_id })

  return {
    call,
    authorize,
    codeOf,
    token,
    exchange,
    refresh,
    connect,
    as,
    put,
    statusOf,
    initVideo: (name: string, json: unknown) => as(name, '/post/publish/video/init/', json),
    initPhotos: (name: string, json: unknown) => as(name, '/post/publish/content/init/', json),
    initInbox: (name: string, json: unknown) => as(name, '/post/publish/inbox/video/init/', json),
    creatorInfo: (name: string) => as(name, '/post/publish/creator_info/query/', undefined),
    /** Uploads a video in one request, without waiting for its processing. */
    async sendVideo(name: string, info: object = {}, film: Buffer = mp4()): Promise<string> {
      const { body } = await as(name, '/post/publish/video/init/', videoOf(film.length, info))
      if (!body.data?.publish_id) throw new Error(JSON.stringify(body))
      await put(body.data.upload_url, film, `bytes 0-${film.length - 1}/${film.length}`)
      return body.data.publish_id
    },
    /** Waits until the network has fetched the file. */
    async fetched(name: string, id: string): Promise<Reply> {
      for (let left = 500; left > 0; left -= 1) {
        const reply = await statusOf(name, id)
        if (reply.body.data.status !== 'PROCESSING_DOWNLOAD') return reply
        await new Promise((done) => setTimeout(done, 5))
      }
      throw new Error('It was never fetched.')
    },
    settings: (settings: object) => control('/settings', { network: 'tiktok', settings }),
    act: async (account: string, act: string, more: object = {}) =>
      (await control('/act', { network: 'tiktok', account, act, ...more })).body,
    fault: (rule: object) => control('/faults', { network: 'tiktok', ...rule }),
    later(ms: number) {
      sandbox.clock.advance(ms)
      // Older tokens may have expired.
      if (ms >= 7_200_000) tokens.clear()
    },
    seen: (account: string) => sandbox.ledger.entries({ network: 'tiktok', account }),
  }
}

export const publicly = { title: 'refused', privacy_level: 'PUBLIC_TO_EVERYONE' }

export const videoOf = (size: number, info: object = {}, source: object = {}) => ({
  post_info: { ...publicly, ...info },
  source_info: { source: 'FILE_UPLOAD', video_size: size, chunk_size: size, total_chunk_count: 1, ...source },
})

export const photosOf = (urls: readonly string[], info: object = {}, more: object = {}) => ({
  post_mode: 'DIRECT_POST',
  media_type: 'PHOTO',
  post_info: { ...publicly, ...info },
  source_info: { source: 'PULL_FROM_URL', photo_images: urls, photo_cover_index: 0 },
  ...more,
})

/** Declares a test that a request is refused and leaves nothing visible, then or later. */
export function refuses(
  line: string,
  wanted: { readonly status: number; readonly code: string },
  ask: (on: OnTiktok) => Promise<Reply>,
) {
  test(`${wanted.status} ${wanted.code}: ${line}`, async () => {
    await using on = await startTiktok()
    const { status, body } = await ask(on)
    assert.deepEqual([status, body.error?.code ?? body.error], [wanted.status, wanted.code], JSON.stringify(body))
    assert.ok((body.error.log_id ?? body.log_id).length > 10)
    on.later(10_000_000)
    assert.deepEqual(on.seen('alice'), [])
  })
}

export const invalidParams = { status: 400, code: 'invalid_params' }
