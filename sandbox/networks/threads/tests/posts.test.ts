import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { days, hours } from '../../../core/kit/clock.ts'
import { jpeg, mp4 } from '../../../core/tests/files.ts'
import { startOwnPlace } from '../../../core/tests/kit.ts'
import { type OnThreads, startThreads } from './kit.ts'

// "threads.md 3.1" and the like are the section of the network's description that a test verifies.

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const textsOf = (on: OnThreads, name = 'alice') => on.seen(name).map(({ text }) => text)

test('threads.md 3.4 Text: a container is created, becomes ready, and is published once', async () => {
  await using on = await startThreads()
  const { status, body } = await on.create({ media_type: 'TEXT', text: 'hello' })
  assert.equal(status, 200)
  assert.deepEqual((await on.stateOf(body.id)).body, { id: body.id, status: 'FINISHED' })
  assert.deepEqual(on.seen('alice'), [])
  const { id } = (await on.publish(body.id)).body
  assert.notEqual(id, body.id)
  // Read as a number, it becomes an ID that does not exist.
  for (const one of [id, body.id]) assert.notEqual(String(Number(one)), one)
  assert.equal((await on.stateOf(body.id)).body.status, 'PUBLISHED')
  assert.deepEqual(
    on.seen('alice').map(({ id: one, kind, text }) => [one, kind, text]),
    [[id, 'post', 'hello']],
  )
  await on.settings({ republishes: true })
  assert.deepEqual([(await on.publish(body.id)).body.id, textsOf(on).length], [id, 1])
})

test('threads.md 3.5: the permalink is returned, and leads to the post', async () => {
  await using on = await startThreads()
  const id = await on.post('a link: https://example.com/a, and #tea')
  const fields = 'id,permalink,shortcode,text,username,media_type,timestamp,link_attachment_url,topic_tag,is_reply'
  const { body } = await on.as('alice', 'GET', `/${id}?fields=${fields}`)
  assert.deepEqual([body.username, body.media_type, body.is_reply], ['alice', 'TEXT_POST', false])
  assert.deepEqual([body.timestamp, body.topic_tag], ['2026-11-15T09:00:00+0000', 'tea'])
  assert.equal(body.link_attachment_url, 'https://example.com/a')
  assert.equal(body.permalink, `${on.base}/@alice/post/${body.shortcode}`)
  const page = await on.call('GET', body.permalink)
  assert.equal(page.headers.get('location'), `${on.sandbox.url}/feed/threads/alice#${id}`)
  assert.equal((await on.call('GET', body.permalink.replace('@alice', '@bob'))).status, 400)
})

test('threads.md 3.4 Carousel: items are created first, then the carousel; it is one post in the requested order', async () => {
  await using on = await startThreads()
  const files = { 'a.jpg': jpeg(), 'b.jpg': jpeg(720, 720), 'c.mp4': mp4() }
  await using place = await startOwnPlace(files)
  const item = async (form: Readonly<Record<string, string>>) =>
    (await on.create({ is_carousel_item: 'true', ...form })).body.id
  const a = await item({ media_type: 'IMAGE', image_url: `${place.url}/a.jpg`, alt_text: 'A' })
  const b = await item({ media_type: 'IMAGE', image_url: `${place.url}/b.jpg` })
  const c = await item({ media_type: 'VIDEO', video_url: `${place.url}/c.mp4` })
  on.later(1_500)
  assert.equal((await on.fetched(c)).body.status, 'FINISHED')
  const whole = await on.create({ media_type: 'CAROUSEL', text: 'three', children: [b, c, a].join() })
  const { id } = (await on.publish(whole.body.id)).body
  const [post, ...more] = on.seen('alice')
  assert.deepEqual(
    post?.media.map(({ sha256: one, alt, kind }) => [one, alt, kind]),
    [
      [sha256(files['b.jpg']), '', 'image'],
      [sha256(files['c.mp4']), '', 'video'],
      [sha256(files['a.jpg']), 'A', 'image'],
    ],
  )
  assert.deepEqual([post?.text, more], ['three', []])
  const { body } = await on.as('alice', 'GET', `/${id}?fields=media_type,children`)
  assert.deepEqual([body.media_type, body.children.data.length], ['CAROUSEL_ALBUM', 3])
  const limit = (await on.as('alice', 'GET', '/me/threads_publishing_limit?fields=quota_usage')).body
  assert.deepEqual(limit, { data: [{ quota_usage: 1 }] })
})

test('threads.md 3.2: a video takes time to process, and its error is in its container', async () => {
  await using on = await startThreads()
  await using place = await startOwnPlace({
    'good.mp4': mp4(),
    'wide.mp4': mp4({ width: 2_000 }),
    'thin.mp4': mp4({ width: 5, height: 600 }),
    'long.mp4': mp4({ durationMs: 300_001 }),
    'heavy.mp4': mp4({ durationMs: 100, bytes: 400_000 }),
    'text.mp4': Buffer.from('not a video'),
    'cut.mp4': mp4().subarray(0, 20),
  })
  const made = async (name: string) =>
    (await on.create({ media_type: 'VIDEO', text: name, video_url: `${place.url}/${name}` })).body.id
  const stateOf = async (name: string) => {
    const id = await made(name)
    assert.equal((await on.stateOf(id)).body.status, 'IN_PROGRESS')
    on.later(1_500)
    const { status, error_message } = (await on.fetched(id)).body
    return error_message ?? status
  }
  const wanted = {
    'good.mp4': 'FINISHED',
    'wide.mp4': 'FAILED_PROCESSING_VIDEO',
    'thin.mp4': 'INVALID_ASPEC_RATIO',
    'long.mp4': 'INVALID_DURATION',
    'heavy.mp4': 'INVALID_BIT_RATE',
    'text.mp4': 'FAILED_PROCESSING_VIDEO',
    'cut.mp4': 'FAILED_PROCESSING_VIDEO',
    'none.mp4': 'FAILED_DOWNLOADING_VIDEO',
  }
  for (const [name, state] of Object.entries(wanted)) assert.equal(await stateOf(name), state, name)
  await on.act('alice', 'fail_next_file', { with: { reason: 'INVALID_AUDIO_CHANNELS' } })
  assert.equal(await stateOf('good.mp4'), 'INVALID_AUDIO_CHANNELS')
  assert.equal(await stateOf('good.mp4'), 'FINISHED')
})

test('threads.md 10, 4: an image that cannot be fetched fails immediately or, as others have reported, in its container', async () => {
  await using on = await startThreads()
  await on.settings({ fetchesImagesAtOnce: false })
  const { status, body } = await on.create({ media_type: 'IMAGE', image_url: 'https://example.com/a.jpg' })
  assert.equal(status, 200)
  const { body: fields } = await on.fetched(body.id)
  assert.deepEqual([fields.status, fields.error_message], ['ERROR', 'UNKNOWN'])
})

test('slow processing delays the next container', async () => {
  await using on = await startThreads()
  await on.as('alice', 'GET', '/me')
  await on.fault({ kind: 'slow_processing', times: 1, delayMs: 30_000 })
  const { id } = (await on.create({ media_type: 'TEXT', text: 'slow' })).body
  on.later(29_999)
  assert.equal((await on.stateOf(id)).body.status, 'IN_PROGRESS')
  on.later(1)
  assert.equal((await on.stateOf(id)).body.status, 'FINISHED')
})

test('threads.md 3.1 auto_publish_text: one call creates and publishes a post, and returns its ID', async () => {
  await using on = await startThreads()
  const { body } = await on.create({ media_type: 'TEXT', text: 'at once', auto_publish_text: 'true' })
  assert.deepEqual(
    on.seen('alice').map(({ id }) => id),
    [body.id],
  )
})

test('threads.md 3.4 Thread: each reply is below the previous post, and replies are listed separately', async () => {
  await using on = await startThreads()
  const first = await on.post('one')
  const second = await on.post('two', { reply_to_id: first })
  const third = await on.post('three', { reply_to_id: second })
  const ofBob = await on.post('from bob', { reply_to_id: first }, 'bob')
  assert.deepEqual(
    on.seen('alice').map(({ kind, replyTo }) => [kind, replyTo]),
    [
      ['post', null],
      ['reply', first],
      ['reply', second],
    ],
  )
  const idsOf = async (path: string) =>
    (await on.as('alice', 'GET', path)).body.data.map(({ id }: { id: string }) => id)
  assert.deepEqual(await idsOf('/me/threads?fields=id'), [first])
  assert.deepEqual(await idsOf('/me/replies?fields=id'), [third, second])
  assert.deepEqual(await idsOf(`/${first}/replies`), [ofBob, second])
  assert.deepEqual(await idsOf(`/${first}/replies?reverse=false`), [second, ofBob])
  assert.deepEqual(await idsOf(`/${first}/conversation?reverse=false`), [second, third, ofBob])
  const fields = 'is_reply,root_post,replied_to,has_replies'
  const { body } = await on.as('alice', 'GET', `/${third}?fields=${fields}`)
  assert.deepEqual([body.root_post.id, body.replied_to.id, body.has_replies], [first, second, false])
  assert.equal((await on.as('bob', 'GET', `/${second}`)).body.error.error_subcode, 33)
  assert.equal((await on.as('alice', 'POST', `/${ofBob}/manage_reply`, { hide: 'true' })).body.success, true)
  assert.equal((await on.as('alice', 'POST', `/${third}/manage_reply`, { hide: 'true' })).status, 400)
  const page = (await on.call('GET', `${on.sandbox.url}/feed/threads/bob`)).body
  assert.equal(page.includes('from bob'), false)
})

test('threads.md 4: a post can be found by its text and time after listingLagMs', async () => {
  await using on = await startThreads()
  const start = on.sandbox.clock.ms() / 1_000
  const ids: string[] = []
  for (const text of ['one', 'two', 'three']) {
    ids.unshift(await on.post(text))
    on.later(60_000)
  }
  const list = async (query: string) => (await on.as('alice', 'GET', `/me/threads?${query}`)).body
  const textsIn = (body: { data: { text: string }[] }) => body.data.map(({ text }) => text)
  assert.deepEqual(textsIn(await list('fields=id,text,permalink,timestamp,media_type')), ['three', 'two', 'one'])
  assert.deepEqual(textsIn(await list(`fields=text&since=${start + 30}&until=${start + 90}`)), ['two'])
  const page = await list('fields=text&limit=2')
  assert.deepEqual(textsIn(page), ['three', 'two'])
  const { headers } = await on.as('alice', 'GET', '/me')
  assert.ok(headers.get('x-app-usage'))
  const token = await on.connect()
  assert.deepEqual(textsIn((await on.call('GET', page.paging.next, { token })).body), ['one'])
  await on.settings({ listingLagMs: 120_001 })
  assert.deepEqual(textsIn(await list('fields=text')), ['one'])
  assert.equal((await list('fields=text&since=soon')).error.code, 100)
})

test('threads.md 3.1: polls, GIFs, long texts, topics and quotes appear with their post', async () => {
  await using on = await startThreads()
  const poll = { option_a: 'tea', option_b: 'coffee' }
  const quoted = await on.post('quoted')
  const read = async (more: Readonly<Record<string, string>>, fields: string) =>
    (await on.as('alice', 'GET', `/${await on.post('more', more)}?fields=${fields}`)).body
  assert.deepEqual((await read({ poll_attachment: JSON.stringify(poll) }, 'poll_attachment')).poll_attachment, poll)
  const gif = JSON.stringify({ gif_id: 'abc', provider: 'GIPHY' })
  assert.match((await read({ gif_attachment: gif }, 'gif_url')).gif_url, /abc/)
  assert.equal((await read({ topic_tag: 'Tea time' }, 'topic_tag')).topic_tag, 'Tea time')
  assert.equal((await read({ quote_post_id: quoted }, 'is_quote_post')).is_quote_post, true)
  assert.equal((await read({ reply_control: 'mentioned_only' }, 'reply_audience')).reply_audience, 'MENTIONED_ONLY')
  await on.post('', { text_attachment: JSON.stringify({ plaintext: 'a long story' }) })
  const page = (await on.call('GET', `${on.sandbox.url}/feed/threads/alice`)).body
  for (const shown of ['<li>coffee</li>', 'GIF abc', 'a long story', '› Tea time', '<br>quoted</blockquote>'])
    assert.ok(page.includes(shown), shown)
})

test('threads.md 3: a JSON body is accepted, and some of its optional parameters are silently ignored', async () => {
  await using on = await startThreads()
  const token = await on.connect()
  const made = async () => {
    const json = { media_type: 'TEXT', text: 'json', topic_tag: 'lost' }
    const { body } = await on.call('POST', '/v1.0/me/threads', { token, json })
    const { id } = (await on.publish(body.id)).body
    return (await on.as('alice', 'GET', `/${id}?fields=topic_tag`)).body.topic_tag
  }
  assert.equal(await made(), undefined)
  await on.settings({ jsonDropsOptional: false })
  assert.equal(await made(), 'lost')
})

test('threads.md 5, text: 125 octopus emoji count as 500, and five links are allowed', async () => {
  await using on = await startThreads()
  const links = [1, 2, 3, 4, 5, 5].map((n) => `https://example.com/${n}`).join(' ')
  for (const text of ['🐙'.repeat(125), 'ä'.repeat(500), '👩‍🚀'.repeat(45), links])
    assert.equal((await on.create({ media_type: 'TEXT', text })).status, 200, text)
  await on.settings({ countsEmojiBytes: false })
  assert.equal((await on.create({ media_type: 'TEXT', text: '🐙'.repeat(500) })).status, 200)
})

test('threads.md 3.1 link_attachment: a link’s card is in the ledger and on the page', async () => {
  await using on = await startThreads()
  await on.post('look', { link_attachment: 'https://example.com/card' })
  assert.deepEqual(
    on.seen('alice')[0]?.media.map(({ kind, url }) => [kind, url]),
    [['link', 'https://example.com/card']],
  )
  const page = (await on.call('GET', `${on.sandbox.url}/feed/threads/alice`)).body
  assert.match(page, /class="card" href="https:\/\/example\.com\/card"/)
})

test('threads.md 8: the limits are reported with the usage of the last 24 hours, including deleted posts', async () => {
  await using on = await startThreads()
  const [first, second] = [await on.post('one'), await on.post('two')]
  await on.post('three', { reply_to_id: first })
  on.later(hours(1))
  await on.as('alice', 'DELETE', `/${second}`)
  const all =
    'quota_usage,config,reply_quota_usage,reply_config,delete_quota_usage,delete_config,location_search_config'
  const readLimits = async () =>
    (await on.as('alice', 'GET', `/me/threads_publishing_limit?fields=${all}`)).body.data[0]
  const { config, reply_config, delete_config, ...used } = await readLimits()
  assert.deepEqual([used.quota_usage, used.reply_quota_usage, used.delete_quota_usage], [2, 1, 1])
  assert.deepEqual(config, { quota_total: 250, quota_duration: 86_400 })
  assert.deepEqual([reply_config.quota_total, delete_config.quota_total], [1_000, 100])
  on.later(days(1) - hours(1))
  const later = await readLimits()
  assert.deepEqual([later.quota_usage, later.reply_quota_usage, later.delete_quota_usage], [0, 0, 1])
  const { body } = await on.as('alice', 'GET', '/me/threads_publishing_limit?fields=quota')
  assert.equal(body.error.code, 100)
})

test('threads.md 3.4 Delete and Repost: a deleted post is gone, and a repost has no metrics', async () => {
  await using on = await startThreads()
  const ofBob = await on.post('of bob', {}, 'bob')
  const { id } = (await on.as('alice', 'POST', `/${ofBob}/repost`, {})).body
  const read = async () => (await on.as('alice', 'GET', `/${id}?fields=media_type,text`)).body
  assert.deepEqual(await read(), { media_type: 'REPOST_FACADE', id })
  const { data } = (await on.as('alice', 'GET', '/me/threads_publishing_limit')).body
  assert.equal(data[0].quota_usage, 0)
  assert.deepEqual((await on.as('alice', 'GET', `/${id}/insights?metric=views`)).body, { data: [] })
  assert.deepEqual((await on.as('alice', 'DELETE', `/${id}`)).body, { success: true, deleted_id: id })
  assert.equal((await read()).error.error_subcode, 33)
  await on.settings({ missingCode: 24 })
  assert.equal((await read()).error.error_subcode, 4_279_009)
  assert.deepEqual(
    on.seen('alice').map(({ kind }) => kind),
    ['post', 'delete'],
  )
})

test('threads.md 3.1 is_ghost_post: a ghost post disappears after a day', async () => {
  await using on = await startThreads()
  const id = await on.post('boo', { is_ghost_post: 'true' })
  on.later(days(1) - 1)
  assert.equal((await on.as('alice', 'GET', `/${id}`)).status, 200)
  on.later(1)
  assert.equal((await on.as('alice', 'GET', `/${id}`)).status, 400)
})

test('threads.md 6: a post’s metrics increase, and a profile’s metrics have different shapes', async () => {
  await using on = await startThreads()
  const id = await on.post('seen', { link_attachment: 'https://example.com/' })
  const nested = await on.post('from bob', { reply_to_id: await on.post('reply', { reply_to_id: id }) }, 'bob')
  const figures = async () =>
    (await on.as('alice', 'GET', `/${id}/insights?metric=views,likes,replies,reposts,quotes,shares`)).body.data
  const [before] = await figures()
  on.later(hours(20))
  const after = await figures()
  assert.ok(after[0].values[0].value > before.values[0].value)
  assert.deepEqual(Object.keys(before), ['name', 'period', 'values', 'title', 'description', 'id'])
  assert.deepEqual([after[2].name, after[2].values], ['replies', [{ value: 1 }]])
  assert.deepEqual((await on.as('alice', 'GET', `/${nested}/insights?metric=views`)).body.data, [])
  const all = 'views,likes,clicks,followers_count'
  const { data } = (await on.as('alice', 'GET', `/me/threads_insights?metric=${all}`)).body
  assert.deepEqual([data[0].values.length, typeof data[0].values[0].end_time], [2, 'string'])
  assert.deepEqual([typeof data[1].total_value.value, data[3].total_value.value > 0], ['number', true])
  assert.deepEqual(data[2].link_total_values, [{ value: 7, link_url: 'https://example.com/' }])
  const by = (await on.as('alice', 'GET', '/me/threads_insights?metric=follower_demographics&breakdown=age')).body
  assert.equal(by.data[0].total_value.breakdowns[0].results.length, 3)
})

test('numbered accounts come with a token, and invalid settings are rejected', async () => {
  await using on = await startThreads()
  const json = { network: 'threads', count: 2 }
  const { accounts } = (await on.call('POST', '/control/accounts', { json })).body
  const { body } = await on.call('GET', '/v1.0/me', { token: accounts[1].accessToken })
  assert.deepEqual(body, { id: accounts[1].id, username: 'user.2' })
  for (const bad of [{ permissionCode: 11 }, { maxText: -1 }, { quotas: 1 }, { callbacks: 'x' }, { nonsense: 1 }])
    await assert.rejects(on.settings(bad), /must be|not a known field/)
})
