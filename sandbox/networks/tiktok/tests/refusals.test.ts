import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days, hours } from '../../../core/kit/clock.ts'
import { mp4 } from '../../../core/tests/files.ts'
import type { Reply } from '../../../core/tests/kit.ts'
import { invalidParams, type OnTiktok, photosOf, publicly, refuses, startTiktok, videoOf } from './kit.ts'

const video = mp4()
const forbidden = (code: string) => ({ status: 403, code })

async function withScopes(on: OnTiktok, scope: string, path: string, json: unknown): Promise<Reply> {
  const { access } = await on.connect('alice', scope)
  return on.call('POST', `/v2${path}`, { token: access, json })
}

// tiktok.md, 5. Errors.
refuses('5: an invalid token', { status: 401, code: 'access_token_invalid' }, (on) =>
  on.call('POST', '/v2/post/publish/video/init/', { token: 'act.guessed.x', json: videoOf(video.length) }),
)
refuses('5: no token at all', { status: 401, code: 'access_token_invalid' }, (on) =>
  on.call('POST', '/v2/post/publish/video/init/', { json: videoOf(video.length) }),
)
refuses('1: a direct post needs video.publish', { status: 401, code: 'scope_not_authorized' }, (on) =>
  withScopes(on, 'user.info.basic,video.upload', '/post/publish/video/init/', videoOf(video.length)),
)
refuses('1: a draft needs video.upload', { status: 401, code: 'scope_not_authorized' }, (on) =>
  withScopes(on, 'user.info.basic,video.publish', '/post/publish/inbox/video/init/', videoOf(video.length)),
)
refuses('1: creator_info needs video.publish', { status: 401, code: 'scope_not_authorized' }, (on) =>
  withScopes(on, 'user.info.basic', '/post/publish/creator_info/query/', {}),
)
refuses('5: the app itself was not given the scope', { status: 401, code: 'scope_permission_missed' }, async (on) => {
  await on.settings({ appLacks: ['video.publish'] })
  return on.initVideo('alice', videoOf(video.length))
})
refuses('4: metrics need video.list', { status: 401, code: 'scope_not_authorized' }, (on) =>
  withScopes(on, 'user.info.basic', '/video/list/?fields=id', {}),
)
refuses('1: a field without its scope', { status: 401, code: 'scope_not_authorized' }, async (on) => {
  const { access } = await on.connect('alice', 'user.info.basic')
  return on.call('GET', '/v2/user/info/?fields=open_id,username', { token: access })
})
refuses('1: a profile without fields', invalidParams, async (on) => {
  const { access } = await on.connect()
  return on.call('GET', '/v2/user/info/', { token: access })
})
refuses('1: an unknown field', invalidParams, async (on) => {
  const { access } = await on.connect()
  return on.call('GET', '/v2/user/info/?fields=open_id,email', { token: access })
})

// tiktok.md, 2. Publishing: direct video, and 3. Content rules.
const initsRefused: Readonly<Record<string, unknown>> = {
  'no body': {},
  'no post_info': { source_info: videoOf(video.length).source_info },
  'no privacy_level: it has no default': videoOf(video.length, { privacy_level: undefined }),
  'a privacy_level that is none': videoOf(video.length, { privacy_level: 'PUBLIC' }),
  'a title of 2201 UTF-16 units': videoOf(video.length, { title: `${'😀'.repeat(1_100)}x` }),
  'a title that is not a string': videoOf(video.length, { title: 7 }),
  'a switch that is not a bool': videoOf(video.length, { disable_comment: 'true' }),
  'paid content for its author alone': videoOf(video.length, {
    brand_content_toggle: true,
    privacy_level: 'SELF_ONLY',
  }),
  'no source_info': { post_info: publicly },
  'a source that is none': videoOf(video.length, {}, { source: 'URL' }),
  'no size': videoOf(video.length, {}, { video_size: undefined }),
  'a size of 0': videoOf(0),
  'more than 4 GB': videoOf(4 * 1024 ** 3 + 1, {}, { chunk_size: 64_000_000, total_chunk_count: 67 }),
  'chunks under 5 MB': videoOf(12_000_000, {}, { chunk_size: 4_000_000, total_chunk_count: 3 }),
  'chunks over 64 MB': videoOf(130_000_000, {}, { chunk_size: 65_000_000, total_chunk_count: 2 }),
  'a single chunk over 64 MB': videoOf(65_000_000),
  'a small file in chunks larger than it is': videoOf(1_000, {}, { chunk_size: 5_000_000 }),
  'a count that is rounded up': videoOf(100_000_000, {}, { chunk_size: 30_000_000, total_chunk_count: 4 }),
}
for (const [line, json] of Object.entries(initsRefused))
  refuses(`2a and 2.3: ${line}`, invalidParams, (on) => on.initVideo('alice', json))

test('2.3: 100 MB in chunks of 30 MB are three chunks, and an emoji counts twice', async () => {
  await using on = await startTiktok()
  const plan = { chunk_size: 30_000_000, total_chunk_count: 3 }
  assert.equal((await on.initVideo('alice', videoOf(100_000_000, {}, plan))).status, 200)
  assert.equal((await on.initVideo('alice', videoOf(video.length, { title: '😀'.repeat(1_100) }))).status, 200)
})

refuses('5: a privacy level that the creator does not have', forbidden('privacy_level_option_mismatch'), (on) =>
  on.initVideo('carla', videoOf(video.length)),
)
refuses('2.4: a video from an unverified URL', forbidden('url_ownership_unverified'), (on) =>
  on.initVideo('alice', {
    ...videoOf(1),
    source_info: { source: 'PULL_FROM_URL', video_url: 'https://media.example/a.mp4' },
  }),
)
refuses('2.4: outside the verified prefix', forbidden('url_ownership_unverified'), async (on) => {
  await on.settings({ verifiedUrls: ['https://media.example/own/', 'files.example'] })
  return on.initPhotos('alice', photosOf(['https://files.example/a.jpg', 'https://media.example/a.jpg']))
})
refuses('2.4: not over https', forbidden('url_ownership_unverified'), async (on) => {
  await on.settings({ verifiedUrls: ['media.example'] })
  return on.initPhotos('alice', photosOf(['http://media.example/a.jpg']))
})

// tiktok.md, 2c. Photos.
const here = ['http://127.0.0.1:9/a.jpg']
const photosRefused: Readonly<Record<string, unknown>> = {
  'photos that are sent': photosOf(here, {}, { source_info: { source: 'FILE_UPLOAD', photo_images: here } }),
  'no photo': photosOf([]),
  '36 photos': photosOf(Array.from({ length: 36 }, () => here[0] ?? '')),
  'a cover that is not there': photosOf(
    here,
    {},
    { source_info: { source: 'PULL_FROM_URL', photo_images: here, photo_cover_index: 1 } },
  ),
  'a title of 91': photosOf(here, { title: 'x'.repeat(91) }),
  'a description of 4001': photosOf(here, { description: 'x'.repeat(4_001) }),
  'no post_mode': photosOf(here, {}, { post_mode: undefined }),
  'another media_type': photosOf(here, {}, { media_type: 'VIDEO' }),
  'no privacy_level': photosOf(here, { privacy_level: undefined }),
  'no address': photosOf(['photo.jpg']),
}
for (const [line, json] of Object.entries(photosRefused))
  refuses(`2c: ${line}`, invalidParams, (on) => on.initPhotos('alice', json))

// tiktok.md, 1. Audit restrictions, and 5.
const unaudited = forbidden('unaudited_client_can_only_post_to_private_accounts')
refuses('1 Audit: for everyone', unaudited, async (on) => {
  await on.settings({ audited: false })
  return on.initVideo('alice', videoOf(video.length))
})
refuses('1 Audit: for its author alone, on a public account', unaudited, async (on) => {
  await on.settings({ audited: false })
  return on.initVideo('alice', videoOf(video.length, { privacy_level: 'SELF_ONLY' }))
})
refuses('1 Audit: on a private account, but for followers', unaudited, async (on) => {
  await on.settings({ audited: false })
  return on.initVideo('carla', videoOf(video.length, { privacy_level: 'FOLLOWER_OF_CREATOR' }))
})
test('1 Audit: an unaudited app may publish only private posts on private accounts, for five people a day', async () => {
  await using on = await startTiktok()
  await on.settings({ audited: false })
  const send = async (name: string) => {
    await on.act(name, 'go_private')
    return (await on.initVideo(name, videoOf(video.length, { privacy_level: 'SELF_ONLY' }))).body.error.code
  }
  for (const name of ['alice', 'bob', 'carla', 'user-1', 'user-2', 'alice']) assert.equal(await send(name), 'ok', name)
  assert.equal(await send('user-3'), 'reached_active_user_cap')
  const response = await on.creatorInfo('user-3')
  assert.deepEqual([response.status, response.body.error.code], [200, 'reached_active_user_cap'])
  on.later(days(1))
  assert.equal(await send('user-3'), 'ok')
})

for (const [act, code] of [
  ['suspect', 'spam_risk'],
  ['suspect_text', 'spam_risk_text'],
  ['stop_posts', 'spam_risk_too_many_posts'],
  ['ban_from_posting', 'spam_risk_user_banned_from_posting'],
  ['cap_users', 'reached_active_user_cap'],
] as const)
  refuses(`5: ${act}`, forbidden(code), async (on) => {
    await on.act('alice', act)
    return on.initVideo('alice', videoOf(video.length))
  })
refuses('2b: stop_drafts', forbidden('spam_risk_too_many_pending_share'), async (on) => {
  await on.act('alice', 'stop_drafts')
  return on.initInbox('alice', videoOf(video.length))
})
refuses('2.1: errors with status 200', { status: 200, code: 'spam_risk_user_banned_from_posting' }, async (on) => {
  await on.act('alice', 'ban_from_posting')
  return on.creatorInfo('alice')
})
refuses('2: a non-ok code may have status 200', { status: 200, code: 'privacy_level_option_mismatch' }, async (on) => {
  await on.settings({ errorsIn200: true })
  return on.initVideo('carla', videoOf(video.length))
})
test('3: after the daily number of posts, more are rejected until the next day', async () => {
  await using on = await startTiktok()
  await on.settings({ dailyPosts: 2 })
  const codes: unknown[] = []
  for (const ms of [0, 0, 0, days(1)]) {
    on.later(ms)
    const { status, body } = await on.initVideo('alice', videoOf(video.length))
    codes.push([status, body.error.code])
  }
  const full = [403, 'spam_risk_too_many_posts']
  assert.deepEqual(codes, [[200, 'ok'], [200, 'ok'], full, [200, 'ok']])
})

// tiktok.md, 2.3. Upload. The header of a 416 response says which bytes have arrived.
const range = `bytes 0-${video.length - 1}/${video.length}`
const uploadsRefused: Readonly<Record<string, readonly [number, (on: OnTiktok, url: string) => Promise<Reply>]>> = {
  'another type': [400, (on, url) => on.put(url, video, range, { 'content-type': 'application/octet-stream' })],
  'no range': [400, (on, url) => on.put(url, video, '')],
  'a range that is none': [400, (on, url) => on.put(url, video, range.replace('bytes ', ''))],
  'a length that is not the range': [400, (on, url) => on.put(url, video.subarray(1), range)],
  'an address that has ended': [
    403,
    (on, url) => {
      on.later(hours(1))
      return on.put(url, video, range)
    },
  ],
  'an upload that is none': [404, (on) => on.put('/video/?upload_id=1&upload_token=x', video, range)],
  'a token that is not its own': [404, (on, url) => on.put(`${url}x`, video, range)],
  'not from the beginning': [416, (on, url) => on.put(url, video.subarray(1), range.replace('0-', '1-'))],
  'another whole': [416, (on, url) => on.put(url, video, range.replace(/\d+$/, '999'))],
  'a chunk of another size': [416, (on, url) => on.put(url, video.subarray(0, 9), `bytes 0-8/${video.length}`)],
}
for (const [line, [status, ask]] of Object.entries(uploadsRefused))
  test(`2.3: ${status}: ${line}`, async () => {
    await using on = await startTiktok()
    const { body } = await on.initVideo('alice', videoOf(video.length))
    const reply = await ask(on, body.data.upload_url)
    assert.equal(reply.status, status)
    if (status === 416) assert.equal(reply.headers.get('content-range'), `bytes */${video.length}`)
    const { data } = (await on.statusOf('alice', body.data.publish_id)).body
    assert.deepEqual([data.status, data.uploaded_bytes], ['PROCESSING_UPLOAD', 0])
    on.later(hours(1))
    assert.deepEqual(on.seen('alice'), [])
  })
test('2.3: 416: a repeated chunk and a chunk sent too early are rejected, and both responses say where to continue', async () => {
  await using on = await startTiktok()
  await on.settings({ minChunkBytes: 100 })
  const longer = mp4({ bytes: 350 })
  const { body } = await on.initVideo('alice', videoOf(350, {}, { chunk_size: 100, total_chunk_count: 3 }))
  const put = (from: number, end: number) =>
    on.put(body.data.upload_url, longer.subarray(from, end), `bytes ${from}-${end - 1}/350`)
  const codes = [await put(0, 100), await put(0, 100), await put(200, 350), await put(100, 200), await put(200, 300)]
  assert.deepEqual(
    codes.map(({ status, headers }) => [status, headers.get('content-range')]),
    [
      [206, 'bytes 0-99/350'],
      [416, 'bytes 0-99/350'],
      [416, 'bytes 0-99/350'],
      [206, 'bytes 0-199/350'],
      [416, 'bytes 0-199/350'],
    ],
  )
  assert.equal((await put(200, 350)).status, 201)
  assert.equal((await put(200, 350)).status, 416)
  on.later(1_500)
  assert.equal(on.seen('alice').length, 1)
})

// tiktok.md, 2.5 and 5.
refuses('5: an unknown publish_id', { status: 400, code: 'invalid_publish_id' }, (on) =>
  on.statusOf('alice', 'v_pub_file~v2-1.1'),
)
refuses(
  "5: someone else's publish_id",
  { status: 400, code: 'token_not_authorized_for_specified_publish_id' },
  async (on) => on.statusOf('bob', (await on.initVideo('alice', videoOf(video.length))).body.data.publish_id),
)
refuses('4: 21 posts at once', invalidParams, (on) =>
  on.as('alice', '/video/query/?fields=id', { filters: { video_ids: Array.from({ length: 21 }, String) } }),
)
refuses('4: a list of 21', invalidParams, (on) => on.as('alice', '/video/list/?fields=id', { max_count: 21 }))

// tiktok.md, 2 and 5: limits per minute, which do not say how long to wait.
test('429: the limits per minute apply to each person and each call', async () => {
  await using on = await startTiktok()
  await on.settings({ rateLimits: true })
  const init = async (name: string) => (await on.initVideo(name, videoOf(video.length))).status
  const codes: number[] = []
  for (let nr = 0; nr < 7; nr += 1) codes.push(await init('alice'))
  assert.deepEqual(codes, [200, 200, 200, 200, 200, 200, 429])
  assert.equal(await init('bob'), 200)
  const full = await on.initVideo('alice', videoOf(video.length))
  assert.deepEqual([full.body.error.code, full.headers.get('retry-after')], ['rate_limit_exceeded', null])
  on.later(60_000)
  assert.equal(await init('alice'), 200)
})

test('faults use the network’s error format, and the log ID may have another name', async () => {
  await using on = await startTiktok()
  await on.settings({ logIdName: 'logid' })
  const wanted = { error_before: [500, 'internal_error'], rate_limit: [429, 'rate_limit_exceeded'] }
  const more = { expired_token: [401, 'access_token_invalid'], reject: [400, 'invalid_params'] }
  for (const [kind, expected] of Object.entries({ ...wanted, ...more })) {
    await on.fault({ kind, call: 'initVideo', times: 1 })
    const { status, body } = await on.initVideo('alice', videoOf(video.length))
    assert.deepEqual([status, body.error.code], expected)
    assert.deepEqual(Object.keys(body.error), ['code', 'message', 'logid'])
  }
  const { refresh } = await on.connect()
  await on.fault({ kind: 'revoked_token', call: 'token', times: 1 })
  assert.equal((await on.refresh(refresh)).body.error, 'invalid_grant')
})

test('an invalid setting is refused with a message that names the valid values', async () => {
  await using on = await startTiktok()
  for (const settings of [{ audited: 1 }, { uploadMs: -1 }, { callbacks: [1] }, { logIdName: 'id' }])
    await assert.rejects(on.settings(settings), /must be/)
})
