import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, type Reply } from '../../../core/tests/kit.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../index.ts'
import { linkedin } from '../linkedin.ts'

export const redirectUri = 'https://app.example/back'
export const app = { client_id: 'sandbox-app', client_secret: 'sandbox-app-secret' }
export const allScopes =
  'r_basicprofile w_member_social w_organization_social r_organization_social rw_organization_admin r_member_postAnalytics r_member_profileAnalytics'

type Form = Readonly<Record<string, string>>

export interface Call {
  readonly token?: string
  readonly form?: Form
  readonly json?: unknown
  readonly bytes?: Buffer
  readonly headers?: Form
}

export type OnLinkedin = Awaited<ReturnType<typeof startLinkedin>>

/**
 * Starts a sandbox with this network alone, on a clock that stands still until a test moves it. Calls go over real
 * HTTP.
 */
export async function startLinkedin(options: SandboxOptions = {}) {
  const startMs = Date.UTC(2026, 10, 15, 9)
  const sandbox = await createSandbox({ networks: [linkedin], now: () => startMs, ...options })
  return { sandbox, base: `${sandbox.url}/linkedin`, ...callsOf(sandbox), [Symbol.asyncDispose]: () => sandbox.close() }
}

export const versioned: Form = { 'linkedin-version': '202609', 'x-restli-protocol-version': '2.0.0' }

function callsOf(sandbox: Sandbox) {
  const tokens = new Map<string, string>()

  function call(method: string, path: string, given: Call = {}): Promise<Reply> {
    const { token, form, json, bytes } = given
    const headers = new Headers(path.startsWith('/rest/') ? versioned : {})
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    if (json !== undefined) headers.set('content-type', 'application/json')
    if (bytes !== undefined) headers.set('content-type', 'application/octet-stream')
    for (const [name, value] of Object.entries(given.headers ?? {})) {
      if (value === '') headers.delete(name)
      else headers.set(name, value)
    }
    const body =
      json !== undefined ? JSON.stringify(json) : form ? new URLSearchParams(form) : bytes && new Uint8Array(bytes)
    const url = path.startsWith('http')
      ? path
      : `${sandbox.url}${path.startsWith('/control') ? '' : '/linkedin'}${path}`
    return ask(url, { method, headers, body })
  }

  /** Returns what the consent page sends back to the app. */
  async function authorize(more: Form = {}) {
    const { client_id } = app
    const asked = { response_type: 'code', client_id, redirect_uri: redirectUri, scope: allScopes }
    const query = new URLSearchParams({ ...asked, state: 's&1', login: 'alice', approve: '1', ...more })
    const { status, headers, body } = await call('GET', `/oauth/v2/authorization?${query}`)
    const location = headers.get('location')
    return { status, body, location, back: location === null ? null : new URL(location).searchParams }
  }
  const codeOf = async (more: Form = {}) => (await authorize(more)).back?.get('code') ?? ''
  const exchange = (code: string, more: Form = {}) =>
    call('POST', '/oauth/v2/accessToken', {
      form: { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...app, ...more },
    })
  const refresh = (token: string) =>
    call('POST', '/oauth/v2/accessToken', { form: { grant_type: 'refresh_token', refresh_token: token, ...app } })

  /** Returns the token answer for a member who has just given consent. */
  async function connect(login = 'alice', scope = allScopes): Promise<Reply['body']> {
    const { body } = await exchange(await codeOf({ login, scope }))
    if (!body.access_token) throw new Error(JSON.stringify(body))
    return body
  }
  async function tokenOf(name: string): Promise<string> {
    const token = tokens.get(name) ?? (await connect(name)).access_token
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
  /** Returns the URN of a member or an organization by its name. */
  const urnOf = async (name: string): Promise<string> => {
    const [member = '', suffix] = name.split('-')
    if (suffix === undefined) return `urn:li:person:${(await as(member, 'GET', '/rest/me')).body.id}`
    const { elements } = (await as(member, 'GET', '/rest/organizationAcls?q=roleAssignee')).body
    return elements[suffix === 'works' ? 0 : 1].organization
  }
  return {
    call,
    authorize,
    codeOf,
    exchange,
    refresh,
    connect,
    as,
    urnOf,
    bodyOf: async (name: string, more: object = {}) => ({
      author: await urnOf(name),
      commentary: 'refused',
      visibility: 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: false,
      ...more,
    }),
    /** Posts as a member or an organization, with the member's token. */
    async post(name: string, more: object = {}, given: Call = {}): Promise<Reply> {
      const json = await this.bodyOf(name, more)
      return as(name.split('-')[0] ?? '', 'POST', '/rest/posts', { json, ...given })
    },
    settings: (settings: object) => control('/settings', { network: 'linkedin', settings }),
    act: (account: string, act: string) => control('/act', { network: 'linkedin', account, act }),
    fault: (rule: object) => control('/faults', { network: 'linkedin', ...rule }),
    later: (ms: number) => sandbox.clock.advance(ms),
    seen: (account: string) => sandbox.ledger.entries({ network: 'linkedin', account }),
  }
}

export const enc = (text: string): string =>
  encodeURIComponent(text).replace(/[()']/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** Returns the URN of an accepted post. */
export const urnIn = ({ status, headers, body }: Reply): string => {
  assert.equal(status, 201, JSON.stringify(body))
  return headers.get('x-restli-id') ?? ''
}

/** Defines a test that a call is refused and leaves nothing visible. */
export function refuses(
  line: string,
  wanted: { readonly status: number; readonly code?: string; readonly says?: string | RegExp },
  ask: (on: OnLinkedin) => Promise<Reply>,
) {
  test(`${wanted.status}: ${line}`, async () => {
    await using on = await startLinkedin()
    const { status, headers, body } = await ask(on)
    assert.deepEqual([status, body.status], [wanted.status, wanted.status], JSON.stringify(body))
    assert.equal(body.code, wanted.code, JSON.stringify(body))
    if (wanted.says !== undefined) assert.match(body.message, new RegExp(wanted.says))
    assert.match(headers.get('x-li-uuid') ?? '', /./)
    const seen = on.sandbox.ledger.entries({ network: 'linkedin' })
    assert.ok(!seen.some(({ text }) => text.includes('refused')))
  })
}

/** Makes a file that has only the bytes that a server examines. */
export function png(width = 640, height = 360, bytes = 64): Buffer {
  const file = Buffer.alloc(bytes)
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1').copy(file)
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return file
}

export function gif(frames: number): Buffer {
  const head = Buffer.from('GIF89a\x02\0\x02\0\0\0\0', 'latin1')
  const frame = Buffer.from([0x21, 0xf9, 0x04, 0, 0, 0, 0, 0])
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame)])
}

export function mp4({ width = 640, height = 360, durationMs = 4_000, bytes = 80_000 } = {}): Buffer {
  const times = Buffer.alloc(32)
  times.write('mvhd', 4, 'latin1')
  times.writeUInt32BE(1_000, 20)
  times.writeUInt32BE(durationMs, 24)
  const track = Buffer.alloc(92)
  track.write('tkhd', 4, 'latin1')
  track.writeUInt32BE(width * 65_536, 84)
  track.writeUInt32BE(height * 65_536, 88)
  const head = Buffer.concat([Buffer.from('\0\0\0\x10ftypisom\0\0\0\0\0\0\0dmoov', 'latin1'), times, track])
  return Buffer.concat([head, Buffer.alloc(bytes - head.length)])
}

export const pdf = (pages = 3): Buffer => Buffer.from(`%PDF-1.7\n${'<< /Type /Page >>\n'.repeat(pages)}%%EOF`)

const memberOf = (name: string): string => name.split('-')[0] ?? ''

/** Announces an image or a document, sends it, and returns its URN. */
export async function sendFile(
  on: OnLinkedin,
  owner: string,
  kind: 'image' | 'document',
  bytes: Buffer,
): Promise<string> {
  const json = { initializeUploadRequest: { owner: await on.urnOf(owner) } }
  const { body } = await on.as(memberOf(owner), 'POST', `/rest/${kind}s?action=initializeUpload`, { json })
  const sent = await on.as(memberOf(owner), 'PUT', body.value.uploadUrl, { bytes })
  assert.equal(sent.status, 201)
  return body.value[kind]
}

export async function beginVideo(on: OnLinkedin, owner: string, fileSizeBytes: number, more: object = {}) {
  const initializeUploadRequest = {
    owner: await on.urnOf(owner),
    fileSizeBytes,
    uploadCaptions: false,
    uploadThumbnail: false,
    ...more,
  }
  return on.as(memberOf(owner), 'POST', '/rest/videos?action=initializeUpload', { json: { initializeUploadRequest } })
}

/** Sends all parts without a token, as required. Returns the URN and a function that ends the upload. */
export async function sendParts(on: OnLinkedin, owner: string, bytes: Buffer) {
  const { value } = (await beginVideo(on, owner, bytes.length)).body
  const uploadedPartIds: string[] = []
  for (const { uploadUrl, firstByte, lastByte } of value.uploadInstructions) {
    const { status, headers } = await on.call('PUT', uploadUrl, { bytes: bytes.subarray(firstByte, lastByte + 1) })
    assert.equal(status, 200)
    uploadedPartIds.push((headers.get('etag') ?? '').replaceAll('"', ''))
  }
  const { video, uploadToken } = value
  const end = (more: object = {}) =>
    on.as(memberOf(owner), 'POST', '/rest/videos?action=finalizeUpload', {
      json: { finalizeUploadRequest: { video, uploadToken, uploadedPartIds, ...more } },
    })
  return { urn: String(video), end }
}

export async function sendVideo(on: OnLinkedin, owner: string, bytes: Buffer): Promise<string> {
  const { urn, end } = await sendParts(on, owner, bytes)
  assert.equal((await end()).status, 200)
  return urn
}
