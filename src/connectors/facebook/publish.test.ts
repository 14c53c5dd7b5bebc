import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { validate } from '#connectors/check/validate.ts'
import { type Connector, MediaUnfit, type Outgoing } from '#connectors/connector.ts'
import { fileOf, filesOf, type TestFile } from '#test/connector-suite/files.ts'
import { finishOff } from '#test/connector-suite/finish-off.ts'
import { facebook as network } from '#test/connector-suite/networks/facebook.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, walkerOf } from '#test/connector-suite/stand.ts'
import { linkTo } from './api.ts'
import { facebook } from './index.ts'

const connector: Connector = facebook

async function start(t: TestContext, settings: Readonly<Record<string, unknown>> = {}) {
  const stand = await openStand(t, 'facebook', network.ledgerName)
  const there = stand.sandbox.network('facebook')
  assert.equal(there.settings.change(settings), null)
  const signedIn = await signIn(stand, network, 'alice')
  const walk = (text: string, more: Parameters<typeof postOf>[2] = {}, ...files: readonly TestFile[]) =>
    walkerOf(stand, signedIn, postOf(signedIn, text, more), filesOf(...files))
  return {
    stand,
    signedIn,
    walk,
    seen: () => stand.seen('alice'),
    act: (name: string) => there.acts[name]?.('alice-bakery'),
    change: (more: Readonly<Record<string, unknown>>) => assert.equal(there.settings.change(more), null),
    callsSince: (seq: number) => stand.callsSince(seq).map(({ call }) => call),
    calls: () => stand.sandbox.calls.total,
  }
}

const upright = { width: 1_080, height: 1_920 }
const wide = { width: 1_920, height: 1_080 }
const filmOf = (size: number, shape = upright) => {
  const { bytes } = fileOf('video/mp4', shape)
  return fileOf('video/mp4', { ...shape, bytes: Buffer.concat([bytes, Buffer.alloc(size - bytes.length, 7)]) })
}

test('a card shows the given link, or else the first one in the text; a post with images has no card', async (t) => {
  const { walk, seen } = await start(t)
  const picture = fileOf('image/png')
  const link = 'https://example.com/given'
  await walk('look', { link }).toEnd()
  await walk('see https://example.com/written and more').toEnd()
  await walk('', { link }).toEnd()
  await walk('both', { link, media: [picture.item] }, picture).toEnd()
  assert.deepEqual(
    seen().map(({ text, media }) => [text, media.map(({ kind, url }) => (kind === 'link' ? url : kind))]),
    [
      ['look', [link]],
      ['see https://example.com/written and more', ['https://example.com/written']],
      [link, [link]],
      [`both\n\n${link}`, ['image']],
    ],
  )
})

test('a link to Facebook is kept in the text, since Facebook refuses it as a card', async (t) => {
  const { walk, seen } = await start(t)
  const link = 'https://www.facebook.com/events/123'
  for (const walker of [
    walk(`Come to ${link}`),
    walk('Come to it', { link }),
    walk(`Come to ${link}, and read https://example.com/why`),
  ]) {
    const { error, verdict } = await walker.toEnd()
    assert.deepEqual([error, verdict], [null, null])
  }
  assert.deepEqual(
    seen().map(({ text, media }) => [text, media.map(({ url }) => url)]),
    [
      [`Come to ${link}`, []],
      [`Come to it\n\n${link}`, []],
      [`Come to ${link}, and read https://example.com/why`, ['https://example.com/why']],
    ],
  )
})

test('an existing post with the same text is searched for, and another app’s post is not matched', async (t) => {
  const { stand, walk, seen, change } = await start(t)
  const older = walk('the same words')
  await older.toEnd()
  const walker = walk('the same words')
  const { verdict } = await walker.take()
  assert.equal(verdict?.is, 'doubt')
  const id = older.shown[0]?.remoteId
  assert.equal(await walker.find({ ours: async (remoteId) => remoteId !== id }), 'absent')
  stand.later(120_000)
  await finishOff(stand, walker)
  assert.equal(seen().length, 2)
  // Our own post, whose response was lost: the duplicate error protects it while the list lags.
  change({ listing_lag_ms: 30_000 })
  const lost = walk('only once')
  await lost.tryStep()
  assert.equal(await lost.find(), 'absent', 'an early absence does not count')
  assert.equal((await lost.take()).verdict?.is, 'doubt')
  stand.later(30_000)
  const found = await lost.find()
  assert.ok(found !== null && typeof found === 'object' && found.shown?.remoteId)
  assert.equal(seen().filter(({ text }) => text === 'only once').length, 1)
})

test('a post with the same text but with images is a different post, and a card does not count as an image', async (t) => {
  const { walk } = await start(t)
  const picture = fileOf('image/png')
  await walk('same words', { media: [picture.item] }, picture).toEnd()
  assert.equal(await walk('same words').find(), 'absent')
  const linked = walk('with a card https://example.com/a')
  await linked.tryStep()
  assert.ok(typeof (await linked.find()) === 'object')
})

test('if two posts could be ours, a user must decide', async (t) => {
  const { walk } = await start(t, { duplicate_ms: 0 })
  await walk('twice').toEnd()
  const walker = walk('twice')
  await walker.tryStep()
  assert.equal(await walker.find(), 'unsure')
})

test('a video is sent in the pieces that the network requests and resumes after a lost response', async (t) => {
  const { stand, walk, seen, calls, callsSince } = await start(t, { video_chunk_bytes: 20_000 })
  const film = filmOf(90_000, wide)
  for (const spoil of [null, 'drop_after', 'error_after'] as const) {
    const walker = walk(`moves ${spoil}`, { media: [film.item] }, film)
    const seq = calls()
    while (walker.step !== 'sendVideo') await walker.take()
    await walker.take()
    if (spoil) stand.fault({ kind: spoil })
    await finishOff(stand, walker)
    const made = callsSince(seq)
    assert.equal(made.filter((call) => call === 'startVideo').length, 1, `${spoil}: ${made}`)
    assert.equal(made.filter((call) => call === 'transferVideo').length, spoil === null ? 5 : 6)
    const last = seen().at(-1)
    assert.deepEqual([last?.text, last?.media[0]?.sha256], [`moves ${spoil}`, film.sha256])
  }
})

test('a reel whose upload received no response is not sent again', async (t) => {
  const { stand, walk, seen, calls, callsSince } = await start(t, { video_links_without_host: true })
  const film = filmOf(3_000_000)
  const walker = walk('turns', { format: 'reel', title: 'A title', media: [film.item] }, film)
  const seq = calls()
  while (walker.step !== 'sendReel') await walker.take()
  stand.fault({ kind: 'drop_after' })
  await finishOff(stand, walker)
  const made = callsSince(seq)
  assert.deepEqual(
    ['startReel', 'uploadVideo', 'finishReel'].map((name) => made.filter((call) => call === name).length),
    [1, 1, 1],
  )
  assert.equal(seen()[0]?.media[0]?.sha256, film.sha256)
  // Facebook returns such a link without its host.
  const url = walker.shown[0]?.url ?? ''
  assert.ok(url.startsWith(`${stand.url}/reel/`), url)
  assert.equal(walker.shown[0]?.remoteId, seen()[0]?.id)
})

test('when a video is published, Facebook’s webhook uses the handle that the waiting step reported', async (t) => {
  const { walk, stand } = await start(t)
  const film = filmOf(90_000)
  const walker = walk('turns', { format: 'reel', media: [film.item] }, film)
  while (walker.step !== 'finishReel') await walker.take()
  const handle = (await walker.take()).next?.handle
  await walker.toEnd()
  const calls: Buffer[] = []
  const listener = createServer((request, response) => {
    request.on('data', (bytes: Buffer) => calls.push(bytes)).on('end', () => response.end())
  })
  t.after(() => listener.close())
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`
  await stand.sandbox.network('facebook').acts.send_webhook?.('alice-bakery', { url })
  const notices = connector.hear?.read(Buffer.concat(calls)) ?? []
  assert.ok(handle !== undefined && notices.some((one) => one.is === 'news' && one.handle === handle), handle)
})

test('the page’s token is sent only to the upload host', async (t) => {
  const { stand, walk } = await start(t)
  const film = filmOf(90_000)
  const walker = walk('turns', { format: 'reel', media: [film.item] }, film)
  stand.standBetween(async (request, send) => {
    const answer = await send(request)
    const body = answer.body
      .toString()
      .replace(/"upload_url":"http:\/\/[^/]+/, '"upload_url":"http://elsewhere.example')
    return { ...answer, body: Buffer.from(body) }
  })
  assert.equal((await walker.take()).failure?.code, 'unreadable')
})

test('a video that the network cannot process fails with its message, and nothing is published', async (t) => {
  const { stand, walk, seen, act } = await start(t)
  for (const format of ['post', 'reel', 'story'] as const) {
    const film = filmOf(90_000, format === 'post' ? wide : upright)
    await act('fail_next_video')
    const walker = walk('broken', { format, media: [film.item] }, film)
    const { verdict } = await walker.toEnd()
    assert.ok(verdict?.is === 'refused', JSON.stringify(verdict))
    assert.match(verdict.why, /“Video processing failed\.”/)
  }
  stand.later(60_000)
  assert.deepEqual(seen(), [])
})

test('a story is one image or one video, a reel is one video', async (t) => {
  const { walk } = await start(t)
  const files = [fileOf('image/png'), fileOf('image/png')]
  const media = files.map(({ item }) => item)
  for (const post of [
    walk('', { format: 'story', media }, ...files),
    walk('', { format: 'reel', media }, ...files),
    walk('', { format: 'reel' }),
  ])
    assert.ok((await post.take()).error instanceof MediaUnfit)
})

test('violations of the rules for reels and stories are found before publishing', async (t) => {
  const { signedIn } = await start(t)
  const film = (more: object) => fileOf('video/mp4', { ...upright, ...more }).item
  const codesOf = (more: Partial<Outgoing> & { readonly media?: Outgoing['parts'][0]['media'] }) =>
    validate({ connector, outgoing: postOf(signedIn, '', more), planFit: () => ({ action: 'as-is' }) })
      .errors.map(({ code }) => code)
      .sort()
  const reel = (more: object) => codesOf({ format: 'reel', media: [film(more)] })
  assert.deepEqual(reel({ durationMs: 90_000 }), [])
  assert.deepEqual(codesOf({ format: 'short', media: [film({})], title: 'x'.repeat(256) }), ['title_too_long'])
  assert.deepEqual(reel({ durationMs: 90_001 }), ['video_too_long'])
  assert.deepEqual(reel({ durationMs: 2_999 }), ['video_too_short'])
  assert.deepEqual(reel({ width: 1_920, height: 1_080 }), ['video_shape'])
  assert.deepEqual(reel({ frameRate: 61 }), ['video_frame_rate'])
  assert.deepEqual(codesOf({ format: 'reel', media: [fileOf('image/png').item] }), ['media_too_many'])
  assert.deepEqual(codesOf({ format: 'story', media: [film({ durationMs: 60_001 })] }), ['video_too_long'])
  assert.deepEqual(codesOf({ format: 'story', media: [film({})], firstComment: 'a' }), ['first_comment_not_supported'])
  assert.deepEqual(codesOf({ format: 'post', media: [film({ durationMs: 600_000, ...wide })] }), [])
})

test('a missing comment permission causes a warning, not a problem with the account', async (t) => {
  const { walk, stand, signedIn, seen } = await start(t)
  const { userId, userToken } = signedIn.grant
  const path = `/${userId}/permissions/pages_manage_engagement`
  const headers = { authorization: `OAuth ${userToken}` }
  assert.equal((await fetch(`${stand.url}${path}`, { method: 'DELETE', headers })).status, 200)
  const walker = walk('above', { firstComment: 'below' })
  await walker.take()
  assert.ok(connector.steps[walker.step ?? '']?.optional)
  const { verdict } = await walker.take()
  assert.ok(verdict?.is === 'refused' && verdict.code === 'comment_not_permitted', JSON.stringify(verdict))
  assert.equal(seen().length, 1)
})

test('views are summed if they are split by source, and omitted without the permission', async (t) => {
  const { stand, signedIn, walk, change } = await start(t)
  const walker = walk('count me')
  await walker.toEnd()
  const id = walker.shown[0]?.remoteId ?? ''
  stand.later(86_400_000)
  const read = async () => {
    const call = { grant: signedIn.grant, http: stand.http(), signal: new AbortController().signal }
    return (await connector.metrics?.(call, [id]))?.[0]?.counts
  }
  const whole = await read()
  assert.ok((whole?.views ?? 0) > 0 && whole?.likes !== undefined && whole.comments === 0)
  change({ views_in_parts: true })
  assert.deepEqual(await read(), whole)
  stand.standBetween((request, send) =>
    request.name === 'getPostInsights'
      ? send({ ...request, url: request.url.replace('post_media_view', 'post_impressions') })
      : send(request),
  )
  const { views: _views, ...others } = whole ?? {}
  assert.deepEqual(await read(), others)
})

test('a video’s counters are read from its post if it has one, or else from the video', async (t) => {
  const { stand, signedIn, walk } = await start(t)
  const hidePost = (for_: number) => {
    let left = for_
    stand.standBetween(async (request, send) => {
      const answer = await send(request)
      if (request.name !== 'getVideo' || left-- <= 0) return answer
      const { post_id: _post, ...video } = JSON.parse(answer.body.toString())
      return { ...answer, body: Buffer.from(JSON.stringify(video)) }
    })
  }
  hidePost(Number.POSITIVE_INFINITY)
  const film = fileOf('video/mp4', upright)
  const walker = walk('count me', { media: [film.item], format: 'reel', firstComment: 'below' }, film)
  await finishOff(stand, walker)
  const [{ remoteId: id } = { remoteId: '' }] = walker.shown
  assert.match(id ?? '', /^[0-9]+$/, 'identified by its own ID')
  stand.later(86_400_000)
  const read = async () => {
    const call = { grant: signedIn.grant, http: stand.http(), signal: new AbortController().signal }
    return (await connector.metrics?.(call, [id ?? '']))?.[0]?.counts
  }
  const own = await read()
  assert.deepEqual([Object.keys(own ?? {}).sort(), own?.comments], [['comments', 'likes'], 1])
  hidePost(0)
  const ofPost = await read()
  assert.deepEqual(Object.keys(ofPost ?? {}).sort(), ['comments', 'likes', 'shares', 'views'])
  assert.equal(ofPost?.likes, own?.likes)
})

test('an unquoted ID works like a quoted one', async (t) => {
  const { stand, walk } = await start(t)
  stand.standBetween(async (request, send) => {
    const answer = await send(request)
    const body = answer.body.toString().replaceAll(/("(?:id|post_id|video_id|media_id)":)"([0-9]+)"/g, '$1$2')
    return { ...answer, body: Buffer.from(body) }
  })
  const [film, picture] = [fileOf('video/mp4', upright), fileOf('image/png')]
  const walkers = [
    walk('seen', { media: [picture.item] }, picture),
    walk('', { media: [picture.item], format: 'story' }, picture),
    walk('', { media: [film.item], format: 'story' }, film),
    walk('', { media: [film.item], format: 'reel' }, film),
  ]
  for (const walker of walkers) {
    assert.deepEqual(await finishOff(stand, walker), [])
    assert.equal(walker.shown.length, 1)
  }
})

test('a link leads to the public page, whatever the API version', () => {
  const http = (auth: string) => ({ addresses: { auth }, app: null, now: new Date(0), send: () => assert.fail() })
  assert.equal(linkTo(http('https://www.facebook.com/v25.0'), '/reel/7/'), 'https://www.facebook.com/reel/7/')
  assert.equal(linkTo(http('http://127.0.0.1:4010/facebook'), '/105_7'), 'http://127.0.0.1:4010/facebook/105_7')
  assert.equal(linkTo(http('https://www.facebook.com/v25.0'), 'https://fb.example/7'), 'https://fb.example/7')
})

test('an unconfirmed comment is found among hundreds; with too many, absence does not count', async (t) => {
  const { walk, seen } = await start(t)
  const walker = walk('above', { firstComment: 'ours' })
  await walker.take()
  assert.equal(await walker.find(), 'absent')
  await walker.tryStep()
  const writeOthers = async (many: number) => {
    for (let no = 0; no < many; no++) {
      const other = walk('above', { firstComment: `other ${no}` })
      other.accept({ memo: walker.memo, then: 'comment' })
      assert.ok((await other.tryStep()).next)
    }
  }
  await writeOthers(101)
  assert.deepEqual(await walker.find(), { memo: walker.memo, end: true })
  await writeOthers(400)
  assert.equal(await walker.find(), 'unsure')
  assert.equal(seen().filter(({ text }) => text === 'ours').length, 1)
})

test('an unconfirmed comment is found among ranked comments, and counts as absent only after all have been read', async (t) => {
  const { stand, walk, seen } = await start(t, { ranks_comments: true })
  const walker = walk('above', { firstComment: 'ours' })
  await walker.take()
  // More than the lists that are read.
  for (let no = 0; no < 520; no++) {
    const other = walk('above', { firstComment: `other ${no}` })
    other.accept({ memo: walker.memo, then: 'comment' })
    assert.ok((await other.tryStep()).next)
  }
  stand.later(86_400_000)
  const since = { first: stand.now() }
  assert.equal(await walker.find(since), 'absent')
  await walker.tryStep()
  assert.deepEqual(await walker.find(since), { memo: walker.memo, end: true })
  assert.equal(seen().filter(({ text }) => text === 'ours').length, 1)
})
