import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import sharp from 'sharp'
import { type Driver, openDriver } from '#test/world/bluesky.ts'
import { noise, plain, tinyGif } from '#test/world/pictures.ts'

interface Page {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body: string | Buffer
}

let t: Driver
let web: Server
let url = ''
const pages = new Map<string, Page>()
const requests: { path: string; authorization: string | undefined }[] = []
before(async () => {
  t = await openDriver()
  web = createServer(({ url: path = '', headers }, response) => {
    requests.push({ path, authorization: headers.authorization })
    const page = pages.get(path)
    response.writeHead(page?.status ?? (page ? 200 : 404), { 'content-type': 'text/html', ...page?.headers })
    response.end(page?.body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => web.once('listening', resolve))
  // A host with a dot in its name, like real links.
  url = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
})
beforeEach(() => void t.calls())
after(async () => {
  web.close()
  await t.sandbox.close()
})

let warned: readonly string[] = []
async function cardOf(path: string, more: object = {}) {
  const { shown, warnings } = await t.run(t.post({ text: `See ${url}${path}`, ...more }))
  warned = warnings
  const { embed } = await t.record(shown[0]?.remoteId ?? '')
  return (embed as { external: Record<string, unknown> } | undefined)?.external ?? null
}

const head = (inner: string) =>
  `<!doctype html><html><head>${inner}</head><body><meta property="og:title" content="no">`

test('a link gets a card with its page’s metadata and image', async () => {
  pages.set('/a', {
    body: head(
      `<meta property="og:title" content="Ships &amp; harbours"><meta name=description content='Old ones'><meta property="og:image" content="/a.png">`,
    ),
  })
  pages.set('/a.png', { body: await plain(60, 40).png().toBuffer(), headers: { 'content-type': 'image/png' } })
  const card = await cardOf('/a')
  assert.deepEqual([card?.uri, card?.title, card?.description], [`${url}/a`, 'Ships & harbours', 'Old ones'])
  assert.equal((card?.thumb as { mimeType?: string } | undefined)?.mimeType, 'image/jpeg')
  assert.deepEqual(t.calls().slice(0, 2), ['uploadBlob', 'putRecord'])
  assert.ok(requests.every(({ authorization }) => authorization === undefined))
})

test('a post that links to an unusable page is published, with a warning that states the problem', async () => {
  const endless = `<meta ${'a'.repeat(400_000)}`
  const [unread, untitled] = ['the page could not be read', 'the page has no title']
  const broken: [string, Page | null, string][] = [
    ['/gone', null, unread],
    ['/error', { status: 500, body: 'no' }, unread],
    ['/pdf', { headers: { 'content-type': 'application/pdf' }, body: '%PDF' }, 'it is not a web page'],
    ['/empty', { body: '' }, untitled],
    ['/untitled', { body: head('<meta charset=utf-8>') }, untitled],
    ['/huge', { body: Buffer.alloc(3 * 1024 * 1024, 60) }, unread],
    ['/loop', { status: 302, headers: { location: '/loop' }, body: '' }, unread],
    ['/nowhere', { status: 302, headers: { location: 'http://127.0.0.1:1/x' }, body: '' }, unread],
    ['/endless', { body: endless }, untitled],
  ]
  for (const [path, page, why] of broken) {
    if (page) pages.set(path, page)
    assert.equal(await cardOf(path), null, path)
    assert.deepEqual(warned, [`${url}${path} has no card: ${why}.`])
  }
})

test('redirects are followed; an invalid image is omitted with a warning', async () => {
  pages.set('/old', { status: 301, headers: { location: '/new' }, body: '' })
  pages.set('/new', { body: head('<title>\n Moved  here </title><meta property="og:image" content="/no.png">') })
  pages.set('/no.png', { body: '<svg>', headers: { 'content-type': 'image/png' } })
  const card = await cardOf('/old')
  assert.deepEqual([card?.uri, card?.title, card?.thumb], [`${url}/old`, 'Moved here', undefined])
  assert.deepEqual(warned, [`The link card for ${url}/old has no image: we couldn’t use the page’s image.`])
})

test('an image that is too large, or a GIF, is converted', async () => {
  pages.set('/shop', { body: head('<title>Shop</title><meta property="og:image" content="/shop.bin">') })
  const large = await noise(800, 600).png({ compressionLevel: 0 }).toBuffer()
  assert.ok(large.length > 1_000_000)
  for (const body of [large, tinyGif(3, 20)]) {
    pages.set('/shop.bin', { body, headers: { 'content-type': 'image/x-any' } })
    const thumb = (await cardOf('/shop'))?.thumb as { size: number; mimeType: string } | undefined
    assert.deepEqual([thumb?.mimeType, (thumb?.size ?? 0) <= 1_000_000, warned], ['image/jpeg', true, []])
  }
})

test('a small image is also converted, so that EXIF rotation is applied', async () => {
  const photo = await noise(60, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  pages.set('/photo', { body: head('<title>Photo</title><meta property="og:image" content="/photo.jpg">') })
  pages.set('/photo.jpg', { body: photo, headers: { 'content-type': 'image/jpeg' } })
  const { thumb } = (await cardOf('/photo')) as { thumb?: { ref: { $link: string } } }
  const { width, height, orientation } = await sharp(await t.blob(thumb?.ref.$link ?? '')).metadata()
  assert.deepEqual([(width ?? 0) < (height ?? 0), orientation], [true, undefined])
})

test('a link that is not in the text gets a card even without page metadata', async () => {
  const { shown, warnings } = await t.run(t.post({ text: 'Read this', link: `${url}/gone` }))
  assert.deepEqual(warnings, [`${url}/gone has a card with only its URL: the page could not be read.`])
  const { embed, text } = await t.record(shown[0]?.remoteId ?? '')
  assert.equal(text, 'Read this')
  const { external } = embed as { external: Record<string, unknown> }
  assert.deepEqual([external.uri, external.title], [`${url}/gone`, `${url.slice('http://'.length)}/gone`])
})

test('a page is fetched without the account’s credentials', async () => {
  const seen: [string, boolean, boolean][] = []
  const send: Driver['http']['send'] = (request) => {
    const isTheirs = request.url.startsWith(t.server)
    seen.push([request.name, isTheirs, request.foreign === true])
    return t.http.send(request)
  }
  await t.run(t.post({ text: `Again ${url}/a` }), { http: { ...t.http, send } })
  assert.deepEqual(seen, [
    ['linked page', false, true],
    ['linked picture', false, true],
    ['uploadBlob', true, false],
    ['putRecord', true, false],
  ])
})

test('a link in the comment also gets a card', async () => {
  const { steps, shown } = await t.run(t.post({ text: 'More below', firstComment: `Here: ${url}/a` }))
  assert.deepEqual(steps, ['build', 'put', 'commentLook', 'commentUpload', 'commentBuild', 'commentPut'])
  assert.equal(shown.length, 1)
  const entry = t.ledger().at(-1)
  assert.deepEqual([entry?.replyTo, entry?.media[0]?.kind], [shown[0]?.remoteId, 'link'])
})

test('with cards turned off, the page is not fetched', async () => {
  requests.length = 0
  assert.equal(await cardOf('/a', { settings: { linkCard: false } }), null)
  assert.deepEqual(requests, [])
})

test('a page is decoded with its declared encoding', async () => {
  const latin = Buffer.from(head('<title>Fähre nach Åland</title>'), 'latin1')
  pages.set('/latin', { headers: { 'content-type': 'text/html; charset=iso-8859-1' }, body: latin })
  assert.equal((await cardOf('/latin'))?.title, 'Fähre nach Åland')
  pages.set('/odd', { headers: { 'content-type': 'text/html; charset=klingon' }, body: head('<title>Ohe</title>') })
  assert.equal((await cardOf('/odd'))?.title, 'Ohe')
})
