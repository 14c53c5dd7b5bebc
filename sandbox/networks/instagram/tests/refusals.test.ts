import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { hours } from '../../../core/kit/clock.ts'
import { jpeg, png } from '../../../core/tests/files.ts'
import { allScopes, type OnInstagram, refuses, startInstagram } from './kit.ts'

// Each test's name begins with the section of the network's description that it verifies.

const more = {
  'wide.jpg': jpeg(1_000, 500),
  'tall.jpg': jpeg(500, 1_000),
  'heavy.jpg': Buffer.concat([jpeg(), Buffer.alloc(8_000_001)]),
  'photo.png': png(),
  'cut.jpg': Buffer.from('no picture'),
}

// Wrong parameters change nothing, so these tests share one network.
const one = startInstagram({ more })
after(async () => (await one)[Symbol.asyncDispose]())
const refusesToAll = (...[line, wanted, asks]: Parameters<typeof refuses>) => refuses(line, wanted, asks, one)

const image = (on: OnInstagram, form: Readonly<Record<string, string>> = {}) => ({
  image_url: on.at('a.jpg'),
  caption: 'refused',
  ...form,
})
const lacking = { code: 10, status: 403 }
const tag = (given: object, count = 1) => JSON.stringify(Array.from({ length: count }, () => given))
const bob = { username: 'bob', x: 0.5, y: 0.5 }

refusesToAll('1: an unknown token', { code: 190 }, (on) =>
  on.call('POST', '/me/media', { token: 'IGAAguessed', form: image(on) }),
)
refusesToAll('1: no token', { code: 190 }, (on) => on.call('POST', '/me/media', { form: image(on) }))
refuses('1A: a short-lived token after its hour', { code: 190, subcode: 463 }, async (on) => {
  const token = await on.shortToken()
  on.later(hours(1))
  return on.call('POST', '/me/media', { token, form: image(on) })
})
refusesToAll('1A: no instagram_business_content_publish', lacking, async (on) => {
  const token = await on.connect('bob', allScopes.replace(',instagram_business_content_publish', ''))
  return on.call('POST', '/me/media', { token, form: image(on) })
})
refusesToAll('2: someone else’s account', { code: 100, subcode: 33 }, async (on) => {
  const { user_id: id } = (await on.as('bob', 'GET', '/me?fields=user_id')).body
  return on.as('alice', 'POST', `/${id}/media`, image(on))
})
refusesToAll('2: someone else’s container', { code: 24, subcode: 2_207_008 }, async (on) => {
  const { id } = (await on.create(image(on))).body
  return on.publish(id, 'bob')
})
refusesToAll('2.4: a container that is none', { code: 24, subcode: 2_207_008 }, (on) => on.publish('17900000000000001'))
refusesToAll('2.5: a post that is none', { code: 100, subcode: 33 }, (on) =>
  on.as('alice', 'GET', '/17900000000000001?fields=id'),
)
refusesToAll('2.5: someone else’s post', { code: 100, subcode: 33 }, async (on) =>
  on.as('bob', 'GET', `/${await on.post('one')}?fields=id`),
)
refusesToAll('2.5: a field that is none', { code: 100, says: /nonexisting field/ }, (on) =>
  on.as('alice', 'GET', '/me?fields=id,password'),
)

const files = (line: string, name: string, code: number, subcode: number) =>
  refusesToAll(line, { code, subcode }, (on) => on.create(image(on, { image_url: on.at(name) })))
files('4, image: wider than 1.91:1', 'wide.jpg', 36_003, 2_207_009)
files('4, image: taller than 4:5', 'tall.jpg', 36_003, 2_207_009)
files('4, image: over 8 MB', 'heavy.jpg', 36_000, 2_207_004)
files('4, image: a PNG', 'photo.png', 36_001, 2_207_005)
files('4, image: not an image', 'cut.jpg', 36_001, 2_207_005)
files('4, media URL: not found', 'none.jpg', 9_004, 2_207_052)
refusesToAll('4, media URL: on another machine', { code: 9_004, subcode: 2_207_052 }, (on) =>
  on.create(image(on, { image_url: 'https://example.com/a.jpg' })),
)

const params = (
  line: string,
  form: Readonly<Record<string, string>>,
  wanted: Partial<Parameters<typeof refuses>[1]> = {},
) => refusesToAll(line, { code: 100, ...wanted }, (on) => on.create(image(on, form)))
params('4, caption: 2,201 characters', { caption: 'x'.repeat(2_201) }, { code: 36_004, subcode: 2_207_010 })
params('4, hashtags: 31', { caption: '#a '.repeat(31) }, { subcode: 2_207_040 })
params('4, mentions: 21', { caption: '@a '.repeat(21) }, { subcode: 2_207_040 })
params('2.1, media_type: an unknown value', { media_type: 'STORY' }, { subcode: 2_207_023 })
params('2.1, media_type: a separate video', { media_type: 'VIDEO' }, { says: /REELS/ })
params('2.1, is_carousel_item: with a caption', { is_carousel_item: 'true' }, { says: /caption/ })
params('2.1, caption: on a story', { media_type: 'STORIES' }, { says: /caption/ })
params('2.1, alt_text: 1,001 characters', { alt_text: 'x'.repeat(1_001) }, { says: /alt_text/ })
params('2.1, share_to_feed: on an image', { share_to_feed: 'true' }, { says: /share_to_feed/ })
params('2.1, collaborators: four', { collaborators: '["a","b","c","d"]' }, { says: /collaborators/ })
params('2.1, user_tags: 21', { user_tags: tag(bob, 21) }, { subcode: 2_207_040 })
params('2.1, user_tags: no position', { user_tags: tag({ username: 'bob' }) }, { says: /x and y/ })
params('2.1, user_tags: outside', { user_tags: tag({ ...bob, x: 1.5 }) }, { says: /x and y/ })
params('2.1, user_tags: not a list', { user_tags: 'bob' }, { says: /user_tags/ })
params('2.1, location_id: not a page', { location_id: 'Berlin' }, { says: /INVALID_LOCATION_ID/ })
params('2.1, image_url: not a URL', { image_url: 'a.jpg' }, { says: /image_url/ })
params('2.6, carousel: one item', { media_type: 'CAROUSEL', children: '1' }, { subcode: 2_207_028 })
params('2.6, carousel: invalid items', { media_type: 'CAROUSEL', children: '1,2' }, { code: 24, subcode: 2_207_008 })
refusesToAll('2.6, carousel: posts as items', { code: 100, says: /item of a carousel/ }, async (on) => {
  const { id } = (await on.create(image(on, { caption: '' }))).body
  return on.create({ media_type: 'CAROUSEL', children: `${id},${id}` })
})
refusesToAll('2.1, user_tags: a place on a reel', { code: 100, says: /reel/ }, (on) =>
  on.create({ media_type: 'REELS', video_url: on.at('c.mp4'), user_tags: tag(bob) }),
)

const comments = (line: string, message: string, says: RegExp) =>
  refusesToAll(`2.6, comment: ${line}`, { code: 100, says }, async (on) =>
    on.as('alice', 'POST', `/${await on.post('one')}/comments`, { message }),
  )
comments('nothing', ' ', /message is required/)
comments('2,201 characters', 'refused'.padEnd(2_201, '.'), /2200/)
comments('31 hashtags', `refused${' #a'.repeat(31)}`, /30 hashtags/)

refuses('6: a restricted account', { code: 25, subcode: 2_207_050 }, async (on) => {
  const { id } = (await on.create(image(on))).body
  await on.act('alice', 'restrict')
  return on.publish(id)
})
refuses('4, publish quota', { code: 9, subcode: 2_207_042 }, async (on) => {
  await on.settings({ postsPerDay: 1 })
  await on.post('one')
  return on.publish((await on.create(image(on))).body.id)
})

test('instagram.md 4, caption: a setting determines what is counted, and how', async () => {
  await using on = await startInstagram({ more })
  const status = async (form: Readonly<Record<string, string>>) => (await on.create(image(on, form))).status
  const caption = '🐙'.repeat(1_101)
  assert.equal(await status({ caption }), 200)
  await on.settings({ countsCodeUnits: true, imageTypes: ['image/jpeg', 'image/png'] })
  assert.equal(await status({ caption }), 400)
  assert.equal(await status({ caption: `${'#a '.repeat(30)}${'@a '.repeat(20)}ada@example.com &#39;` }), 200)
  assert.equal(await status({ image_url: on.at('photo.png') }), 200)
  await on.settings({ fetchesImagesAtOnce: false })
  const { body } = await on.create(image(on, { image_url: 'https://example.com/a.jpg' }))
  assert.match((await on.stateOf(body.id)).body.status, /2207052/)
})
