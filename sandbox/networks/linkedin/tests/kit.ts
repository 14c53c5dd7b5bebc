import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gif as gifOf, mp4 as mp4Of } from '../../../core/tests/files.ts'
import { authorizing, type Call, type Form, type Reply, startNetwork } from '../../../core/tests/kit.ts'
import type { SandboxOptions } from '../../../index.ts'
import { linkedin } from '../linkedin.ts'

export { png } from '../../../core/tests/files.ts'

const redirectUri = 'https://app.example/back'
export const app = { client_id: 'sandbox-app', client_secret: 'sandbox-app-secret' }
export const allScopes =
  'r_basicprofile w_member_social w_member_social_feed w_organization_social w_organization_social_feed r_organization_social rw_organization_admin r_member_postAnalytics r_member_profileAnalytics'

export type OnLinkedin = Awaited<ReturnType<typeof startLinkedin>>

const versioned: Form = { 'linkedin-version': '202609', 'x-restli-protocol-version': '2.0.0' }

export async function startLinkedin(options: SandboxOptions = {}) {
  const on = await startNetwork('linkedin', linkedin, options)
  const call = (method: string, path: string, given: Call = {}): Promise<Reply> => {
    const raw = given.bytes === undefined ? {} : { 'content-type': 'application/octet-stream' }
    const headers = { ...(path.startsWith('/rest/') ? versioned : {}), ...raw, ...given.headers }
    return on.call(method, path, { ...given, headers })
  }
  const oauth = authorizing(
    { call },
    {
      page: '/oauth/v2/authorization',
      authorizeForm: { client_id: app.client_id, redirect_uri: redirectUri, scope: allScopes },
      token: '/oauth/v2/accessToken',
      client: app,
    },
  )
  const { as } = oauth
  /** Returns the URN of a member or an organization by its name. */
  const urnOf = async (name: string): Promise<string> => {
    const [member = '', suffix] = name.split('-')
    if (suffix === undefined) return `urn:li:person:${(await as(member, 'GET', '/rest/me')).body.id}`
    const { elements } = (await as(member, 'GET', '/rest/organizationAcls?q=roleAssignee')).body
    return elements[suffix === 'works' ? 0 : 1].organization
  }
  return {
    ...on,
    ...oauth,
    call,
    connect: oauth.grant,
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
  }
}

export const enc = (text: string): string =>
  encodeURIComponent(text).replace(/[()']/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** Returns the URN of an accepted post. */
export const urnIn = ({ status, headers, body }: Reply): string => {
  assert.equal(status, 201, JSON.stringify(body))
  return headers.get('x-restli-id') ?? ''
}

/** Defines a test that a call is rejected and leaves nothing visible. */
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

export const gif = (frames: number): Buffer => gifOf(2, 2, frames)

export const mp4 = (given: Parameters<typeof mp4Of>[0] = {}): Buffer => mp4Of({ bytes: 80_000, ...given })

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
