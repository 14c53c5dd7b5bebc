import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hours, minutes } from '../../../core/kit/clock.ts'
import type { Reply } from '../../../core/tests/kit.ts'
import { type Facebook, mp4, png, startFacebook, type TestPage } from './kit.ts'

// Each test begins with the section of the network's description (facebook.md) that it checks the sandbox against.

interface Wanted {
  readonly code: number
  readonly subcode?: number
  readonly status?: number
}

/** Defines a test that a call is rejected and leaves nothing visible. */
function refuses(line: string, wanted: Wanted, ask: (page: TestPage, on: Facebook) => Promise<Reply>) {
  const { code, subcode, status = 400 } = wanted
  test(`${code}${subcode === undefined ? '' : `/${subcode}`}: ${line}`, async () => {
    await using on = await startFacebook()
    const { status: given, body } = await ask(await on.page('alice'), on)
    assert.equal(given, status, JSON.stringify(body))
    assert.deepEqual([body.error.code, body.error.error_subcode], [code, subcode], body.error.message)
    assert.equal(typeof body.error.type, 'string')
    assert.ok(body.error.fbtrace_id)
    const shown = ['alice-bakery', 'alice-books', 'carla-books'].flatMap((name) => on.seen(name))
    assert.deepEqual(
      shown.filter(({ text }) => text === 'refused'),
      [],
    )
  })
}

const refused = { message: 'refused' }

refuses('6 Errors: an unknown token', { code: 190 }, (page, on) =>
  on.call('POST', `/${page.id}/feed`, { token: 'EAASguessed', form: refused }),
)
refuses('6 Errors: no token', { code: 104 }, (page, on) => on.call('POST', `/${page.id}/feed`, { form: refused }))
refuses('6 Errors: the person’s token instead of the page’s', { code: 210, status: 403 }, async (page, on) =>
  on.call('POST', `/${page.id}/feed`, { token: await on.longToken('alice'), form: refused }),
)
refuses('6 Errors: someone else’s page', { code: 100, subcode: 33 }, async (page, on) => {
  const ofBob = await on.page('bob')
  return on.call('POST', `/${ofBob.id}/feed`, { token: page.token, form: refused })
})
refuses('1 Auth 4: someone else’s page with the person’s token', { code: 100, subcode: 33 }, async (_page, on) => {
  const { id } = await on.page('bob')
  return on.call('GET', `/${id}?fields=access_token`, { token: await on.longToken('alice') })
})
for (const scope of ['pages_manage_posts', 'pages_read_engagement'])
  refuses(`1 Auth, Scopes: without ${scope}`, { code: 200, status: 403 }, async (_page, on) => {
    const granted = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'].filter((one) => one !== scope)
    await on.act('alice', 'remove_app')
    return (await on.page('alice', { scopes: granted.join(','), auth_type: 'rerequest' })).post(refused)
  })
refuses('1 Auth 4: a role without the task CREATE_CONTENT', { code: 200, status: 403 }, async (_page, on) => {
  const page = await on.page('carla', {}, 1)
  return page.post(refused)
})
refuses('2.1: neither message nor link', { code: 100 }, (page) => page.post({ message: ' ' }))
refuses('4 Content rules: 63,207 characters', { code: 100 }, (page) => page.post({ message: 'x'.repeat(63_207) }))
refuses('6 Errors: an unreachable link', { code: 100, subcode: 1_609_005 }, (page) =>
  page.post({ ...refused, link: 'http://127.0.0.1:3000/' }),
)
refuses('6 Errors: an invalid link', { code: 100, subcode: 1_609_005 }, (page) =>
  page.post({ ...refused, link: 'example' }),
)
refuses('6 Errors: a link to the network itself', { code: 100, subcode: 1_609_008 }, (page) =>
  page.post({ ...refused, link: 'https://www.facebook.com/alice.bakery' }),
)
refuses('3 Idempotency: the same text again immediately', { code: 506, subcode: 1_455_006 }, async (page, on) => {
  assert.equal((await page.post({ message: 'same' })).status, 200)
  on.later(30_000)
  const again = await page.post({ message: 'same' })
  on.later(minutes(1))
  assert.equal((await page.post({ message: 'same' })).status, 200)
  return again
})
refuses('3 Idempotency: photos that were already posted', { code: 100, subcode: 1_366_051 }, async (page) => {
  const media = JSON.stringify([{ media_fbid: (await page.photo(png(9, 9))).body.id }])
  assert.equal((await page.post({ message: 'once', attached_media: media })).status, 200)
  return page.post({ ...refused, attached_media: media })
})
refuses('2.3: a photo of another page', { code: 100, subcode: 33 }, async (page, on) => {
  const { id } = (await (await on.page('bob')).photo(png(9, 9))).body
  return page.post({ ...refused, attached_media: JSON.stringify([{ media_fbid: id }]) })
})
const ofCards = (...links: readonly string[]) => JSON.stringify(links.map((link) => ({ link })))
const [shop, market] = ['https://example.com/a', 'https://example.com/b']
refuses('2.1: cards without a link', { code: 100 }, (page) =>
  page.post({ ...refused, child_attachments: ofCards(shop, market) }),
)
refuses('2.1: a single card', { code: 100 }, (page) =>
  page.post({ ...refused, link: shop, child_attachments: ofCards(shop) }),
)
refuses('2.1: six cards in the author’s order', { code: 100 }, (page) =>
  page.post({ ...refused, link: shop, child_attachments: ofCards(shop, market, shop, market, shop, market) }),
)
refuses('2.1: a card with another title, by a person who does not own the link', { code: 100 }, (page) =>
  page.post({
    ...refused,
    link: shop,
    child_attachments: JSON.stringify([{ link: shop }, { link: market, name: 'Mine' }]),
  }),
)
refuses('6 Errors: a card with an unreachable link', { code: 100, subcode: 1_609_005 }, (page) =>
  page.post({ ...refused, link: shop, child_attachments: ofCards(shop, 'http://127.0.0.1:3000/') }),
)
refuses('4 Content rules, mix: photos and a link', { code: 100 }, async (page) => {
  const { id } = (await page.photo(png(9, 9))).body
  return page.post({ ...refused, link: 'https://example.com/', attached_media: JSON.stringify([{ media_fbid: id }]) })
})
refuses('6 Errors: a photo of more than 4 MB', { code: 100, subcode: 1_366_046 }, (page) =>
  page.photo(png(9, 9, 4_000_001)),
)
refuses('6 Errors: a file that is not an image', { code: 324 }, (page) => page.photo(Buffer.from('not an image')))
refuses('6 Errors: no file', { code: 324 }, (page) => page.post({ caption: 'refused' }, 'photos'))
refuses('9 Quirks 8: a photo from a host that blocks the crawler', { code: 324 }, (page) =>
  page.post({ caption: 'refused', url: 'https://example.com/a.jpg' }, 'photos'),
)
refuses('6 Errors: a video from a host that blocks the crawler', { code: 389 }, (page) =>
  page.post({ description: 'refused', file_url: 'https://example.com/a.mp4' }, 'videos'),
)
refuses('6 Errors: a video that is too small', { code: 382 }, (page) =>
  page.post({ upload_phase: 'start', file_size: '9' }, 'videos'),
)
refuses('2.4: an unknown session', { code: 100 }, (page) =>
  page.post({ upload_phase: 'finish', upload_session_id: '1', description: 'refused' }, 'videos'),
)
refuses('2.9: a time too soon', { code: 100, subcode: 1_363_031 }, (page, on) =>
  page.post({ ...refused, published: 'false', scheduled_publish_time: String(on.sandbox.clock.ms() / 1_000 + 599) }),
)
refuses('2.9: a time too late', { code: 100, subcode: 1_363_031 }, (page, on) =>
  page.post({
    ...refused,
    published: 'false',
    scheduled_publish_time: String(on.sandbox.clock.ms() / 1_000 + 31 * 86_400),
  }),
)
for (const [act, wrong] of [
  ['block', { code: 368, status: 403 }],
  ['flag', { code: 368, subcode: 1_346_003, status: 403 }],
  ['slow_down', { code: 368, subcode: 1_390_008, status: 403 }],
  ['require_security_check', { code: 100, subcode: 1_404_006 }],
  ['require_authorization', { code: 100, subcode: 1_404_078 }],
  ['limit', { code: 100, subcode: 1_404_112 }],
] as const)
  refuses(`6 Errors: a page after ${act}`, wrong, async (page, on) => {
    await on.act('alice-bakery', act)
    const no = await page.post(refused)
    await on.act('alice-bakery', 'restore')
    assert.equal((await page.post({ message: 'restored' })).status, 200)
    return no
  })

async function reel(
  page: TestPage,
  on: Facebook,
  video: Buffer,
  edge = 'video_reels',
  text = 'refused',
): Promise<Reply> {
  const { video_id: id, upload_url: url } = (await page.post({ upload_phase: 'start' }, edge)).body
  const headers = { authorization: `OAuth ${page.token}`, offset: '0', file_size: String(video.length) }
  assert.equal((await on.call('POST', url, { headers, bytes: video })).status, 200)
  return page.post({ upload_phase: 'finish', video_id: id, video_state: 'PUBLISHED', description: text }, edge)
}

for (const [what, video, subcode] of [
  ['aspect', mp4(1_280, 720), 1_363_040],
  ['resolution', mp4(270, 480), 1_363_127],
  ['91 seconds', mp4(540, 960, 91_000), 1_363_128],
  ['2 seconds', mp4(540, 960, 2_000), 1_363_128],
  ['23 frames per second', mp4(540, 960, 10_000, 400, 23), 1_363_129],
  ['61 frames per second', mp4(540, 960, 10_000, 400, 61), 1_363_129],
] as const)
  refuses(`4 Content rules, reel: ${what}`, { code: 6_000, subcode }, (page, on) => reel(page, on, video))
refuses('4 Content rules, story: 2 seconds', { code: 6_000, subcode: 1_363_128 }, (page, on) =>
  reel(page, on, mp4(540, 960, 2_000), 'video_stories'),
)
refuses('4 Content rules, story: 61 seconds', { code: 6_000, subcode: 1_363_128 }, (page, on) =>
  reel(page, on, mp4(540, 960, 61_000), 'video_stories'),
)
refuses('2.5 Reels: finishing before all bytes have arrived', { code: 6_000, subcode: 1_363_030 }, async (page) => {
  const { video_id: id } = (await page.post({ upload_phase: 'start' }, 'video_reels')).body
  return page.post({ upload_phase: 'finish', video_id: id, video_state: 'PUBLISHED' }, 'video_reels')
})
refuses('2.5 Reels: more than the cap in 24 hours', { code: 613, status: 403 }, async (page, on) => {
  await on.settings({ reels_per_day: 1 })
  assert.equal((await reel(page, on, mp4(540, 960), 'video_reels', 'one')).status, 200)
  on.later(hours(23))
  const no = await page.post({ upload_phase: 'start' }, 'video_reels')
  on.later(hours(2))
  assert.equal((await page.post({ upload_phase: 'start' }, 'video_reels')).status, 200)
  return no
})
refuses('2.6 Stories: a photo that a post shows', { code: 100, subcode: 1_366_051 }, async (page) => {
  const { id } = (await page.photo(png(9, 9), { caption: 'shown' })).body
  return page.post({ photo_id: id }, 'photo_stories')
})
refuses('2.7 Comments: without pages_manage_engagement', { code: 200, status: 403 }, async (_page, on) => {
  await on.act('alice', 'remove_app')
  const scopes = 'pages_show_list,pages_manage_posts,pages_read_engagement'
  const page = await on.page('alice', { scopes })
  return page.send('POST', `/${(await page.post({ message: 'post' })).body.id}/comments`, refused)
})
refuses('4 Content rules, comment: 8,001 characters', { code: 100 }, async (page) =>
  page.send('POST', `/${(await page.post({ message: 'post' })).body.id}/comments`, { message: 'x'.repeat(8_001) }),
)
refuses('5 Metrics: a removed name', { code: 100 }, async (page) =>
  page.get(`/${(await page.post({ message: 'post' })).body.id}/insights?metric=post_impressions`),
)
refuses('5 Metrics: no name', { code: 3_001, subcode: 1_504_028 }, async (page) =>
  page.get(`/${(await page.post({ message: 'post' })).body.id}/insights`),
)
refuses('5 Metrics: without read_insights', { code: 200, status: 403 }, async (_page, on) => {
  await on.act('alice', 'remove_app')
  const page = await on.page('alice', { scopes: 'pages_show_list,pages_manage_posts,pages_read_engagement' })
  return page.get(`/${(await page.post({ message: 'post' })).body.id}/insights?metric=post_clicks`)
})
refuses('5 Metrics: more than 90 days', { code: 100 }, (page) =>
  page.edge('insights?metric=page_follows&since=2025-01-01&until=2025-06-01'),
)
refuses('6 Errors: an unknown object', { code: 100, subcode: 33 }, (page) => page.get('/123456789012345678'))
refuses('6 Errors: an unknown field', { code: 100 }, async (page) => {
  await page.post({ message: 'post' })
  return page.edge('feed?fields=id,nonsense')
})
refuses('6 Errors: a body in another format', { code: 100 }, (page, on) =>
  on.call('POST', `/${page.id}/feed`, {
    token: page.token,
    bytes: Buffer.from('refused'),
    headers: { 'content-type': 'text/plain' },
  }),
)

// facebook.md, 7 Rate limits.
test('4: an app over its limit is rejected, and earlier responses report its usage in percent', async () => {
  await using on = await startFacebook()
  const page = await on.page()
  await on.settings({ app_calls_per_hour: 2 })
  const first = await page.post({ message: 'one' })
  assert.equal(JSON.parse(first.headers.get('x-app-usage') ?? '').call_count, 50)
  await page.post({ message: 'two' })
  const third = await page.post({ message: 'three' })
  assert.deepEqual([third.status, third.body.error.code], [403, 4])
  on.later(hours(2))
  assert.equal((await page.post({ message: 'three' })).status, 200)
})

for (const code of [32, 80_001])
  test(`${code}: only calls by a page over its limit are rejected, and more calls extend the wait`, async () => {
    await using on = await startFacebook()
    const [page, ofBob] = [await on.page('alice'), await on.page('bob')]
    await on.settings({ page_calls_per_day: 1, page_limit_code: code })
    await page.post({ message: 'one' })
    const minutesOf = (reply: Reply) =>
      JSON.parse(reply.headers.get('x-business-use-case-usage') ?? '')[page.id][0].estimated_time_to_regain_access
    on.later(hours(23))
    const second = await page.post({ message: 'two' })
    assert.deepEqual([second.body.error.code, minutesOf(second)], [code, 61])
    assert.ok(minutesOf(await page.post({ message: 'two' })) > 61)
    assert.equal((await ofBob.post({ message: 'free' })).status, 200)
    on.later(hours(2))
    assert.equal((await page.post({ message: 'two' })).status, 200)
  })

test('faults use the network’s error format, and tell a page how many minutes to wait', async () => {
  await using on = await startFacebook()
  const page = await on.page()
  for (const [kind, status, code] of [
    ['error_before', 500, 2],
    ['expired_token', 400, 190],
    ['revoked_token', 400, 190],
    ['reject', 400, 100],
    ['error_after', 500, 2],
  ] as const) {
    await on.fault({ kind, times: 1, account: 'alice-bakery', call: 'createPost' })
    const reply = await page.post({ message: kind })
    assert.deepEqual([reply.status, reply.body.error.code], [status, code], kind)
  }
  await on.fault({ kind: 'rate_limit', times: 1, retryAfterMs: 90_000 })
  const limited = await page.post({ message: 'limited' })
  const [usage] = JSON.parse(limited.headers.get('x-business-use-case-usage') ?? '')[page.id]
  assert.deepEqual([limited.body.error.code, usage.estimated_time_to_regain_access], [80_001, 2])
  assert.deepEqual(
    on.seen('alice-bakery').map(({ text }) => text),
    ['error_after'],
  )
})
