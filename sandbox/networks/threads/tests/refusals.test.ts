import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { days, hours } from '../../../core/kit/clock.ts'
import { jpeg, mp4 } from '../../../core/tests/files.ts'
import { type Reply, startOwnPlace } from '../../../core/tests/kit.ts'
import { defaultRules } from '../rules.ts'
import { allScopes, type OnThreads, refused, refuses, startThreads } from './kit.ts'

// Each test's name begins with the section of the network's description that it verifies.

// Wrong parameters change nothing, so these tests share one network.
const one = startThreads()
after(async () => (await one).sandbox.close())
const refusesToAll = (...[line, wanted, asks]: Parameters<typeof refuses>) => refuses(line, wanted, asks, one)

const param = { code: 100 }
const absent = { code: 24, subcode: 4_279_009 }
const lacking = { code: 10, status: 403 }

refusesToAll('1: an unknown token', { code: 190 }, (on) =>
  on.call('POST', '/v1.0/me/threads', { token: 'THAAguessed', form: refused }),
)
refusesToAll('1: no token', { code: 190 }, (on) => on.call('POST', '/v1.0/me/threads', { form: refused }))
refusesToAll('10, 8: a token of another product of the house', { code: 190 }, (on) =>
  on.call('POST', '/v1.0/me/threads', { token: 'EAAS00Z00', form: refused }),
)
refuses('1.2: a short-lived token after its hour', { code: 190, subcode: 463 }, async (on) => {
  const token = await on.shortToken()
  on.later(hours(1))
  return on.call('POST', '/v1.0/me/threads', { token, form: refused })
})
refuses('1.6: a token after the app was removed', { code: 190, subcode: 458 }, async (on) => {
  const token = await on.connect()
  await on.act('alice', 'revoke_access')
  return on.call('POST', '/v1.0/me/threads', { token, form: refused })
})

const without = (scope: string) => allScopes.replace(`,${scope}`, '')
refuses('1, Scopes: no threads_content_publish', lacking, async (on) => {
  const token = await on.connect('alice', without('threads_content_publish'))
  return on.call('POST', '/v1.0/me/threads', { token, form: refused })
})
refuses('7: the same with code 200, which also occurs', { code: 200, status: 403 }, async (on) => {
  await on.settings({ permissionCode: 200 })
  const token = await on.connect('alice', without('threads_content_publish'))
  return on.call('POST', '/v1.0/me/threads', { token, form: refused })
})
refuses('1, Scopes: a reply to others without threads_manage_replies', lacking, async (on) => {
  const id = await on.post('of bob', {}, 'bob')
  const token = await on.connect('alice', without('threads_manage_replies'))
  const own = { ...refused, text: 'own', reply_to_id: await on.post('of alice') }
  assert.equal((await on.call('POST', '/v1.0/me/threads', { token, form: own })).status, 200)
  return on.call('POST', '/v1.0/me/threads', { token, form: { ...refused, reply_to_id: id } })
})
refuses('1, Scopes: reply controls without threads_manage_replies', lacking, async (on) => {
  const token = await on.connect('alice', without('threads_manage_replies'))
  return on.call('POST', '/v1.0/me/threads', { token, form: { ...refused, reply_control: 'mentioned_only' } })
})
refuses('1, Scopes: a story of it without threads_share_to_instagram', lacking, async (on) => {
  const token = await on.connect('alice', without('threads_share_to_instagram'))
  return on.call('POST', '/v1.0/me/threads', { token, form: { ...refused, crossreshare_to_ig: 'true' } })
})
refuses('10, 3: an ID that lost its last digits as a number', { code: 100, subcode: 33 }, async (on) => {
  const { id } = (await on.as('alice', 'GET', '/me')).body
  assert.equal((await on.as('alice', 'POST', `/${id}/threads`, { ...refused, text: 'by id' })).status, 200)
  return on.as('alice', 'POST', `/${BigInt(Number(id))}/threads`, refused)
})
refuses('2: someone else’s ID in the path', { code: 100, subcode: 33 }, async (on) => {
  const { id } = (await on.as('bob', 'GET', '/me')).body
  return on.as('alice', 'POST', `/${id}/threads`, refused)
})

const texts = (line: string, form: Readonly<Record<string, string>>, says: RegExp) =>
  refusesToAll(line, { code: 100, says }, (on) => on.create({ ...refused, ...form }))
texts('3.1: no type', { media_type: '' }, /media_type/)
texts('3.1: an unknown type', { media_type: 'STORY' }, /media_type/)
texts('3.1: an empty text', { text: ' ' }, /text is required/)
texts('5, text: 501 characters', { text: 'x'.repeat(501) }, /text must be at most 500 characters/)
texts('5, text: emoji by their bytes', { text: `${'🐙'.repeat(125)}x` }, /text must be at most 500 characters/)
texts('5, text: flags by their bytes', { text: '🇪🇺'.repeat(63) }, /text must be at most 500 characters/)
texts(
  '5, links: six of them',
  { text: [1, 2, 3, 4, 5, 6].map((n) => `https://example.com/${n}`).join(' ') },
  /THREADS_API__LINK_LIMIT_EXCEEDED/,
)
texts(
  '5, links: five and a card',
  { text: [1, 2, 3, 4, 5].map((n) => `https://example.com/${n}`).join(' '), link_attachment: 'https://example.com/6' },
  /LINK_LIMIT/,
)
texts('3.1, link_attachment: not a URL', { link_attachment: 'example' }, /link_attachment/)
texts('3.1, alt_text: on a text', { alt_text: 'of nothing' }, /alt_text/)
texts('3.1, topic_tag: a period', { topic_tag: 'node.js' }, /topic_tag/)
texts('3.1, topic_tag: an ampersand', { topic_tag: 'salt&pepper' }, /topic_tag/)
texts('5, topic tag: 51 characters', { topic_tag: 'x'.repeat(51) }, /topic_tag/)
texts('3.1, reply_control: an unknown value', { reply_control: 'nobody' }, /reply_control/)
texts('3.1, is_carousel_item: a text', { is_carousel_item: 'true' }, /carousel/)
texts('3.1, children: on a text', { children: '1,2' }, /children/)
texts(
  '3.1, poll: 26 characters',
  { poll_attachment: JSON.stringify({ option_a: 'x'.repeat(26), option_b: 'b' }) },
  /poll_attachment/,
)
texts('5, poll: one option', { poll_attachment: '{"option_a":"a"}' }, /poll_attachment/)
texts(
  '5, poll: five options',
  { poll_attachment: '{"option_a":"a","option_b":"b","option_c":"c","option_d":"d","option_e":"e"}' },
  /poll_attachment/,
)
texts('10, 5: a poll that is a list', { poll_attachment: '["a","b"]' }, /poll_attachment must be a JSON object/)
texts(
  '3.1, poll: with a card',
  { poll_attachment: '{"option_a":"a","option_b":"b"}', link_attachment: 'https://example.com/' },
  /together/,
)
texts('3.1, gif: from a discontinued provider', { gif_attachment: '{"gif_id":"1","provider":"TENOR"}' }, /GIPHY/)
texts(
  '5, text attachment: 10,001 characters',
  { text_attachment: JSON.stringify({ plaintext: 'x'.repeat(10_001) }) },
  /10000/,
)
texts(
  '3.1, text_attachment: with a poll',
  { text_attachment: '{"plaintext":"x"}', poll_attachment: '{"option_a":"a","option_b":"b"}' },
  /together/,
)
texts(
  '3.1, text_entities: eleven',
  { text_entities: JSON.stringify(Array(11).fill({ entity_type: 'SPOILER', offset: 0, length: 1 })) },
  /10 spoilers/,
)
texts('7: a location, which is gated', { location_id: '1' }, /THREADS_API__FEATURE_NOT_AVAILABLE/)
texts('7: countries, which are gated', { allowlisted_country_codes: 'DE' }, /GEO_GATING_INVALID_COUNTRY_CODES/)

refusesToAll('3.1: a picture without its address', param, (on) => on.create({ media_type: 'IMAGE', text: 'refused' }))
refusesToAll('5, URL encoding: an address that is not ASCII', param, (on) =>
  on.create({ media_type: 'IMAGE', text: 'refused', image_url: 'http://127.0.0.1/bär.jpg' }),
)
refusesToAll('10, 4: a host that keeps the crawler out', { code: 9_004, subcode: 2_207_052 }, (on) =>
  on.create({ media_type: 'IMAGE', text: 'refused', image_url: 'https://example.com/a.jpg' }),
)

const withFiles = async (
  files: Readonly<Record<string, Buffer>>,
  ask: (url: (name: string) => string) => Promise<Reply>,
): Promise<Reply> => {
  await using place = await startOwnPlace(files)
  return await ask((name) => `${place.url}/${name}`)
}
const images = (line: string, file: Buffer, more: Readonly<Record<string, string>> = {}) =>
  refusesToAll(line, param, (on) =>
    withFiles({ 'a.jpg': file }, (url) =>
      on.create({ media_type: 'IMAGE', text: 'refused', image_url: url('a.jpg'), ...more }),
    ),
  )
const webp = Buffer.from('RIFF\0\0\0\0WEBPVP8 0000000000000000000000', 'latin1')
images('10, 12: WebP', webp)
refuses('5, images: more than 8 MB', param, async (on) => {
  assert.equal(defaultRules.maxImageBytes, 8_000_000)
  await on.settings({ maxImageBytes: jpeg().length - 1 })
  return withFiles({ 'a.jpg': jpeg() }, (url) =>
    on.create({ media_type: 'IMAGE', text: 'refused', image_url: url('a.jpg') }),
  )
})
images('5, images: wider than 10:1', jpeg(1_100, 100))
images('5, alt text: 1,001 characters', jpeg(), { alt_text: 'x'.repeat(1_001) })
images('3.1, link_attachment: with an image', jpeg(), { link_attachment: 'https://example.com/' })
images('3.1, is_carousel_item: with its own text', jpeg(), { is_carousel_item: 'true' })
images('3.1, auto_publish_text: for an image', jpeg(), { auto_publish_text: 'true' })
images('3.1, poll: with an image', jpeg(), { poll_attachment: '{"option_a":"a","option_b":"b"}' })

const item = async (on: OnThreads, image_url: string, more: Readonly<Record<string, string>> = {}): Promise<string> =>
  (await on.create({ media_type: 'IMAGE', is_carousel_item: 'true', image_url, ...more })).body.id
const carousels = (
  line: string,
  wanted: Parameters<typeof refuses>[1],
  childrenOf: (on: OnThreads, url: string) => Promise<string>,
) =>
  refuses(line, wanted, (on) =>
    withFiles({ 'a.jpg': jpeg() }, async (url) => {
      const children = await childrenOf(on, url('a.jpg'))
      return on.create({ media_type: 'CAROUSEL', text: 'refused', children })
    }),
  )
carousels('5, carousel: one item', param, (on, url) => item(on, url))
carousels('5, carousel: 21 items', param, async () => Array.from({ length: 21 }, (_, at) => at).join())
carousels('3.4, carousel: the same item twice', param, async (on, url) => {
  const id = await item(on, url)
  return `${id},${id}`
})
carousels('3.4, carousel: an image that was not created for it', param, async (on, url) => {
  const { body } = await on.create({ media_type: 'IMAGE', image_url: url })
  return `${await item(on, url)},${body.id}`
})
carousels('3.4, carousel: an item that is not ready', absent, async (on, url) => {
  await on.settings({ imageProcessingMs: 5_000 })
  return `${await item(on, url)},${await item(on, url)}`
})
refuses('3.4, carousel: publishing an item', param, (on) =>
  withFiles({ 'a.jpg': jpeg() }, async (url) => on.publish(await item(on, url('a.jpg')))),
)

refuses('10, 1: published before it is ready', absent, async (on) => {
  await on.settings({ textProcessingMs: 3_000 })
  const { id } = (await on.create(refused)).body
  assert.equal((await on.stateOf(id)).body.status, 'IN_PROGRESS')
  return on.publish(id)
})
refuses('10, 2: a carousel that is not ready', absent, async (on) => {
  await on.settings({ carouselProcessingMs: 20_000 })
  return withFiles({ 'a.jpg': jpeg() }, async (url) => {
    const children = [await item(on, url('a.jpg')), await item(on, url('a.jpg'))].join()
    return on.publish((await on.create({ media_type: 'CAROUSEL', text: 'refused', children })).body.id)
  })
})
refuses('7: a container that has not propagated yet', absent, async (on) => {
  await on.settings({ propagationMs: 20_000 })
  return on.publish((await on.create(refused)).body.id)
})
refuses('3.2, EXPIRED: after 24 hours', absent, async (on) => {
  const { id } = (await on.create(refused)).body
  on.later(days(1))
  assert.equal((await on.stateOf(id)).body.status, 'EXPIRED')
  return on.publish(id)
})
refusesToAll('3.3: a container that is not there', absent, (on) => on.publish('17000000000000001'))
refuses('3.3: someone else’s container', absent, async (on) => on.publish((await on.create(refused)).body.id, 'bob'))
refusesToAll('3.3: no container named', param, (on) => on.as('alice', 'POST', '/me/threads_publish', {}))
refuses('4: a container that was published', param, async (on) => {
  const { id } = (await on.create({ ...refused, text: 'once' })).body
  assert.equal((await on.publish(id)).status, 200)
  const again = await on.publish(id)
  assert.equal(on.seen('alice').length, 1)
  return again
})
refuses('7: a container that has failed', param, (on) =>
  withFiles({ 'a.mp4': mp4({ durationMs: 301_000 }) }, async (url) => {
    const { id } = (await on.create({ media_type: 'VIDEO', text: 'refused', video_url: url('a.mp4') })).body
    on.later(1_500)
    const { body } = await on.fetched(id)
    assert.deepEqual([body.status, body.error_message], ['ERROR', 'INVALID_DURATION'])
    return on.publish(id)
  }),
)
refuses('3.4, Thread: a reply to the container instead of the post', absent, async (on) => {
  const { id } = (await on.create({ ...refused, text: 'first' })).body
  assert.equal((await on.publish(id)).status, 200)
  return on.create({ ...refused, reply_to_id: id })
})
refuses('10, 11: a reply immediately after the first post', absent, async (on) => {
  const reply_to_id = await on.post('first')
  await on.settings({ propagationMs: 5_000 })
  const no = await on.create({ ...refused, reply_to_id })
  on.later(5_000)
  assert.equal((await on.create({ ...refused, text: 'later', reply_to_id })).status, 200)
  return no
})
refusesToAll('3.1, quote_post_id: a post that is not there', absent, (on) =>
  on.create({ ...refused, quote_post_id: '1' }),
)
for (const [act, wanted] of [
  ['restrict', { code: 10, subcode: 4_279_013, status: 403 }],
  ['flag_spam', { code: 4, subcode: 2_207_051, status: 403 }],
] as const)
  refuses(`7: after ${act}`, wanted, async (on) => {
    const { id } = (await on.create(refused)).body
    await on.act('alice', act)
    const no = await on.publish(id)
    await on.act('alice', 'restore')
    assert.equal((await on.publish((await on.create({ ...refused, text: 'restored' })).body.id)).status, 200)
    return no
  })
for (const [kind, setting] of [
  ['posts', { postsPerDay: 1 }],
  ['replies', { repliesPerDay: 1 }],
] as const)
  refuses(`8: more ${kind} than allowed in 24 hours`, { code: 9, subcode: 2_207_042 }, async (on) => {
    await on.settings({ quotas: true, ...setting })
    const parent = await on.post('of bob', {}, 'bob')
    const more = kind === 'posts' ? {} : { reply_to_id: parent }
    await on.post('one', more)
    const no = await on.publish((await on.create({ ...refused, ...more })).body.id)
    on.later(days(1))
    await on.post('a day later', more)
    return no
  })
refuses('8: more deletions than allowed in 24 hours', { code: 9, subcode: 2_207_042 }, async (on) => {
  await on.settings({ quotas: true, deletesPerDay: 1 })
  const [one, two] = [await on.post('one'), await on.post('two')]
  assert.deepEqual((await on.as('alice', 'DELETE', `/${one}`)).body, { success: true, deleted_id: one })
  return on.as('alice', 'DELETE', `/${two}`)
})
refuses('8: more calls than the app may make', { code: 4, status: 403 }, async (on) => {
  for (const name of ['alice', 'bob']) await on.as(name, 'GET', '/me')
  await on.settings({ callsPerDay: 2 })
  const usage = (await on.as('alice', 'GET', '/me')).headers.get('x-app-usage') ?? ''
  assert.deepEqual(JSON.parse(usage), { call_count: 50, total_cputime: 0, total_time: 0 })
  await on.as('alice', 'GET', '/me')
  const no = await on.create(refused)
  assert.equal((await on.as('bob', 'GET', '/me')).status, 200)
  return no
})
refuses('4: a published post has no status', param, async (on) =>
  on.as('alice', 'GET', `/${await on.post('post')}?fields=id,status`),
)
refuses('3.4: deleting someone else’s post', { code: 100, subcode: 33 }, async (on) =>
  on.as('alice', 'DELETE', `/${await on.post('of bob', {}, 'bob')}`),
)
refuses('1, Scopes: deleting without threads_delete', lacking, async (on) => {
  const token = await on.connect('alice', without('threads_delete'))
  return on.call('DELETE', `/v1.0/${await on.post('post')}`, { token })
})
refuses('1, Scopes: replies without threads_read_replies', lacking, async (on) => {
  const token = await on.connect('alice', without('threads_read_replies'))
  return on.call('GET', `/v1.0/${await on.post('post')}/replies`, { token })
})
refuses('6: metrics without threads_manage_insights', lacking, async (on) => {
  const token = await on.connect('alice', without('threads_manage_insights'))
  return on.call('GET', `/v1.0/${await on.post('post')}/insights?metric=views`, { token })
})
refuses('6: an unknown metric', param, async (on) =>
  on.as('alice', 'GET', `/${await on.post('post')}/insights?metric=views,impressions`),
)
for (const [what, query] of [
  ['before 13 April 2024', 'metric=views&since=1712991599'],
  ['demographics with a time', 'metric=follower_demographics&breakdown=age&since=1790000000'],
  ['demographics by nothing', 'metric=follower_demographics'],
] as const)
  refusesToAll(`6, Account: ${what}`, param, (on) => on.as('alice', 'GET', `/me/threads_insights?${query}`))
refuses('6, Account: followers with a time', param, async (on) => {
  const query = 'metric=followers_count&since=1790000000'
  assert.equal((await on.as('alice', 'GET', `/me/threads_insights?${query}`)).status, 200)
  await on.settings({ ignoresRangeOfFollowers: false })
  return on.as('alice', 'GET', `/me/threads_insights?${query}`)
})
refusesToAll('0: another version', { code: 2_500 }, (on) => on.call('GET', '/v2.0/me'))

test('faults use the network’s error format', async () => {
  await using on = await startThreads()
  await on.as('alice', 'GET', '/me')
  for (const [kind, status, code] of [
    ['error_before', 500, 2],
    ['rate_limit', 403, 4],
    ['expired_token', 400, 190],
    ['revoked_token', 400, 190],
    ['reject', 400, 100],
    ['error_after', 500, 2],
  ] as const) {
    const { id } = (await on.create({ ...refused, text: kind })).body
    await on.fault({ kind, times: 1, account: 'alice', call: 'publishContainer' })
    const { status: given, body } = await on.publish(id)
    assert.deepEqual([given, body.error.code], [status, code], kind)
    assert.equal(body.error.is_transient ?? false, code === 2)
    assert.equal((await on.stateOf(id)).body.status, kind === 'error_after' ? 'PUBLISHED' : 'FINISHED')
  }
  assert.deepEqual(
    on.seen('alice').map(({ text }) => text),
    ['error_after'],
  )
})
