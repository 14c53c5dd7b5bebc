import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mp4 } from '../../../core/tests/files.ts'
import { authorizing, type Form, type Reply, startNetwork } from '../../../core/tests/kit.ts'
import type { SandboxOptions } from '../../../index.ts'
import { tiktok } from '../tiktok.ts'

export const redirectUri = 'http://127.0.0.1:4000/back'
export const allScopes = 'user.info.basic,user.info.profile,user.info.stats,video.publish,video.upload,video.list'

export type OnTiktok = Awaited<ReturnType<typeof startTiktok>>

export async function startTiktok(options: SandboxOptions = {}) {
  const on = await startNetwork('tiktok', tiktok, options)
  const oauth = authorizing(on, {
    page: '/v2/auth/authorize/',
    authorizeForm: { client_key: 'sandbox-app', redirect_uri: redirectUri, scope: allScopes },
    token: '/v2/oauth/token/',
    client: { client_key: 'sandbox-app', client_secret: 'sandbox-app-secret' },
  })
  const as = (name: string, path: string, json: unknown) => oauth.as(name, 'POST', `/v2${path}`, { json })
  const put = (url: string, bytes: Buffer, range: string, headers: Form = {}) =>
    on.call('PUT', url, { bytes, headers: { 'content-type': 'video/mp4', 'content-range': range, ...headers } })
  const statusOf = (name: string, publish_id: string) => as(name, '/post/publish/status/fetch/', { publish_id })

  return {
    ...on,
    ...oauth,
    token: oauth.tokenCall,
    as,
    put,
    statusOf,
    initVideo: (name: string, json: unknown) => as(name, '/post/publish/video/init/', json),
    initPhotos: (name: string, json: unknown) => as(name, '/post/publish/content/init/', json),
    initInbox: (name: string, json: unknown) => as(name, '/post/publish/inbox/video/init/', json),
    creatorInfo: (name: string) => as(name, '/post/publish/creator_info/query/', undefined),
    /** Uploads a video in one request, without waiting for its processing. */
    async sendVideo(name: string, info: object = {}, video: Buffer = mp4()): Promise<string> {
      const { body } = await as(name, '/post/publish/video/init/', videoOf(video.length, info))
      if (!body.data?.publish_id) throw new Error(JSON.stringify(body))
      await put(body.data.upload_url, video, `bytes 0-${video.length - 1}/${video.length}`)
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
    later(ms: number) {
      on.later(ms)
      // Older tokens may have expired.
      if (ms >= 7_200_000) oauth.forgetTokens()
    },
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

/** Defines a test that a request is rejected and leaves nothing visible, then or later. */
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
