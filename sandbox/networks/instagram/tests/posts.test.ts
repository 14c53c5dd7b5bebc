import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { days, hours } from '../../../core/kit/clock.ts'
import { jpeg, mp4, png } from '../../../core/tests/files.ts'
import type { Reply } from '../../../core/tests/kit.ts'
import { codesOf, type OnInstagram, startInstagram } from './kit.ts'

// "instagram.md 2.1" and the like are the section of the network's description that a test verifies.

const read = async (on: OnInstagram, id: string, fields: string) =>
  (await on.as('alice', 'GET', `/${id}?fields=${fields}`)).body

test('instagram.md 2.6: an image is prepared, polled, published once, and read back', async () => {
  await using on = await startInstagram()
  const { body } = await on.create({ image_url: on.at('a.jpg'), caption: 'one #tag', alt_text: 'A' })
  assert.deepEqual((await on.stateOf(body.id)).body, {
    id: body.id,
    status_code: 'FINISHED',
    status: 'Finished: Media has been uploaded and it is ready to be published.',
  })
  const { id } = (await on.publish(body.id)).body
  assert.equal((await on.stateOf(body.id)).body.status_code, 'PUBLISHED')
  assert.equal((await on.publish(body.id)).body.error.code, 100)
  await on.settings({ republishes: true })
  assert.equal((await on.publish(body.id)).body.id, id)
  const fields = 'id,caption,media_type,media_product_type,permalink,shortcode,timestamp,like_count,comments_count'
  const post = await read(on, id, fields)
  assert.deepEqual(
    [post.caption, post.media_type, post.media_product_type, post.like_count, post.comments_count],
    ['one #tag', 'IMAGE', 'FEED', 0, 0],
  )
  assert.equal(post.permalink, `${on.base}/p/${post.shortcode}/`)
  const shown = await on.call('GET', post.permalink)
  assert.deepEqual([shown.status, shown.headers.get('location')], [302, `${on.sandbox.url}/feed/instagram/alice#${id}`])
  assert.deepEqual(
    on.seen('alice').map(({ id: one, kind, text, media }) => [one, kind, text, media[0]?.alt]),
    [[id, 'post', 'one #tag', 'A']],
  )
  await on.act('alice', 'hide_likes')
  assert.deepEqual(await read(on, id, 'like_count'), { id })
})

test('instagram.md 2.6: a carousel shows its items in order, and counts as one post', async () => {
  await using on = await startInstagram()
  const item = async (form: Readonly<Record<string, string>>) =>
    (await on.create({ is_carousel_item: 'true', ...form })).body.id
  const a = await item({ image_url: on.at('a.jpg'), alt_text: 'A' })
  const b = await item({ image_url: on.at('b.jpg') })
  const c = (await on.video({ media_type: 'VIDEO', is_carousel_item: 'true' })).body.id
  const whole = await on.create({ media_type: 'CAROUSEL', caption: 'three', children: [b, c, a].join() })
  assert.equal((await on.publish(b)).body.error.code, 100, 'an item is not a post')
  const { id } = (await on.publish(whole.body.id)).body
  const [post, ...more] = on.seen('alice')
  assert.deepEqual(
    [post?.text, post?.media.map(({ kind, alt }) => [kind, alt]), more],
    [
      'three',
      [
        ['image', ''],
        ['video', ''],
        ['image', 'A'],
      ],
      [],
    ],
  )
  const { media_type: type, children } = await read(on, id, 'media_type,children{media_type}')
  assert.deepEqual(
    [type, children.data.map((one: { media_type: string }) => one.media_type)],
    ['CAROUSEL_ALBUM', ['IMAGE', 'VIDEO', 'IMAGE']],
  )
  const limit = (await on.as('alice', 'GET', '/me/content_publishing_limit?fields=quota_usage,config')).body
  assert.deepEqual(limit, { data: [{ quota_usage: 1, config: { quota_total: 50, quota_duration: 86_400 } }] })
})

test('instagram.md 2.3: a reel takes time to process, and its error is in its container', async () => {
  const more = {
    'wide.mp4': mp4({ width: 2_000 }),
    'short.mp4': mp4({ durationMs: 2_000 }),
    'long.mp4': mp4({ durationMs: 900_001 }),
    'slow.mp4': mp4({ frameRate: 20 }),
    'text.mp4': Buffer.from('not a video'),
    'cover.png': png(),
  }
  await using on = await startInstagram({ more })
  const made = (await on.create({ media_type: 'REELS', video_url: on.at('c.mp4') })).body.id
  assert.equal((await on.stateOf(made)).body.status_code, 'IN_PROGRESS')
  assert.deepEqual(codesOf(await on.publish(made)), [400, 9_007, 2_207_027])
  const stateOf = async (form: Readonly<Record<string, string>>) => {
    const { status_code: code, status } = (await on.video(form)).body
    return code === 'ERROR' ? Number(/\b2207\d{3}\b/.exec(status)?.[0]) : code
  }
  const video = (name: string) => stateOf({ video_url: on.at(name) })
  assert.equal(await video('c.mp4'), 'FINISHED')
  for (const name of ['wide.mp4', 'short.mp4', 'long.mp4', 'slow.mp4', 'text.mp4'])
    assert.equal(await video(name), 2_207_026, name)
  assert.equal(await video('none.mp4'), 2_207_077)
  assert.equal(await stateOf({ thumb_offset: '4000' }), 2_207_057)
  assert.equal(await stateOf({ thumb_offset: '0' }), 'FINISHED')
  assert.equal(await stateOf({ cover_url: on.at('cover.png') }), 2_207_005)
  assert.equal(await stateOf({ cover_url: on.at('a.jpg'), thumb_offset: '9999' }), 'FINISHED')
  await on.act('alice', 'fail_next_file', { with: { reason: 2_207_053 } })
  assert.equal(await stateOf({}), 2_207_053)
  assert.equal(await stateOf({}), 'FINISHED')
  const reel = (await on.video({ share_to_feed: 'false', caption: 'reel' })).body.id
  const { id } = (await on.publish(reel)).body
  const post = await read(on, id, 'media_product_type,is_shared_to_feed,permalink,shortcode')
  assert.deepEqual([post.media_product_type, post.is_shared_to_feed], ['REELS', false])
  assert.equal(post.permalink, `${on.base}/reel/${post.shortcode}/`)
})

test('instagram.md 2.6 Story: a story is in a separate list, and disappears after a day with its metrics', async () => {
  await using on = await startInstagram({ more: { 'tall.jpg': jpeg(500, 1_000) } })
  const story = (await on.create({ media_type: 'STORIES', image_url: on.at('tall.jpg') })).body.id
  const { id } = (await on.publish(story)).body
  const idsIn = async (edge: string) =>
    (await on.as('alice', 'GET', `/me/${edge}?fields=id`)).body.data.map((one: { id: string }) => one.id)
  assert.deepEqual([await idsIn('stories'), await idsIn('media')], [[id], []])
  assert.match((await read(on, id, 'permalink')).permalink, /\/stories\/alice\/\d+$/)
  const figures = () => on.as('alice', 'GET', `/${id}/insights?metric=views,reach,replies,navigation`)
  assert.deepEqual(codesOf(await figures()), [400, 10, undefined], 'it has no views yet')
  on.later(hours(20))
  assert.ok((await figures()).body.data[0].values[0].value > 5)
  on.later(hours(4))
  assert.deepEqual([codesOf(await figures()), await idsIn('stories')], [[400, 100, 33], []])
})

test('instagram.md 2.2: a video is sent in consecutive chunks, or fetched from its URL', async () => {
  await using on = await startInstagram()
  const token = await on.connectPages()
  const { data } = (await on.call('GET', '/me/accounts?fields=instagram_business_account', { token })).body
  const account = data[0].instagram_business_account.id
  const begin = async () => {
    const form = { media_type: 'REELS', upload_type: 'resumable' }
    return (await on.call('POST', `/${account}/media`, { token, form })).body
  }
  const video = mp4()
  const send = (uri: string, from: number, to: number) =>
    on.call('POST', uri, {
      basic: `OAuth ${token}`,
      bytes: video.subarray(from, to),
      headers: { offset: String(from), file_size: String(video.length) },
    })
  const stateOf = async (id: string) => {
    on.later(1_500)
    return (await on.call('GET', `/${id}?fields=status_code,video_status`, { token })).body
  }
  const { id, uri } = await begin()
  assert.deepEqual((await send(uri, 0, 100)).body.success, true)
  const { video_status: status, status_code: code } = await stateOf(id)
  assert.deepEqual([code, status.uploading_phase.bytes_transferred], ['IN_PROGRESS', 100])
  const { debug_info: info } = (await send(uri, 200, video.length)).body
  assert.deepEqual([info.retriable, info.type], [false, 'ProcessingFailedError'])
  assert.deepEqual((await send(uri, 100, video.length)).body.success, true)
  assert.equal((await stateOf(id)).status_code, 'FINISHED')
  const other = await begin()
  const headers = { file_url: on.at('c.mp4') }
  assert.equal((await on.call('POST', other.uri, { basic: `OAuth ${token}`, headers })).body.success, true)
  assert.equal((await stateOf(other.id)).status_code, 'FINISHED')
  assert.equal((await on.create({ media_type: 'REELS', upload_type: 'resumable' })).body.error.code, 100)
})

test('instagram.md 2.6 Comments: an owner comments, replies, and turns comments off', async () => {
  await using on = await startInstagram()
  const id = await on.post('one')
  const { body } = await on.as('alice', 'POST', `/${id}/comments`, { message: 'first' })
  const fields = 'id,text,timestamp,username,from'
  const list = async () => (await on.as('alice', 'GET', `/${id}/comments?fields=${fields}`)).body.data
  const [first] = await list()
  assert.deepEqual([first.id, first.text, first.username], [body.id, 'first', 'alice'])
  assert.deepEqual(
    on.seen('alice').map(({ kind, text, replyTo }) => [kind, text, replyTo]),
    [
      ['post', 'one', null],
      ['reply', 'first', id],
    ],
  )
  assert.equal((await on.as('alice', 'POST', `/${body.id}/replies`, { message: 'answer' })).status, 200)
  assert.deepEqual([(await list()).length, (await read(on, id, 'comments_count')).comments_count], [1, 2])
  const page = (await on.call('GET', `${on.sandbox.url}/feed/instagram/alice`)).body
  assert.match(page, /first/)
  assert.equal((await on.as('alice', 'DELETE', `/${body.id}`)).status, 200)
  assert.equal((await list()).length, 0)
  const whole = `IN CAPITALS https://a.example https://b.example${' #a'.repeat(30)}`
  assert.equal((await on.as('alice', 'POST', `/${id}/comments`, { message: whole })).status, 200)
  assert.deepEqual((await on.as('alice', 'POST', `/${id}`, { comment_enabled: 'false' })).body, { success: true })
  assert.equal((await on.as('alice', 'POST', `/${id}/comments`, { message: 'no' })).body.error.code, 100)
})

test('instagram.md 3: posts are listed newest first, in pages, delayed by listingLagMs', async () => {
  await using on = await startInstagram()
  for (const caption of ['one', 'two', 'three']) {
    await on.post(caption)
    on.later(60_000)
  }
  const list = async (query: string) => (await on.as('alice', 'GET', `/me/media?${query}`)).body
  const textsIn = (body: { data: { caption: string }[] }) => body.data.map(({ caption }) => caption)
  const page = await list('fields=caption&limit=2')
  assert.deepEqual(textsIn(page), ['three', 'two'])
  const token = await on.connect()
  assert.deepEqual(textsIn((await on.call('GET', page.paging.next, { token })).body), ['one'])
  await on.settings({ listingLagMs: 120_001 })
  assert.deepEqual(textsIn(await list('fields=caption')), ['one'])
  await on.settings({ listingLagMs: 0, propagationMs: 5_000 })
  const { id } = (await on.create({ image_url: on.at('a.jpg'), caption: 'new' })).body
  assert.deepEqual(codesOf(await on.publish(id)), [400, 24, 2_207_008])
  on.later(5_000)
  const post = (await on.publish(id)).body.id
  assert.deepEqual(codesOf(await on.as('alice', 'GET', `/${post}`)), [400, 100, 33])
})

test('instagram.md 2.6 Delete: a post can be deleted only with a login through Facebook and a separate scope', async () => {
  await using on = await startInstagram()
  const id = await on.post('one')
  assert.deepEqual(codesOf(await on.as('alice', 'DELETE', `/${id}`)), [403, 10, undefined])
  const token = await on.connectPages()
  assert.deepEqual((await on.call('DELETE', `/${id}`, { token })).body, { success: true, deleted_id: id })
  assert.deepEqual(codesOf(await on.as('alice', 'GET', `/${id}`)), [400, 100, 33])
  assert.deepEqual(
    on.seen('alice').map(({ kind }) => kind),
    ['post', 'delete'],
  )
})

test('instagram.md 5: metrics grow, and an unavailable one fails the whole call', async () => {
  await using on = await startInstagram()
  const id = await on.post('seen')
  const figures = (metric: string) => on.as('alice', 'GET', `/${id}/insights?metric=${metric}`)
  const [before] = (await figures('views,reach,saved,shares')).body.data
  on.later(hours(20))
  const { data } = (await figures('views,reach,saved,shares,follows,total_interactions')).body
  assert.ok(data[0].values[0].value > before.values[0].value)
  assert.deepEqual(Object.keys(before), ['name', 'period', 'values', 'title', 'description', 'id'])
  for (const gone of ['impressions', 'plays', 'views,video_views', 'replies', ''])
    assert.deepEqual(codesOf(await figures(gone)), [400, 100, undefined], gone)
  const account = (query: string) => on.as('alice', 'GET', `/me/insights?period=day&metric_type=total_value&${query}`)
  const sums = (await account('metric=views,likes,saves')).body.data
  assert.deepEqual([sums.length, sums[0].total_value.value > 5], [3, true])
  const range = `since=${on.sandbox.clock.ms() / 1_000 - 86_400 * 31}`
  assert.deepEqual(codesOf(await account(`metric=views&${range}`)), [400, 100, undefined])
})

test('instagram.md 2.1 and 3: a container expires after a day, and the daily limit is 400', async () => {
  await using on = await startInstagram()
  const create = () => on.create({ image_url: on.at('a.jpg') })
  const { id } = (await create()).body
  on.later(days(1) - 1)
  assert.equal((await on.stateOf(id)).body.status_code, 'FINISHED')
  on.later(1)
  assert.equal((await on.stateOf(id)).body.status_code, 'EXPIRED')
  assert.deepEqual(codesOf(await on.publish(id)), [400, -2, 2_207_020])
  await on.settings({ expiredSubcode: 2_207_008 })
  assert.deepEqual(codesOf(await on.publish(id)), [400, 24, 2_207_008])
  await on.settings({ containersPerDay: 1 })
  assert.equal((await create()).status, 200)
  assert.deepEqual(codesOf(await create()), [400, 9, 2_207_042])
  on.later(days(1))
  assert.equal((await create()).status, 200)
})

test('instagram.md 9, 1: the network may reject a post as spam and publish it anyway', async () => {
  await using on = await startInstagram()
  const publish = async () => {
    const { id } = (await on.create({ image_url: on.at('a.jpg'), caption: 'spam' })).body
    return [codesOf(await on.publish(id)), (await on.stateOf(id)).body.status_code]
  }
  await on.act('alice', 'flag_spam')
  assert.deepEqual(await publish(), [[400, 4, 2_207_051], 'FINISHED'])
  await on.act('alice', 'flag_published')
  assert.deepEqual(await publish(), [[400, 4, 2_207_051], 'PUBLISHED'])
  assert.equal(on.seen('alice').length, 1)
  await on.act('alice', 'restore')
  assert.equal((await publish())[1], 'PUBLISHED')
})

test('instagram.md 7: responses report the usage in percent, and tell a limited account how many minutes to wait', async () => {
  await using on = await startInstagram()
  await on.settings({ callsPerDay: 4 })
  const calls: Reply[] = []
  for (let n = 0; n < 5; n += 1) calls.push(await on.as('alice', 'GET', '/me?fields=user_id'))
  const usage = ({ headers }: Reply) =>
    Object.values(JSON.parse(headers.get('x-business-use-case-usage') ?? '{}')).flat()[0] as Record<string, unknown>
  const last = calls.at(-1)
  assert.ok(last && calls[0])
  assert.deepEqual(
    [usage(calls[0]).type, usage(calls[0]).call_count],
    ['instagram', 75],
    'two calls of the sign-in count',
  )
  assert.deepEqual([codesOf(last), usage(last).call_count], [[403, 80_002, undefined], 100])
  assert.ok(Number(usage(last).estimated_time_to_regain_access) >= 1_440)
  assert.ok(last.headers.get('x-app-usage'))
  await on.settings({ callsPerDay: 0 })
  await on.fault({ kind: 'rate_limit', times: 1, retryAfterMs: 120_000 })
  assert.equal(usage(await on.as('alice', 'GET', '/me')).estimated_time_to_regain_access, 2)
})

test('instagram.md 8: comments by others reach the app as a webhook, and removing the app as a signed request', async () => {
  await using on = await startInstagram()
  const id = await on.post('one')
  const { user_id: account, id: appId } = (await on.as('alice', 'GET', '/me?fields=user_id')).body
  const subscribe = (fields: string) => on.as('alice', 'POST', '/me/subscribed_apps', { subscribed_fields: fields })
  assert.equal((await subscribe('comments,likes')).status, 400)
  assert.deepEqual((await subscribe('comments,mentions')).body, { success: true })
  const [app] = (await on.as('alice', 'GET', `/${account}/subscribed_apps`)).body.data
  assert.deepEqual(app.subscribed_fields, ['comments', 'mentions'])
  const url = on.at('hook')
  await on.act('alice', 'comment', { with: { url, body: 'Schön!' } })
  const [delivery] = on.place.received
  assert.ok(delivery)
  assert.ok(delivery.body.includes('Sch\\u00f6n'))
  const signature = createHmac('sha256', 'sandbox-app-secret').update(delivery.body).digest('hex')
  assert.equal(delivery.headers['x-hub-signature-256'], `sha256=${signature}`)
  const { object, entry } = JSON.parse(delivery.body)
  assert.deepEqual(
    [object, entry[0].id, entry[0].changes[0].value.media],
    ['instagram', account, { id, media_product_type: 'FEED' }],
  )
  await on.act('alice', 'request_deletion', { with: { url } })
  await on.settings({ callbacksNameAccount: true })
  await on.act('alice', 'revoke_access', { with: { url } })
  const payloads = on.place.received.slice(1).map(({ body }) => {
    const [signed = '', payload = ''] = (new URLSearchParams(body).get('signed_request') ?? '').split('.')
    assert.equal(signed, createHmac('sha256', 'sandbox-app-secret').update(payload).digest('base64url'))
    return JSON.parse(Buffer.from(payload, 'base64url').toString()).user_id
  })
  assert.deepEqual(payloads, [appId, account])
  assert.deepEqual(codesOf(await on.as('alice', 'GET', '/me')), [400, 190, 458])
})

test('numbered accounts come with a token, and invalid settings are rejected', async () => {
  await using on = await startInstagram()
  const { accounts } = (await on.call('POST', '/control/accounts', { json: { network: 'instagram', count: 2 } })).body
  const { body } = await on.call('GET', '/me?fields=user_id,username', { token: accounts[1].accessToken })
  assert.deepEqual([body.user_id, body.username], [accounts[1].id, 'user.2'])
  for (const bad of [{ expiredSubcode: 1 }, { maxCaption: -1 }, { callbacks: 'x' }, { nonsense: 1 }])
    await assert.rejects(on.settings(bad), /must be|not a known field/)
  await assert.rejects(on.act('alice', 'fail_next_file', { with: { reason: 1 } }), /subcode/)
})
