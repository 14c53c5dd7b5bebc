import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { createLog } from '#infra/log/log.ts'
import { hours, minutes } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { pexelsKey, type StockServer, startPexels, startUnsplash, unsplashKey } from '#test/servers/stock-server.ts'
import { unzip } from '#test/world/files/unzip.ts'
import { clientOf, fetchBytes, narrowKey, type Served, serveWith } from '#test/world/media.ts'
import { done, grant, makeProfile, refused } from '#test/world/people.ts'
import { noise } from '#test/world/pictures.ts'

/** The search for stock photos, against servers that behave as the providers’ documentation says. */
let t: TestApp
let off: TestApp
let unsplash: StockServer
let pexels: StockServer
let ada: Person
let png: Buffer
/** A key of Ada’s, which does not expire as her session does. */
let key: { readonly token: string }
const lines: string[] = []
let served: Served & AsyncDisposable
before(async () => {
  png = await noise(40, 30).png().toBuffer()
  unsplash = await startUnsplash(png)
  pexels = await startPexels(png)
  off = await startApp()
  t = await startApp({
    settings: {
      UNSPLASH_ACCESS_KEY: unsplashKey,
      UNSPLASH_URL: unsplash.url,
      PEXELS_API_KEY: pexelsKey,
      PEXELS_URL: pexels.url,
      STOCK_APP_NAME: 'harbour_posts',
    },
  })
  ada = await t.as('ada')
  const { body } = await ada.post('/v1/api-keys', { name: 'media', scopes: ['media:write'] })
  key = { token: body.key }
  const log = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } })
  served = await serveWith(t, { log })
})
beforeEach(async () => {
  // A user may search a few times in a minute.
  await t.turnClock(minutes(2))
  for (const one of [unsplash, pexels]) {
    one.fail = null
    one.headers = {}
    one.total = 60
    one.change = (photo) => photo
    one.image = (response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(png)
  }
})
after(async () => {
  await served[Symbol.asyncDispose]()
  for (const one of [t, off, unsplash, pexels]) await one[Symbol.asyncDispose]()
})

const by = (person: { readonly token: string } = key) => clientOf(served, person.token)
/** Keeps what was returned, for the test that looks for keys in it. */
const kept = <Answer extends { readonly text: string }>(answer: Answer): Answer => {
  lines.push(answer.text)
  return answer
}
const search = async (provider: string, q = 'lighthouse', more: Record<string, string> = {}, person = key) =>
  kept(await by(person).get(`/v1/stock?${new URLSearchParams({ provider, q, ...more })}`))
const take = async (provider: string, id: string, more: object = {}, person = key) =>
  kept(await by(person).post('/v1/stock/take', { provider, id, ...more }))
const since = (server: StockServer, from: number) => server.requests.slice(from).map(({ path }) => path)

test('200: a search sends the words with the key in a header, and returns photos with their authors', async () => {
  const { body } = done(await search('unsplash', '  White   Lighthouse '))
  const asked = unsplash.requests.at(-1)
  assert.equal(asked?.path, '/search/photos')
  assert.equal(asked?.headers.authorization, `Client-ID ${unsplashKey}`)
  assert.equal(asked?.headers['accept-version'], 'v1')
  assert.deepEqual(asked?.query, { query: 'white lighthouse', page: '1', per_page: '24', content_filter: 'high' })
  assert.deepEqual(
    [body.provider, body.page, body.hasMore, body.total, body.photos.length],
    ['unsplash', 1, true, 60, 24],
  )
  const { thumbnailUrl, ...first } = body.photos[0]
  assert.deepEqual(first, {
    id: 'photo-1',
    width: 5245,
    height: 3497,
    altText: 'a white lighthouse number 1',
    previewUrl: null,
    author: 'Annie 1',
    authorUrl: 'https://unsplash.com/@annie1?utm_source=harbour_posts&utm_medium=referral',
    url: 'https://unsplash.com/photos/photo-1?utm_source=harbour_posts&utm_medium=referral',
  })
  assert.ok(thumbnailUrl.startsWith(`${t.config.publicUrl}/v1/stock/thumbnail?token=`))
  const last = done(await search('unsplash', 'white lighthouse', { page: '3' })).body
  assert.deepEqual([last.hasMore, last.photos.length, last.photos[0].id], [false, 12, 'photo-49'])

  const other = done(await search('pexels', 'lighthouse')).body
  assert.equal(pexels.requests.at(-1)?.headers.authorization, pexelsKey)
  assert.deepEqual(pexels.requests.at(-1)?.query, { query: 'lighthouse', page: '1', per_page: '24' })
  assert.deepEqual(
    [other.photos[0].author, other.photos[0].url, other.hasMore],
    ['Joey 1', 'https://www.pexels.com/photo/lighthouse-1001/', true],
  )
  assert.equal(done(await search('pexels', 'lighthouse', { page: '3' })).body.hasMore, false)
})

test('a photo is added under the limits of an upload: roles, keys for certain profiles, and space', async () => {
  const [bob, eve] = [await t.as('bob'), await t.as('eve')]
  const profileId = await makeProfile(ada)
  await grant(ada, profileId, bob, 'viewer')
  const from = unsplash.requests.length
  refused(await take('unsplash', 'photo-11', { profileId }, bob), 403, 'profile_role_required')
  refused(await take('unsplash', 'photo-11', { profileId }, eve), 403, 'profile_forbidden')
  const narrow = { token: await narrowKey(ada, [profileId]) }
  refused(
    await clientOf(served, narrow.token).post('/v1/stock/take', { provider: 'unsplash', id: 'photo-11' }),
    403,
    'key_limited_to_profiles',
  )
  assert.equal(unsplash.requests.length, from)
  const { body } = done(await take('unsplash', 'photo-11', { profileId }, ada))
  refused(await by(eve).get(`/v1/media/${body.id}`), 403, 'media_forbidden')
  assert.equal(done(await by(bob).get(`/v1/media/${body.id}`)).body.source.author, 'Annie 11')
})

test('200: a photo of Unsplash is added with its credit after the download event, which has all of its parameters', async () => {
  await search('unsplash')
  const from = unsplash.requests.length
  const { body } = done(await take('unsplash', 'photo-2'))
  const asked = unsplash.requests.slice(from)
  assert.deepEqual(
    asked.map(({ path }) => path),
    ['/photos/photo-2/download', '/images/2'],
  )
  assert.deepEqual(asked[0]?.query, { ixid: 'abc2', more: '1' })
  assert.equal(asked[0]?.headers.authorization, `Client-ID ${unsplashKey}`)
  assert.deepEqual(asked[1]?.query, { ixid: 'abc2', w: '2400', fit: 'max', fm: 'jpg', q: '85' })
  assert.equal(asked[1]?.headers.authorization, undefined)
  const source = {
    provider: 'unsplash',
    providerName: 'Unsplash',
    author: 'Annie 2',
    authorUrl: 'https://unsplash.com/@annie2?utm_source=harbour_posts&utm_medium=referral',
    url: 'https://unsplash.com/photos/photo-2?utm_source=harbour_posts&utm_medium=referral',
    license: 'Unsplash License',
    licenseUrl: 'https://unsplash.com/license?utm_source=harbour_posts&utm_medium=referral',
  }
  assert.deepEqual(body.source, source)
  assert.deepEqual(
    [body.altText, body.contentType, body.fileName],
    ['a white lighthouse number 2', 'image/png', 'unsplash-photo-2.png'],
  )
  assert.deepEqual((await by().get(`/v1/media/${body.id}`)).body.source, source)
  assert.deepEqual((await by().get('/v1/media')).body.media[0].source, source)
})

test('200: a photo of Pexels is added by its ID alone, with the alt text of the caller', async () => {
  const from = pexels.requests.length
  const { body } = done(await take('pexels', '1030', { altText: 'The light' }))
  assert.deepEqual(since(pexels, from), ['/v1/photos/1030', '/images/30.jpeg'])
  assert.deepEqual([body.altText, body.source.author, body.source.license], ['The light', 'Joey 30', 'Pexels License'])
  refused(await take('pexels', '9999'), 404, 'stock_photo_not_found')
  refused(await take('pexels', 'no-number'), 404, 'stock_photo_not_found')
  refused(await take('unsplash', 'photo-99'), 404, 'stock_photo_not_found')
})

test('a repeated request with the same key adds the photo once and counts one use', async () => {
  const once = { headers: { 'idempotency-key': 'take-it-once' } }
  const from = unsplash.requests.length
  const body = { provider: 'unsplash', id: 'photo-30' }
  const first = done(await by().post('/v1/stock/take', body, once)).body
  const second = done(await by().post('/v1/stock/take', body, once)).body
  assert.equal(second.id, first.id)
  assert.deepEqual(since(unsplash, from), ['/photos/photo-30', '/photos/photo-30/download', '/images/30'])
})

test('the credit is in the export and in the audit log', async () => {
  const grace = await t.as('grace')
  done(await take('pexels', '1004', {}, grace))
  const { bytes } = await grace.get('/v1/auth/me/export')
  const exported =
    [...(await unzip(bytes)).entries()].find(([name]) => name.endsWith('media.json'))?.[1].toString() ?? ''
  assert.ok(exported.includes('https://www.pexels.com/@joey4') && exported.includes('Pexels License'), exported)
  await t.settle()
  const entries = (await grace.get('/v1/auth/me/audit-log')).body
  assert.ok(JSON.stringify(entries).includes('https://www.pexels.com/photo/lighthouse-1004/'))
})

test('without a key nothing is offered, found, added or sent', async () => {
  const bob = await off.as('bob')
  assert.deepEqual((await bob.get('/v1/stock/providers')).body, { providers: [], hasMore: false, nextCursor: null })
  refused(await bob.get('/v1/stock?provider=unsplash&q=a'), 404, 'stock_not_set_up')
  refused(await bob.post('/v1/stock/take', { provider: 'pexels', id: '1001' }), 404, 'stock_not_set_up')
  const { providers } = done(await by().get('/v1/stock/providers')).body
  assert.deepEqual(
    providers.map(({ id, url }: { id: string; url: string }) => [id, url]),
    [
      ['unsplash', 'https://unsplash.com/?utm_source=harbour_posts&utm_medium=referral'],
      ['pexels', 'https://www.pexels.com'],
    ],
  )
})

test('400: words, pages and IDs have bounds', async () => {
  const from = unsplash.requests.length
  for (const query of ['q=', 'q=%20%20', `q=${'a'.repeat(101)}`, 'q=a&page=0', 'q=a&page=51', 'q=a&page=x'])
    refused(await by().get(`/v1/stock?provider=unsplash&${query}`), 400, 'validation_failed')
  refused(await by().get('/v1/stock?provider=tenor&q=a'), 400, 'validation_failed')
  for (const id of ['', '../1', 'a b', 'a'.repeat(101)]) refused(await take('unsplash', id), 400, 'validation_failed')
  assert.equal(unsplash.requests.length, from)
})

test('429: a limit stops all calls until the time that the provider names, and no other provider', async () => {
  unsplash.fail = 'limit'
  const limited = await search('unsplash', 'one')
  refused(limited, 429, 'stock_limit')
  assert.deepEqual([limited.body.retryAfterMs, limited.headers['retry-after']], [minutes(5), '300'])
  const from = unsplash.requests.length
  unsplash.fail = null
  refused(await search('unsplash', 'two'), 429, 'stock_limit')
  refused(await take('unsplash', 'photo-1'), 429, 'stock_limit')
  assert.equal(unsplash.requests.length, from)
  done(await search('pexels', 'two'))
  await t.turnClock(minutes(5))
  done(await search('unsplash', 'two'))

  pexels.headers = { 'retry-after': '90' }
  pexels.fail = 'limit'
  assert.equal((await search('pexels', 'three')).body.retryAfterMs, 90_000)
})

test('429: after the last allowed request, the next is sent when the provider’s period ends', async () => {
  const resetsAt = Math.ceil(t.now().getTime() / 1_000) + 120
  pexels.headers = { 'x-ratelimit-limit': '20000', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(resetsAt) }
  done(await search('pexels', 'the last'))
  const from = pexels.requests.length
  const { body } = await search('pexels', 'one more')
  assert.equal(body.code, 'stock_limit')
  assert.ok(body.retryAfterMs > 110_000 && body.retryAfterMs <= 121_000, String(body.retryAfterMs))
  assert.equal(pexels.requests.length, from)
})

test('429: one user cannot use up the key for everyone', async () => {
  const heidi = await t.as('heidi')
  const from = unsplash.requests.length
  for (let n = 0; n < 30; n++) done(await search('unsplash', `word ${n}`, {}, heidi))
  refused(await search('unsplash', 'one more', {}, heidi), 429, 'stock_limit')
  assert.equal(unsplash.requests.length - from, 30)
  done(await search('unsplash', 'word 3', {}, heidi))
  done(await search('unsplash', 'one more'))
})

test('503: a provider that is gone or returns nonsense is a stable refusal, which has none of its words', async () => {
  for (const kind of ['status', 'huge', 'html', 'strange', 'redirect', 'reset', 'key'] as const) {
    for (const [provider, server] of [
      ['unsplash', unsplash],
      ['pexels', pexels],
    ] as const) {
      server.fail = kind
      const answer = await search(provider, kind)
      refused(answer, 503, 'stock_unavailable')
      assert.ok(!answer.text.includes('planted'), answer.text)
      refused(await take(provider, '1031'), 503, 'stock_unavailable')
    }
  }
})

test('photos that lead elsewhere are left out, and the key is sent nowhere else', async () => {
  const elsewhere = createServer((_, response) => void response.end('planted'))
  let reached = 0
  elsewhere.on('request', () => void reached++)
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const place = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/x`
  const urls = [
    place,
    'http://169.254.169.254/x',
    'https://unsplash.com.evil.example/x',
    'https://evil.example/unsplash.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://unsplash.com/x',
    'https://a:b@unsplash.com/x',
    `https://unsplash.com/${'a'.repeat(2_000)}`,
    'https://images.unsplash.com:8443/x',
    'no url',
    '',
  ]
  const changes: ((url: string) => StockServer['change'])[] = [
    (small) =>
      ({ urls, ...photo }) => ({ ...photo, urls: { ...(urls as object), small } }),
    (raw) =>
      ({ urls, ...photo }) => ({ ...photo, urls: { ...(urls as object), raw } }),
    (at) =>
      ({ links, ...photo }) => ({ ...photo, links: { ...(links as object), download_location: at } }),
    (html) =>
      ({ links, ...photo }) => ({ ...photo, links: { ...(links as object), html } }),
  ]
  for (const [at, change] of changes.entries()) {
    await t.turnClock(minutes(1))
    for (const [number, url] of urls.entries()) {
      // A photo may be at the operator's own URL, which the stub has.
      unsplash.change = change(url)
      if (number > 6 && at > 0) continue
      assert.deepEqual(done(await search('unsplash', `${at} ${number}`)).body.photos, [], `${at}: ${url}`)
      refused(await take('unsplash', 'photo-33'), 503, 'stock_unavailable')
    }
  }
  unsplash.change = (photo) => ({ ...photo, user: { name: '\u202eevil\n', links: { html: 'javascript:alert(1)' } } })
  await t.turnClock(minutes(1))
  const { photos } = done(await search('unsplash', 'names')).body
  assert.deepEqual([photos[0].author, photos[0].authorUrl], ['evil', null])
  assert.equal(reached, 0)
  elsewhere.close()
})

test('400: a file that redirects to a private address is not loaded', async () => {
  const secret = createServer((_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(png))
  let reached = 0
  secret.on('request', () => void reached++)
  await new Promise<void>((resolve) => secret.listen(0, '127.0.0.1', resolve))
  unsplash.image = (response) =>
    void response.writeHead(302, { location: `http://127.0.0.1:${(secret.address() as AddressInfo).port}/a.png` }).end()
  refused(await take('unsplash', 'photo-9'), 400, 'media_unreachable')
  const { photos } = done(await search('unsplash', 'redirected')).body
  assert.equal((await thumbnail(photos[0].thumbnailUrl)).status, 503)
  assert.equal(reached, 0)
  secret.close()
})

const thumbnail = (url: string) => fetchBytes({ ...served, config: t.config }, url)

test('no key is in a response, an error, a URL or the log', () => {
  for (const key of [unsplashKey, pexelsKey]) assert.ok(!lines.some((line) => line.includes(key)))
  for (const server of [unsplash, pexels])
    for (const { path, query } of server.requests) assert.ok(!JSON.stringify([path, query]).includes('planted'))
  assert.ok(lines.some((line) => line.includes('stock.refused')))
})

test('the same words within an hour are answered from memory', async () => {
  const from = unsplash.requests.length
  await search('unsplash', 'Harbour  light')
  await search('unsplash', ' harbour light ')
  assert.equal(unsplash.requests.length - from, 1)
  await t.turnClock(hours(1))
  await search('unsplash', 'harbour light')
  assert.equal(unsplash.requests.length - from, 2)
})

test('thumbnails come through the service, once, and cannot be mistaken for a page', async () => {
  const { photos } = done(await search('pexels', 'thumbnails')).body
  const from = pexels.requests.length
  const first = await thumbnail(photos[0].thumbnailUrl)
  assert.deepEqual([first.status, first.headers['content-type'], first.bytes], [200, 'image/png', png])
  assert.match(first.headers['content-security-policy'] ?? '', /sandbox/)
  await thumbnail(photos[0].thumbnailUrl)
  assert.deepEqual(since(pexels, from), ['/images/1.jpeg'])
  assert.equal(pexels.requests.at(-1)?.headers.authorization, undefined)
  for (const page of [
    '<html><script>alert(1)</script>',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '',
    'x'.repeat(2 * 1024 * 1024),
  ]) {
    pexels.image = (response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(page)
    assert.equal((await thumbnail(photos[1].thumbnailUrl)).status, 503)
  }
  const url = photos[0].thumbnailUrl
  for (const forged of [
    `${url}A`,
    url.slice(0, -2),
    url.replace(/token=./, 'token=B'),
    `${t.config.publicUrl}/v1/stock/thumbnail?token=abc`,
  ])
    assert.equal((await thumbnail(forged)).status, 404)
  await t.turnClock(hours(24))
  assert.equal((await thumbnail(url)).status, 404)
})
