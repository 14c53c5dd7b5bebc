import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createLog } from '#infra/log/log.ts'
import { minutes } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { giphyKey, type StockServer, startGiphy } from '#test/servers/stock-server.ts'
import { clientOf, fetchBytes, type Served, serveWith } from '#test/world/media.ts'
import { done, refused } from '#test/world/people.ts'
import { moving } from '#test/world/pictures.ts'
import { connectBoth } from '#test/world/posts.ts'

/** The search for GIFs, against a server that behaves as GIPHY’s documentation says. */
let t: TestApp
let giphy: StockServer
let ada: Person
let w: Awaited<ReturnType<typeof connectBoth>>
let gif: Buffer
/** A key of Ada’s, which does not expire as her session does. */
let key: { readonly token: string }
const lines: string[] = []
let served: Served & AsyncDisposable
before(async () => {
  gif = await moving(40, 30, 3).gif().toBuffer()
  giphy = await startGiphy(gif)
  const settings = { GIPHY_API_KEY: giphyKey, GIPHY_URL: giphy.url, GIPHY_RATING: 'pg' }
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000', ...settings } })
  w = await connectBoth(t)
  ada = w.person
  const { body } = await ada.post('/v1/api-keys', { name: 'media', scopes: ['media:write'] })
  key = { token: body.key }
  const log = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } })
  served = await serveWith(t, { log })
})
beforeEach(async () => {
  // A user may search a few times in a minute, and a limit ends after five.
  await t.turnClock(minutes(6))
  giphy.fail = null
  giphy.headers = {}
  giphy.total = 60
  giphy.change = (one) => one
  giphy.image = (response) => void response.writeHead(200, { 'content-type': 'image/gif' }).end(gif)
})
after(async () => {
  await served[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
  await giphy[Symbol.asyncDispose]()
})

const by = (person: { readonly token: string } = key) => clientOf(served, person.token)
/** Keeps what was returned, for the test that looks for the key in it. */
const kept = <Answer extends { readonly text: string }>(answer: Answer): Answer => {
  lines.push(answer.text)
  return answer
}
const search = async (q = 'lighthouse', more: Record<string, string> = {}) =>
  kept(await by().get(`/v1/stock?${new URLSearchParams({ provider: 'giphy', q, ...more })}`))
const take = async (id: string, more: object = {}, person = key) =>
  kept(await by(person).post('/v1/stock/take', { provider: 'giphy', id, ...more }))
const since = (from: number) => giphy.requests.slice(from).map(({ path }) => path)

/** A GIF whose `images` have these fields instead. */
const withImages =
  (change: (images: Record<string, object>) => object): StockServer['change'] =>
  ({ images, ...one }) => ({ ...one, images: change(images as Record<string, object>) })

test('an added GIF is published: as an animation on Mastodon, and as a video on Bluesky', async () => {
  giphy.total = 200
  const { storagePath } = done(await take('gif108', { profileId: w.profileId }, ada)).body
  const content = 'The light turns.'
  const post = {
    profileId: w.profileId,
    content,
    platforms: ['mastodon', 'bluesky'],
    media: [{ storagePath, altText: 'A lamp turns' }],
  }
  assert.deepEqual(done(await ada.post('/v1/posts/validate', post)).body.errors, [])
  done(await ada.post('/v1/posts', post), 201)
  await t.settle()
  await t.advance(minutes(1))
  const sent = t.sandbox.ledger.entries({}).filter((one) => one.text === content)
  const kinds = sent.map(({ network, media }) => [network, media.map(({ kind, mime }) => `${kind} ${mime}`)])
  assert.deepEqual(kinds.sort(), [
    ['bluesky', ['video video/mp4']],
    ['mastodon', ['video image/gif']],
  ])
})

test('200: a search sends the words, the page and the highest rating, and returns GIFs that stand still or move', async () => {
  const { body } = done(await search(' White  Lighthouse '))
  const asked = giphy.requests.at(-1)
  assert.equal(asked?.path, '/v1/gifs/search')
  assert.deepEqual(asked?.query, {
    ...{ api_key: giphyKey, q: 'white lighthouse', limit: '24', offset: '0', rating: 'pg' },
  })
  assert.deepEqual(
    [body.provider, body.kind, body.page, body.hasMore, body.total, body.photos.length],
    ['giphy', 'gif', 1, true, 60, 24],
  )
  const { thumbnailUrl, previewUrl, ...first } = body.photos[0]
  assert.deepEqual(first, {
    id: 'gif1',
    width: 480,
    height: 270,
    altText: 'Lighthouse 1 GIF',
    author: 'Keeper 1',
    authorUrl: 'https://giphy.com/keeper1/',
    url: 'https://giphy.com/gifs/lighthouse-gif1',
  })
  assert.deepEqual([body.photos[1].author, body.photos[1].authorUrl], ['GIPHY', null])
  const from = giphy.requests.length
  for (const url of [thumbnailUrl, previewUrl]) {
    const image = await fetchBytes({ ...served, config: t.config }, url)
    assert.deepEqual([image.status, image.headers['content-type'], image.bytes], [200, 'image/gif', gif])
  }
  // The parameters of an image’s URL stay as they are, and the key is not among them.
  assert.deepEqual(
    giphy.requests.slice(from).map(({ path, query }) => [path, query]),
    [
      ['/images/gif-1/200w_s.gif', { cid: 'abc1', rid: '200w_s.gif' }],
      ['/images/gif-1/200w_d.webp', { cid: 'abc1', rid: '200w_d.webp' }],
    ],
  )
  const last = done(await search('white lighthouse', { page: '3' })).body
  assert.equal(giphy.requests.at(-1)?.query.offset, '48')
  assert.deepEqual([last.hasMore, last.photos.length, last.photos[0].id], [false, 12, 'gif49'])
  giphy.total = 0
  const none = done(await search('nothing')).body
  assert.deepEqual([none.hasMore, none.total, none.photos], [false, 0, []])
})

test('200: the providers are listed by their kind', async () => {
  const list = async (query: string) => done(await by().get(`/v1/stock/providers${query}`)).body.providers
  assert.deepEqual(await list(''), [
    {
      id: 'giphy',
      name: 'GIPHY',
      kind: 'gif',
      url: 'https://giphy.com',
      license: 'GIPHY Terms of Service',
      licenseUrl: 'https://giphy.com/terms',
    },
  ])
  assert.deepEqual([(await list('?kind=gif')).length, (await list('?kind=photo')).length], [1, 0])
  refused(await by().get('/v1/stock/providers?kind=video'), 400, 'validation_failed')
})

test('200: a GIF is added as it is, with its credit, by its ID alone or after a search', async () => {
  const source = (author: string, authorUrl: string | null, at: number) => ({
    provider: 'giphy',
    providerName: 'GIPHY',
    author,
    authorUrl,
    url: `https://giphy.com/gifs/lighthouse-gif${at}`,
    license: 'GIPHY Terms of Service',
    licenseUrl: 'https://giphy.com/terms',
  })
  giphy.total = 200
  const from = giphy.requests.length
  const { body } = done(await take('gif107'))
  assert.deepEqual(since(from), ['/v1/gifs/gif107', '/images/gif-107/giphy.gif'])
  assert.deepEqual(body.source, source('Keeper 107', 'https://giphy.com/keeper107/', 107))
  assert.deepEqual(
    [body.contentType, body.animated, body.fileName, body.altText, body.size],
    ['image/gif', true, 'giphy-gif107.gif', 'Lighthouse 107 GIF', gif.length],
  )
  await search('two')
  const next = giphy.requests.length
  const second = done(await take('gif2', { altText: 'The light turns' })).body
  assert.deepEqual(since(next), ['/images/gif-2/giphy.gif'])
  assert.deepEqual([second.altText, second.source], ['The light turns', source('GIPHY', null, 2)])
  refused(await take('gif201'), 404, 'stock_photo_not_found')
})

test('the imported file is the largest version within 8 MB, 350 frames and our limit of pixels', async () => {
  const chosen = async (
    at: number,
    original: object,
    smaller: (images: Record<string, object>) => object = (all) => all,
  ) => {
    giphy.total = 200
    giphy.change = withImages(({ original: own, ...all }) => smaller({ ...all, original: { ...own, ...original } }))
    const from = giphy.requests.length
    done(await take(`gif1${at}`))
    return since(from)[1]?.split('/').at(-1)
  }
  assert.equal(await chosen(11, { size: '8388608', frames: '350' }), 'giphy.gif')
  assert.equal(await chosen(12, { size: '8388609' }), 'giphy-large.gif')
  assert.equal(await chosen(13, { size: '' }), 'giphy-large.gif', 'an unknown size counts as too large')
  assert.equal(await chosen(14, { size: '9000000' }, ({ downsized_large: _, ...all }) => all), 'giphy-medium.gif')
  assert.equal(await chosen(15, { frames: '351' }), 'giphy-downsized.gif')
  assert.equal(await chosen(16, { width: '1920', height: '1080', frames: '200' }), 'giphy-downsized.gif')
  assert.equal(await chosen(17, { frames: null }), 'giphy.gif')
})

test('a GIF above the highest rating, or without a known one, is neither found nor added', async () => {
  giphy.total = 200
  for (const rating of ['pg-13', 'R', 'x', '']) {
    giphy.change = (one) => ({ ...one, rating })
    assert.deepEqual(done(await search(`rated ${rating}`)).body.photos, [], rating)
    refused(await take('gif121'), 404, 'stock_photo_not_found')
  }
  for (const rating of ['y', 'g', 'PG']) {
    giphy.change = (one) => ({ ...one, rating })
    assert.equal(done(await search(`rated ${rating}`)).body.photos.length, 24, rating)
  }
})

test('GIFs that lead elsewhere or lack a still image are left out', async () => {
  const changes: StockServer['change'][] = [
    withImages(({ fixed_width_still: _, ...all }) => all),
    withImages((all) => ({ ...all, fixed_width_still: { url: 'https://giphy.com.evil.example/a.gif' } })),
    withImages((all) => ({ ...all, fixed_width_downsampled: { url: 'http://169.254.169.254/a.gif' } })),
    withImages((all) => ({ ...all, original: { ...all.original, url: 'https://evil.example/a.gif' } })),
    (one) => ({ ...one, url: 'https://evil.example/' }),
    (one) => ({ ...one, id: '../1' }),
  ]
  for (const [at, change] of changes.entries()) {
    giphy.change = change
    assert.deepEqual(done(await search(`elsewhere ${at}`)).body.photos, [], String(at))
  }
  giphy.change = withImages(({ fixed_width_downsampled: _, ...all }) => all)
  assert.equal(done(await search('still only')).body.photos[0].previewUrl, null)
  giphy.change = (one) => ({ ...one, user: { display_name: '', profile_url: 'javascript:alert(1)' }, username: 'sea' })
  const { photos } = done(await search('names')).body
  assert.deepEqual([photos[0].author, photos[0].authorUrl], ['sea', null])
})

test('400: more than 50 characters are refused for GIPHY, and not sent', async () => {
  const from = giphy.requests.length
  const answer = await search('a'.repeat(51))
  refused(answer, 400, 'validation_failed')
  assert.match(answer.text, /at most 50 characters for GIPHY/)
  assert.equal(giphy.requests.length, from)
  done(await search('a'.repeat(50)))
})

test('429: a limit names the wait, and nothing is sent until then', async () => {
  giphy.fail = 'limit'
  const limited = await search('one')
  refused(limited, 429, 'stock_limit')
  assert.deepEqual([limited.body.retryAfterMs, limited.headers['retry-after']], [minutes(5), '300'])
  giphy.fail = null
  const from = giphy.requests.length
  for (const q of ['one', 'other words', 'more words']) refused(await search(q), 429, 'stock_limit')
  refused(await take('gif140'), 429, 'stock_limit')
  assert.equal(giphy.requests.length, from)
  await t.turnClock(minutes(5))
  done(await search('one'))
})

test('503: a substitute, an unusable response or a rejected key is a stable refusal', async () => {
  for (const kind of ['synthetic', 'status', 'huge', 'html', 'strange', 'redirect', 'reset', 'key'] as const) {
    giphy.fail = kind
    const answer = await search(kind)
    refused(answer, 503, 'stock_unavailable')
    assert.ok(!answer.text.includes('planted'), answer.text)
    if (kind === 'key') assert.match(answer.text, /GIPHY_API_KEY/)
    refused(await take('gif141'), 503, 'stock_unavailable')
  }
})

test('the key is in the query of the API alone: not in a response, an error, the log or an image’s URL', () => {
  assert.ok(!lines.some((line) => line.includes(giphyKey)))
  assert.ok(lines.some((line) => line.includes('stock.refused')))
  for (const { path, query, headers } of giphy.requests) {
    assert.equal('api_key' in query, path.startsWith('/v1/gifs/'), path)
    assert.ok(!JSON.stringify([path, headers]).includes(giphyKey))
  }
})
