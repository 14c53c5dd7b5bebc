import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { authorizing, type Reply, startNetwork } from '../../../core/tests/kit.ts'
import type { SandboxOptions } from '../../../index.ts'
import { x } from '../x.ts'

export { gif, mp4, png } from '../../../core/tests/files.ts'

export const redirectUri = 'http://127.0.0.1:4000/back'
const verifier = 'a-verifier-that-is-long-enough-for-the-purpose-0123'
const challenge = createHash('sha256').update(verifier).digest('base64url')
export const allScopes = 'tweet.read tweet.write users.read media.write offline.access'
const basic = `Basic ${Buffer.from('sandbox-app:sandbox-app-secret').toString('base64')}`

export type OnX = Awaited<ReturnType<typeof startX>>

export async function startX(options: SandboxOptions = {}) {
  const on = await startNetwork('x', x, options)
  const oauth = authorizing(on, {
    page: '/i/oauth2/authorize',
    authorizeForm: {
      client_id: 'sandbox-app',
      redirect_uri: redirectUri,
      scope: allScopes,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    },
    token: '/2/oauth2/token',
    basic,
    withCode: { code_verifier: verifier },
  })
  return {
    ...on,
    ...oauth,
    basic,
    post: (name: string, json: unknown) => oauth.as(name, 'POST', '/2/tweets', { json }),
  }
}

export function segment(bytes: Buffer, index: number): FormData {
  const form = new FormData()
  form.set('segment_index', String(index))
  form.set('media', new Blob([new Uint8Array(bytes)]), 'blob')
  return form
}

/** Uploads a file in two segments and returns the response to the final call. */
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

/** Defines a test that a request is rejected and leaves nothing visible. */
export function refuses(
  line: string,
  wanted: { readonly status: number; readonly says: string | RegExp; readonly type?: string },
  ask: (on: OnX) => Promise<Omit<Reply, 'text'>>,
) {
  test(`${wanted.status}: ${line}`, async () => {
    await using on = await startX()
    const { status, headers, body } = await ask(on)
    assert.equal(status, wanted.status, JSON.stringify(body))
    const message = body.errors?.[0]?.message ?? body.detail ?? body.title
    if (typeof wanted.says === 'string') assert.equal(message, wanted.says)
    else assert.match(message, wanted.says)
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
