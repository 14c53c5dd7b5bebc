import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { seconds } from '../../../core/kit/clock.ts'
import { client, type Facebook, mp4, png, startFacebook, type TestPage, uploadOf } from './kit.ts'

const video = mp4(540, 960, 10_000, 3_000)
const sha256 = createHash('sha256').update(video).digest('hex')

async function send(page: TestPage, from: number, upTo: number, session: string) {
  const fields = { upload_phase: 'transfer', upload_session_id: session, start_offset: String(from) }
  return await page.upload('videos', uploadOf('video_file_chunk', video.subarray(from, upTo), fields))
}

const statusOf = async (page: TestPage, id: string) =>
  (await page.get(`/${id}?fields=status,published,post_id,permalink_url`)).body

async function put(on: Facebook, page: TestPage, url: string, from = 0, bytes = video.subarray(from)) {
  const headers = { authorization: `OAuth ${page.token}`, offset: String(from), file_size: String(video.length) }
  return await on.call('POST', url, { headers, bytes })
}

test('a video is uploaded in chunks, resumes after an interruption, and is visible once it is processed', async () => {
  await using on = await startFacebook()
  await on.settings({ video_chunk_bytes: 1_000 })
  const page = await on.page()
  const started = (await page.post({ upload_phase: 'start', file_size: String(video.length) }, 'videos')).body
  assert.deepEqual([started.start_offset, started.end_offset], ['0', '1000'])
  const { upload_session_id: session, video_id: id } = started
  assert.deepEqual((await send(page, 0, 1_000, session)).body, { start_offset: '1000', end_offset: '2000' })
  const again = (await send(page, 0, 1_000, session)).body.error
  assert.deepEqual([again.code, again.error_data], [6_001, { start_offset: '1000', end_offset: '2000' }])
  const early = await page.post({ upload_phase: 'finish', upload_session_id: session }, 'videos')
  assert.equal(early.body.error.code, 6_000)
  assert.equal((await statusOf(page, id)).status.uploading_phase.bytes_transfered, 1_000)
  await send(page, 1_000, 2_000, session)
  assert.deepEqual((await send(page, 2_000, 3_000, session)).body, { start_offset: '3000', end_offset: '3000' })
  const end = { upload_phase: 'finish', upload_session_id: session, description: 'A video' }
  assert.deepEqual((await page.post(end, 'videos')).body, { success: true })
  const working = await statusOf(page, id)
  assert.deepEqual([working.status.video_status, working.published, working.post_id], ['processing', false, undefined])
  assert.deepEqual(on.seen('alice-bakery'), [])
  assert.equal((await page.post(end, 'videos')).body.error.code, 100)
  on.later(seconds(2))
  const done = await statusOf(page, id)
  assert.deepEqual(
    [done.status.video_status, done.status.publishing_phase.publish_status, done.published],
    ['ready', 'published', true],
  )
  assert.equal(done.permalink_url, `/reel/${id}/`)
  assert.deepEqual(
    on.seen('alice-bakery').map((one) => [one.id, one.text, one.media[0]?.sha256]),
    [[done.post_id, 'A video', sha256]],
  )
  const { data } = (await page.edge('published_posts?fields=id,attachments{media_type,target{id}}')).body
  assert.deepEqual(data[0].attachments.data, [{ media_type: 'video', target: { id } }])
})

test('a reel is announced, uploaded to another host and finished; its upload can be resumed', async () => {
  await using on = await startFacebook()
  const page = await on.page()
  const { video_id: id, upload_url: url } = (await page.post({ upload_phase: 'start' }, 'video_reels')).body
  assert.equal(url, `${on.base}/video-upload/v25.0/${id}`)
  assert.equal((await put(on, page, url, 0, video.subarray(0, 1_200))).body.success, true)
  assert.equal((await put(on, page, url)).body.error.code, 6_001)
  const from = (await statusOf(page, id)).status.uploading_phase.bytes_transfered
  assert.equal((await put(on, page, url, from)).body.success, true)
  assert.equal((await statusOf(page, id)).status.video_status, 'upload_complete')
  const end = await page.post(
    { upload_phase: 'finish', video_id: id, video_state: 'PUBLISHED', description: 'Quick' },
    'video_reels',
  )
  assert.equal(end.body.success, true)
  on.later(seconds(2))
  assert.deepEqual(
    on.seen('alice-bakery').map((one) => [one.id, one.text, one.media[0]?.sha256]),
    [[end.body.post_id, 'Quick', sha256]],
  )
  assert.deepEqual((await page.edge('video_reels?fields=id')).body.data, [{ id }])
})

test('a story has a photo or a video, and stories have a separate list', async () => {
  await using on = await startFacebook()
  const page = await on.page()
  const photo = (await page.photo(png(540, 960))).body.id
  const still = (await page.post({ photo_id: photo }, 'photo_stories')).body
  const { video_id: id, upload_url: url } = (await page.post({ upload_phase: 'start' }, 'video_stories')).body
  await put(on, page, url)
  const moving = (await page.post({ upload_phase: 'finish', video_id: id }, 'video_stories')).body
  on.later(seconds(2))
  const { data } = (await page.edge('stories?fields=post_id,status,media_type,media_id')).body
  assert.deepEqual(
    data.map(({ id: _, ...story }: { id: string }) => story),
    [
      { post_id: moving.post_id, status: 'PUBLISHED', media_type: 'video', media_id: id },
      { post_id: still.post_id, status: 'PUBLISHED', media_type: 'photo', media_id: photo },
    ],
  )
  assert.deepEqual((await page.edge('published_posts')).body.data, [])
})

test('a file that was uploaded to the app becomes a video through its handle', async () => {
  await using on = await startFacebook()
  const token = await on.longToken('alice')
  const form = { file_length: String(video.length), file_name: 'film.mp4', file_type: 'video/mp4' }
  const { id } = (await on.call('POST', `/${client.client_id}/uploads`, { token, form })).body
  const headers = (offset: number) => ({ authorization: `OAuth ${token}`, file_offset: String(offset) })
  await on.call('POST', `/${id}`, { headers: headers(0), bytes: video.subarray(0, 1_000) })
  const { file_offset: from } = (await on.call('GET', `/${id}`, { headers: headers(0) })).body
  const { h } = (await on.call('POST', `/${id}`, { headers: headers(from), bytes: video.subarray(from) })).body
  const page = await on.page()
  assert.equal((await page.post({ fbuploader_video_file_chunk: h, description: 'By handle' }, 'videos')).status, 200)
  on.later(seconds(2))
  assert.deepEqual(
    on.seen('alice-bakery').map(({ text, media }) => [text, media[0]?.sha256]),
    [['By handle', sha256]],
  )
})

test('a video that cannot be processed reports its failure and is never visible', async () => {
  await using on = await startFacebook()
  const page = await on.page()
  await on.act('alice-bakery', 'fail_next_video')
  const { id } = (await page.upload('videos', uploadOf('source', video))).body
  on.later(seconds(2))
  const { status } = await statusOf(page, id)
  assert.deepEqual([status.video_status, status.processing_phase.status], ['error', 'error'])
  assert.deepEqual(on.seen('alice-bakery'), [])
})

test('a vertical feed video is published as a reel, or stays a draft if the rule says so', async () => {
  await using on = await startFacebook()
  const page = await on.page()
  const send = async () => (await page.upload('videos', uploadOf('source', video))).body.id
  const reel = await send()
  on.later(seconds(2))
  assert.equal((await statusOf(page, reel)).permalink_url, `/reel/${reel}/`)
  await on.settings({ upright_videos: 'draft' })
  const stored = await send()
  on.later(seconds(2))
  const { status, published } = await statusOf(page, stored)
  assert.deepEqual([status.video_status, status.publishing_phase.publish_status, published], ['ready', 'draft', false])
  assert.equal(on.seen('alice-bakery').length, 1)
})

test('a page comments on its own posts and videos, and the comments can be found', async () => {
  await using on = await startFacebook()
  const page = await on.page()
  const post = (await page.post({ message: 'A post' })).body.id
  const first = (await page.send('POST', `/${post}/comments`, { message: 'More here' })).body.id
  const { data } = (await page.get(`/${post}/comments?fields=id,message,from`)).body
  assert.deepEqual(data, [{ id: first, message: 'More here', from: { id: page.id, name: "Alice's Bakery" } }])
  const { id } = (await page.upload('videos', uploadOf('source', video))).body
  assert.equal((await page.send('POST', `/${id}/comments`, { message: 'too early' })).body.error.error_subcode, 33)
  on.later(seconds(2))
  assert.equal((await page.send('POST', `/${id}/comments`, { message: 'under a video' })).status, 200)
  assert.deepEqual(
    on.seen('alice-bakery').map(({ kind, text, replyTo }) => [kind, text, replyTo !== null]),
    [
      ['post', 'A post', false],
      ['reply', 'More here', true],
      ['post', '', false],
      ['reply', 'under a video', true],
    ],
  )
})

test('metrics grow with time, under their current names', async () => {
  await using on = await startFacebook()
  const page = await on.page()
  const { id } = (await page.post({ message: 'Counted' })).body
  const views = async () => {
    const { data } = (await page.get(`/${id}/insights?metric=post_media_view,post_reactions_by_type_total`)).body
    return data[0].values[0].value
  }
  assert.equal(await views(), 0)
  on.later(86_400_000)
  const total = await views()
  assert.ok(total > 0)
  await on.settings({ views_in_parts: true })
  const { is_from_ads: paid, is_from_followers: own } = await views()
  assert.equal(paid + own, total)
  const fields = 'shares,comments.summary(true).limit(0),reactions.summary(true).limit(0)'
  const { body } = await page.get(`/${id}?fields=${fields}`)
  assert.deepEqual([body.comments, body.reactions.data], [{ data: [], summary: { total_count: 0 } }, []])
  const ofPage = (await page.edge('insights?metric=page_follows,page_media_view&period=day')).body
  assert.deepEqual(
    ofPage.data.map(({ name, values }: { name: string; values: object[] }) => [name, values.length]),
    [
      ['page_follows', 2],
      ['page_media_view', 2],
    ],
  )
})
