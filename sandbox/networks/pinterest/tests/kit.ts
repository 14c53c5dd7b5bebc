import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mp4, png as pngOf } from '../../../core/tests/files.ts'
import { authorizing, type Call, type Reply, startNetwork } from '../../../core/tests/kit.ts'
import type { SandboxOptions } from '../../../index.ts'
import { pinterest } from '../pinterest.ts'

export const redirectUri = 'http://127.0.0.1:4000/back'
export const allScopes = 'boards:read,boards:write,pins:read,pins:write,user_accounts:read'
const basic = `Basic ${Buffer.from('sandbox-app:sandbox-app-secret').toString('base64')}`

export type OnPinterest = Awaited<ReturnType<typeof startPinterest>>

export async function startPinterest(options: SandboxOptions = {}) {
  const on = await startNetwork('pinterest', pinterest, options)
  const oauth = authorizing(on, {
    page: '/oauth/',
    authorizeForm: { client_id: 'sandbox-app', redirect_uri: redirectUri, scope: allScopes },
    token: '/oauth/token',
    basic,
  })
  return {
    ...on,
    ...oauth,
    basic,
    boards: async (name: string): Promise<readonly { id: string; name: string }[]> =>
      (await oauth.as(name, 'GET', '/boards')).body.items,
    pin: (name: string, json: unknown) => oauth.as(name, 'POST', '/pins', { json }),
  }
}

/** The ID of Alice's first board, which is the same in every run. */
export const recipes = '700000000000000010'
export const secretBoard = '700000000000000012'

export const png = (width = 600, height = 900, bytes = 64): Buffer => pngOf(width, height, bytes)

export const sampleVideo = (durationMs = 5_000): Buffer => mp4({ durationMs })

export const image = (file = png()) => ({ content_type: 'image/png', data: file.toString('base64') })
export const source = (file = png()) => ({ source_type: 'image_base64', ...image(file) })
export const pinWith = (more: object = {}) => ({
  board_id: recipes,
  description: 'refused',
  media_source: source(),
  ...more,
})

/** Registers a video, uploads it and returns its ID. */
export async function sendVideo(on: OnPinterest, bytes = sampleVideo(), as = 'alice'): Promise<string> {
  const { body } = await on.as(as, 'POST', '/media', { json: { media_type: 'video' } })
  const sent = await send(on, body, bytes)
  assert.equal(sent.status, 204, sent.body)
  return body.media_id
}

export function send(
  on: OnPinterest,
  { upload_url, upload_parameters }: Reply['body'],
  bytes = sampleVideo(),
  more: Call = {},
): Promise<Reply> {
  const form = new FormData()
  for (const [name, value] of Object.entries(upload_parameters)) form.set(name, String(value))
  form.set('file', new Blob([new Uint8Array(bytes)]), 'file.mp4')
  return on.call('POST', new URL(upload_url).pathname.replace('/pinterest', ''), { upload: form, ...more })
}

/** Defines a test that a request is rejected and leaves nothing visible. */
export function refuses(
  line: string,
  wanted: { readonly status: number; readonly code?: number; readonly says?: string | RegExp },
  ask: (on: OnPinterest) => Promise<Omit<Reply, 'text'>>,
) {
  test(`${wanted.status}${wanted.code === undefined ? '' : `/${wanted.code}`}: ${line}`, async () => {
    await using on = await startPinterest()
    const { status, body } = await ask(on)
    assert.deepEqual([status, body.code], [wanted.status, wanted.code], JSON.stringify(body))
    const message = body.message ?? body
    if (typeof wanted.says === 'string') assert.equal(message, wanted.says)
    else if (wanted.says) assert.match(message, wanted.says)
    assert.ok(!on.seen('alice').some(({ text }) => text.includes('refused')))
  })
}
