import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { createOutbound, type Outbound } from '#infra/outbound/outbound.ts'
import { hours, minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { clientOf, type Served, serveWith } from '#test/world/media.ts'
import { done, refused } from '#test/world/people.ts'
import { noise } from '#test/world/pictures.ts'
import { createLinkCards } from './index.ts'

/** The outbound guard blocks the loopback, so pages that should be read are read with an outbound that allows it. */
let t: TestApp
let served: Served & AsyncDisposable
/** A key of Ada’s, which does not expire as her session does. */
let key: { readonly token: string }
let outbound: Outbound
let web: Server
let url = ''
let png: Buffer
const pages = new Map<string, RequestListener>()
let requests: string[] = []
before(async () => {
  png = await noise(60, 40).png().toBuffer()
  web = createServer((request, response) => {
    requests.push(request.url ?? '')
    const page = pages.get(request.url ?? '')
    if (page) page(request, response)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => web.once('listening', resolve))
  url = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
  t = await startApp()
  const ada = await t.as('ada')
  key = { token: (await ada.post('/v1/api-keys', { name: 'cards', scopes: ['posts:read'] })).body.key }
  outbound = createOutbound({ operatorOrigins: [], allowPrivate: true, userAgent: 'Posthorn/test' })
  served = await serveWith(t, { linkCards: createLinkCards({ ...t.deps, outbound }) })
})
beforeEach(async () => {
  requests = []
  // A user can have a number of pages read in a minute.
  await t.turnClock(minutes(2))
})
after(async () => {
  await outbound.close()
  web.closeAllConnections()
  web.close()
  for (const one of [served, t]) await one[Symbol.asyncDispose]()
})

const html = (path: string, head: string, status = 200) =>
  pages.set(path, (_, response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end(`<!doctype html><head>${head}</head><body>`)
  })
const image = (path: string, bytes: Buffer = png) =>
  pages.set(path, (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(bytes))
const ask = (link: string, by: { readonly token: string } = key, from: Served = served) =>
  clientOf(from, by.token).get(`/v1/link-card?${new URLSearchParams({ url: link })}`)
const cardOf = async (link: string) => done(await ask(link)).body
const noCard = (link: string) => ({ url: link, state: 'unreadable', title: null, description: null, imageUrl: null })

test('200: the card of a link has its page’s title, description and image, which this installation serves', async () => {
  html(
    '/a',
    '<title>no</title><meta property="og:title" content="Ships &amp; harbours"><meta name=description content="Old ones"><meta property="og:image" content="/a.png">',
  )
  image('/a.png')
  const { imageUrl, ...card } = await cardOf(`${url}/a`)
  const said = { url: `${url}/a`, state: 'read', title: 'Ships & harbours', description: 'Old ones' }
  assert.deepEqual(card, said)
  assert.ok(imageUrl.startsWith(`${t.config.publicUrl}/v1/link-card/image?token=`), imageUrl)
  const { status, headers, bytes } = await clientOf(served, null).call('GET', imageUrl.slice(t.config.publicUrl.length))
  assert.deepEqual([status, headers['content-type']], [200, 'image/png'])
  assert.ok(bytes.equals(png))

  html('/bare', '<title>Only a title</title>')
  const bare = await cardOf(`${url}/bare`)
  assert.deepEqual([bare.state, bare.title, bare.description, bare.imageUrl], ['read', 'Only a title', null, null])
})

test('a page and its image are read once an hour, whatever place of the page a link names', async () => {
  html('/once', '<title>Once</title><meta property="og:image" content="/once.png">')
  image('/once.png')
  const both = await Promise.all([cardOf(`${url}/once`), cardOf(`${url}/once#part`)])
  assert.deepEqual(
    both.map(({ title }) => title),
    ['Once', 'Once'],
  )
  await clientOf(served, null).call('GET', both[0].imageUrl.slice(t.config.publicUrl.length))
  assert.deepEqual(requests, ['/once', '/once.png'])
  await t.turnClock(hours(1))
  await cardOf(`${url}/once`)
  assert.deepEqual(requests, ['/once', '/once.png', '/once'])
})

test('a page that cannot be read has no card and causes no error: it is read once, and again after two minutes', async () => {
  html('/untitled', '<meta name=description content=x>')
  html('/gone', '<title>Gone</title>', 410)
  html('/empty', '')
  for (const nth of [1, 2])
    pages.set(`/loop${nth}`, (_, response) => void response.writeHead(302, { location: `/loop${3 - nth}` }).end())
  pages.set(
    '/file.pdf',
    (_, response) => void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
  )
  pages.set('/huge', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<title>Huge</title>${'x'.repeat(3 * 1024 * 1024)}`)
  })
  pages.set('/cut', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' })
    response.write('<title>Cut')
    response.socket?.destroySoon()
  })
  for (const path of ['/untitled', '/gone', '/empty', '/loop1', '/file.pdf', '/huge', '/cut', '/nowhere'])
    assert.deepEqual(await cardOf(`${url}${path}`), noCard(`${url}${path}`), path)
  assert.ok(requests.filter((path) => path.startsWith('/loop')).length <= 4, requests.join(' '))
  requests = []
  await cardOf(`${url}/gone`)
  assert.deepEqual(requests, [])
  html('/gone', '<title>Back</title>')
  await t.turnClock(minutes(2))
  assert.equal((await cardOf(`${url}/gone`)).title, 'Back')
})

test('an address that is not public is not called, also after a redirect, and for an image', async () => {
  html('/private', '<title>Private</title>')
  for (const link of [
    `${url}/private`,
    'http://localhost/',
    'http://169.254.169.254/latest',
    'http://[::1]/',
    'http://10.0.0.1/',
  ])
    assert.deepEqual(done(await ask(link, key, t)).body, noCard(link), link)
  assert.deepEqual(requests, [])
  // The outbound of this test allows private addresses, but never link-local ones.
  pages.set('/away', (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end())
  assert.deepEqual(await cardOf(`${url}/away`), noCard(`${url}/away`))
  html('/with-image', '<title>With</title><meta property="og:image" content="http://169.254.169.254/a.png">')
  const { title, imageUrl } = await cardOf(`${url}/with-image`)
  assert.deepEqual([title, imageUrl], ['With', null])
})

test('an image that browsers cannot show is left out of the card, so that no reader requests it', async () => {
  image('/text.png', Buffer.from('not an image'))
  image('/svg.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))
  image('/large.png', Buffer.concat([png, Buffer.alloc(4 * 1024 * 1024)]))
  for (const name of ['text', 'svg', 'large', 'missing']) {
    html(`/${name}`, `<title>${name}</title><meta property="og:image" content="/${name}.png">`)
    const { title, imageUrl } = await cardOf(`${url}/${name}`)
    assert.deepEqual([title, imageUrl], [name, null])
  }
})

test('long titles and descriptions are shortened without splitting a character', async () => {
  html('/long', `<title>${'🚢'.repeat(400)}</title><meta name=description content="${'a'.repeat(5_000)}">`)
  const { title, description } = await cardOf(`${url}/long`)
  assert.ok(title.length <= 300 && /^(?:🚢)+…$/u.test(title), title)
  assert.deepEqual([description.length, description.at(-1)], [1_000, '…'])
})

test('a user can have 30 pages read in a minute; pages that are known do not count', async () => {
  html('/known', '<title>Known</title>')
  const bob = await t.as('bob')
  for (let nth = 0; nth < 30; nth += 1) {
    assert.equal(done(await ask(`${url}/known`, bob)).body.state, 'read')
    if (nth > 0) assert.equal(done(await ask(`${url}/unknown${nth}`, bob)).body.state, 'unreadable')
  }
  const { state, title } = done(await ask(`${url}/unknown`, bob)).body
  assert.deepEqual([state, title], ['limited', null])
  assert.equal(done(await ask(`${url}/known`, bob)).body.state, 'read')
  assert.ok(!requests.includes('/unknown'))
  await t.turnClock(minutes(1))
  assert.equal(done(await ask(`${url}/unknown`, bob)).body.state, 'unreadable')
})

test('400: a link that is not the URL of a public page is refused before anything is called', async () => {
  for (const link of ['example.com', 'ftp://example.com/', 'javascript:alert(1)', 'http://me:secret@example.com/'])
    refused(await ask(link), 400, 'validation_failed')
  refused(await clientOf(served, null).get(`/v1/link-card?url=${url}`), 401, 'unauthenticated')
})

test('404: an image is served only by the URL in a card, until it expires', async () => {
  html('/signed', '<title>Signed</title><meta property="og:image" content="/signed.png">')
  image('/signed.png')
  const { imageUrl } = await cardOf(`${url}/signed`)
  const token = new URL(imageUrl).searchParams.get('token') ?? ''
  const other = Buffer.from(token, 'base64url')
  other[8] = (other[8] ?? 0) ^ 1
  for (const forged of ['x', other.toString('base64url')])
    assert.equal((await clientOf(served, null).get(`/v1/link-card/image?token=${forged}`)).status, 404)
  await t.turnClock(hours(24))
  assert.equal((await clientOf(served, null).get(`/v1/link-card/image?token=${token}`)).status, 404)
})
