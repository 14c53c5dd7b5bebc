import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { days, minutes } from '../../../core/kit/clock.ts'
import { jpeg, mp4 } from '../../../core/tests/files.ts'
import { startOwnPlace } from '../../../core/tests/kit.ts'
import { photosOf, startTiktok, videoOf } from './kit.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('tiktok.md 2.1: options, switches and the maximum video length depend on the person', async () => {
  await using on = await startTiktok()
  const { body: alice } = await on.creatorInfo('alice')
  const { body: carla } = await on.creatorInfo('carla')
  assert.deepEqual(alice.data.privacy_level_options, ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'])
  assert.deepEqual([alice.data.comment_disabled, alice.data.max_video_post_duration_sec], [false, 600])
  assert.deepEqual([alice.data.creator_username, alice.data.creator_nickname], ['alice', 'Alice'])
  assert.deepEqual(carla.data.privacy_level_options, ['FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'])
  assert.deepEqual([carla.data.comment_disabled, carla.data.max_video_post_duration_sec], [true, 60])
  await on.act('alice', 'turn_off_interactions')
  assert.equal((await on.creatorInfo('alice')).body.data.duet_disabled, true)
})

test('tiktok.md 2.3: the last chunk includes the remainder, and all chunks form one file', async () => {
  await using on = await startTiktok()
  // A chunk is larger than the part of a file that the sandbox keeps, and must still be hashed.
  const video = mp4({ bytes: 22_000_000 })
  const plan = { chunk_size: 9_000_000, total_chunk_count: 2 }
  const { body } = await on.initVideo('alice', videoOf(video.length, { title: 'Ebb' }, plan))
  const { publish_id, upload_url } = body.data
  assert.ok(publish_id.length <= 64 && upload_url.length <= 256)
  const statuses: unknown[] = []
  for (const [from, end] of [
    [0, 9_000_000],
    [9_000_000, 22_000_000],
  ] as const) {
    const range = `bytes ${from}-${end - 1}/${video.length}`
    const { status, headers } = await on.put(upload_url, video.subarray(from, end), range)
    const { data } = (await on.statusOf('alice', publish_id)).body
    statuses.push([status, headers.get('content-range'), data.status, data.uploaded_bytes])
  }
  assert.deepEqual(statuses, [
    [206, 'bytes 0-8999999/22000000', 'PROCESSING_UPLOAD', 9_000_000],
    [201, 'bytes 0-21999999/22000000', 'PROCESSING_UPLOAD', 22_000_000],
  ])
  assert.deepEqual(on.seen('alice'), [])
  on.later(1_500)
  const [post, ...more] = on.seen('alice')
  assert.deepEqual([post?.text, post?.media[0]?.sha256, post?.media[0]?.bytes], ['Ebb', sha256(video), video.length])
  assert.deepEqual([post?.key, more], [publish_id, []])
})

test('tiktok.md 2.5: the ID appears once the post is public, as an unquoted number that exceeds JavaScript’s precision', async () => {
  await using on = await startTiktok()
  const id = await on.sendVideo('alice')
  assert.equal((await on.statusOf('alice', id)).body.data.status, 'PROCESSING_UPLOAD')
  on.later(1_500)
  const { data } = (await on.statusOf('alice', id)).body
  assert.deepEqual([data.status, data.publicaly_available_post_id], ['PUBLISH_COMPLETE', []])
  on.later(3_000)
  const { text, body } = await on.statusOf('alice', id)
  const [postId] = /"publicaly_available_post_id":\[(\d+)\]/.exec(text)?.slice(1) ?? []
  assert.equal(postId, on.seen('alice')[0]?.id)
  assert.ok(BigInt(postId ?? 0) > 2n ** 53n)
  assert.notEqual(String(body.data.publicaly_available_post_id[0]), postId)
  const page = await on.call('GET', `/@alice/video/${postId}`)
  assert.equal(page.headers.get('location'), `${on.sandbox.url}/feed/tiktok/alice#${postId}`)
  assert.equal((await on.call('GET', `/@bob/video/${postId}`)).status, 404)
})

test('tiktok.md 2.5: a post that is not public never gets an ID', async () => {
  await using on = await startTiktok()
  const id = await on.sendVideo('alice', { privacy_level: 'SELF_ONLY' })
  on.later(days(2))
  const { data } = (await on.statusOf('alice', id)).body
  assert.deepEqual(
    [data.status, data.publicaly_available_post_id, on.seen('alice').length],
    ['PUBLISH_COMPLETE', [], 1],
  )
  const listed = await on.as('alice', '/video/list/?fields=id', {})
  assert.deepEqual(listed.body.data.videos, [])
})

test('tiktok.md 7: FAILED is returned with the code ok, and the reason is in the data', async () => {
  await using on = await startTiktok()
  const reasons: Record<string, () => Promise<string>> = {
    file_format_check_failed: () => on.sendVideo('alice', {}, Buffer.alloc(400, 1)),
    picture_size_check_failed: () => on.sendVideo('alice', {}, mp4({ width: 640, height: 352 })),
    'duration_check_failed short': () => on.sendVideo('alice', {}, mp4({ durationMs: 2_900 })),
    'duration_check_failed long': () =>
      on.sendVideo('carla', { privacy_level: 'SELF_ONLY' }, mp4({ durationMs: 61_000 })),
    frame_rate_check_failed: async () => {
      await on.act('alice', 'fail_next', { with: { reason: 'frame_rate_check_failed' } })
      return on.sendVideo('alice')
    },
  }
  for (const [reason, send] of Object.entries(reasons)) {
    const id = await send()
    on.later(1_500)
    const who = reason.endsWith('long') ? 'carla' : 'alice'
    const { status, body } = await on.statusOf(who, id)
    assert.deepEqual([status, body.error.code, body.data.status], [200, 'ok', 'FAILED'])
    assert.equal(body.data.fail_reason, reason.split(' ')[0])
  }
  assert.deepEqual([...on.seen('alice'), ...on.seen('carla')], [])
})

test('tiktok.md 2c and 2.4: photos are fetched from the app’s server, in order, and shown with their text', async () => {
  await using on = await startTiktok()
  await using place = await startOwnPlace({ 'photo.jpg': jpeg(), 'other.jpg': jpeg(720, 720) })
  const urls = [`${place.url}/other.jpg`, `${place.url}/photo.jpg`]
  const { body } = await on.initPhotos('alice', photosOf(urls, { title: 'Tide', description: 'in and out' }))
  assert.deepEqual(Object.keys(body.data), ['publish_id'])
  on.later(1_500)
  const { data } = (await on.fetched('alice', body.data.publish_id)).body
  assert.deepEqual([data.status, data.downloaded_bytes], ['PUBLISH_COMPLETE', 2 * jpeg().length])
  const [post] = on.seen('alice')
  assert.equal(post?.text, 'Tide\nin and out')
  assert.deepEqual(
    post?.media.map(({ sha256: one }) => one),
    [sha256(jpeg(720, 720)), sha256(jpeg())],
  )
  const page = await on.call('GET', `/@alice/photo/${post?.id}`)
  assert.equal(page.status, 302)
})

test('tiktok.md 2.4 and 3: a file that cannot be fetched or shown fails later, which only the status reports', async () => {
  await using on = await startTiktok()
  const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\x01\0', 'latin1')
  const files = {
    'photo.jpg': jpeg(),
    'large.jpg': jpeg(1_200, 1_200),
    'tall.jpg': jpeg(1_080, 1_920),
    'photo.png': png,
  }
  await using place = await startOwnPlace(files)
  const outcomes: Record<string, string> = {
    missing: 'photo_pull_failed',
    moved: 'photo_pull_failed',
    'large.jpg': 'picture_size_check_failed',
    'photo.png': 'file_format_check_failed',
    'tall.jpg': 'PUBLISH_COMPLETE',
  }
  for (const [name, outcome] of Object.entries(outcomes)) {
    const { body } = await on.initPhotos('alice', photosOf([`${place.url}/${name}`]))
    on.later(1_500)
    const { data } = (await on.fetched('alice', body.data.publish_id)).body
    assert.equal(data.fail_reason ?? data.status, outcome, name)
  }
  assert.equal(on.seen('alice').length, 1)
  const pulled = { source: 'PULL_FROM_URL', video_url: `${place.url}/missing` }
  const { body } = await on.initVideo('alice', { ...videoOf(1), source_info: pulled })
  assert.equal(body.data.upload_url, undefined)
  assert.equal((await on.fetched('alice', body.data.publish_id)).body.data.fail_reason, 'video_pull_failed')
})

test('tiktok.md 2.4: videos can also be fetched from the app’s server', async () => {
  await using on = await startTiktok()
  await using place = await startOwnPlace({ 'film.mp4': mp4() })
  const source_info = { source: 'PULL_FROM_URL', video_url: `${place.url}/film.mp4` }
  const { body } = await on.initVideo('alice', { ...videoOf(1, { title: 'Fetched' }), source_info })
  on.later(1_500)
  await on.fetched('alice', body.data.publish_id)
  assert.deepEqual(
    on.seen('alice').map(({ text, media }) => [text, media[0]?.sha256]),
    [['Fetched', sha256(mp4())]],
  )
})

test('tiktok.md 2b: a draft stays in the inbox without text until its owner posts it; at most five are allowed', async () => {
  await using on = await startTiktok()
  await on.settings({ pendingDrafts: 5 })
  const source_info = videoOf(mp4().length).source_info
  const ids: string[] = []
  for (const _ of [1, 2, 3, 4, 5]) {
    const { body } = await on.initInbox('alice', { source_info, post_info: { title: 'not carried' } })
    await on.put(body.data.upload_url, mp4(), `bytes 0-${mp4().length - 1}/${mp4().length}`)
    ids.push(body.data.publish_id)
  }
  const sixth = await on.initInbox('alice', { source_info })
  assert.deepEqual([sixth.status, sixth.body.error.code], [403, 'spam_risk_too_many_pending_share'])
  on.later(1_500)
  assert.equal((await on.statusOf('alice', ids[0] ?? '')).body.data.status, 'SEND_TO_USER_INBOX')
  assert.deepEqual(on.seen('alice'), [])
  await on.act('alice', 'finish_drafts')
  assert.equal((await on.statusOf('alice', ids[0] ?? '')).body.data.status, 'PUBLISH_COMPLETE')
  assert.deepEqual(
    on.seen('alice').map(({ text }) => text),
    ['', '', '', '', ''],
  )
  assert.equal((await on.initInbox('alice', { source_info })).status, 200)
})

test('tiktok.md 2c: a draft of photos needs no privacy level, and its other settings are ignored', async () => {
  await using on = await startTiktok()
  await using place = await startOwnPlace({ 'photo.jpg': jpeg() })
  const { post_info: _, ...draft } = photosOf([`${place.url}/photo.jpg`], {}, { post_mode: 'MEDIA_UPLOAD' })
  const { body } = await on.initPhotos('alice', draft)
  on.later(1_500)
  assert.equal((await on.fetched('alice', body.data.publish_id)).body.data.status, 'SEND_TO_USER_INBOX')
})

test('tiktok.md 2.6: an unpublished post can be cancelled once', async () => {
  await using on = await startTiktok()
  const id = await on.sendVideo('alice')
  const cancel = () => on.as('alice', '/post/publish/cancel/', { publish_id: id })
  assert.equal((await cancel()).body.error.code, 'ok')
  on.later(minutes(1))
  const { data } = (await on.statusOf('alice', id)).body
  assert.deepEqual([data.status, data.fail_reason, on.seen('alice')], ['FAILED', 'publish_cancelled', []])
  const again = await cancel()
  assert.deepEqual([again.status, again.body.error.code], [400, 'invalid_publish_id'])
})

test('tiktok.md 2: the network detects no repeats; two calls create two posts', async () => {
  await using on = await startTiktok()
  await on.sendVideo('alice', { title: 'Same' })
  await on.sendVideo('alice', { title: 'Same' })
  on.later(1_500)
  assert.deepEqual(
    on.seen('alice').map(({ text }) => text),
    ['Same', 'Same'],
  )
})

test('tiktok.md 4: public posts are listed newest first and can be queried by ID, and their counts grow', async () => {
  await using on = await startTiktok()
  for (const title of ['One', 'Two', 'Three']) {
    await on.sendVideo('alice', { title })
    on.later(2_000)
  }
  on.later(3_000)
  const fields =
    'id,create_time,share_url,title,video_description,duration,view_count,like_count,comment_count,share_count'
  const list = async (json: object) => (await on.as('alice', `/video/list/?fields=${fields}`, json)).body.data
  const first = await list({ max_count: 2 })
  const rest = await list({ max_count: 2, cursor: first.cursor })
  const titles = ({ videos }: { videos: { title: string }[] }) => videos.map(({ title }) => title)
  assert.deepEqual(
    [titles(first), first.has_more, titles(rest), rest.has_more],
    [['Three', 'Two'], true, ['One'], false],
  )
  const [one] = rest.videos
  assert.equal(one.share_url, `${on.base}/@alice/video/${one.id}`)
  assert.deepEqual(
    [one.duration, typeof one.id, one.create_time],
    [4, 'string', Math.floor(Date.UTC(2026, 10, 15, 9) / 1_000) + 1],
  )
  on.later(days(1))
  const query = (ids: string[]) => on.as('alice', `/video/query/?fields=${fields}`, { filters: { video_ids: ids } })
  const { data } = (await query([one.id, '7000000000000000000'])).body
  assert.deepEqual(data.videos.length, 1)
  assert.ok(data.videos[0].view_count > one.view_count)
  await on.act('alice', 'delete_latest')
  assert.deepEqual(titles(await list({})), ['Two', 'One'])
  assert.deepEqual(on.seen('alice').at(-1)?.kind, 'delete')
  const bob = await on.as('bob', `/video/query/?fields=id`, { filters: { video_ids: [one.id] } })
  assert.deepEqual(bob.body.data.videos, [])
})

test('a benchmark’s numbered people have tokens immediately, and the feed shows their posts', async () => {
  await using on = await startTiktok()
  const { body } = await on.call('POST', '/control/accounts', { json: { network: 'tiktok', count: 2 } })
  const [, second] = body.accounts
  const { body: who } = await on.call('GET', '/v2/user/info/?fields=open_id', { token: second.accessToken })
  assert.deepEqual([second.account, who.data.user.open_id], ['user-2', second.openId])
  await on.sendVideo('alice', { title: 'A #tide <b>' })
  on.later(1_500)
  const page = await on.call('GET', `${on.sandbox.url}/feed/tiktok/alice`)
  assert.match(page.body, /A #tide &lt;b&gt;/)
  assert.match(page.body, /<video src="\/media\/tiktok\//)
})
