import assert from 'node:assert/strict'
import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { createOutbound, type Outbound } from '#infra/outbound/outbound.ts'
import { minutes } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { until } from '#test/harness/queue.ts'
import { clientOf, fetchBytes, filesOf, type Served, serveWith } from '#test/world/media.ts'
import { noise } from '#test/world/pictures.ts'
import { receiveFile } from '../receiving/receive-file.ts'
import { fetchFile } from './fetch-file.ts'
import { createImportLine } from './import-media.ts'

/**
 * Imports from other servers. The outbound guard blocks the loopback, so the application is served a second time with
 * an outbound that allows it. The test resolves external names.
 */
let t: TestApp
let ada: Person
let png: Buffer
let open: Served & AsyncDisposable
let outbound: Outbound
let elsewhere: string
const pages = new Map<string, RequestListener>()
const server = createHttpServer((request, response) => {
  const page = pages.get(request.url?.split('?')[0] ?? '')
  if (page) page(request, response)
  else response.writeHead(404).end('planted words of the other side')
})

before(async () => {
  t = await startApp()
  ada = await t.as('ada')
  png = await noise(20, 20).png().toBuffer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  outbound = createOutbound({
    operatorOrigins: [],
    allowPrivate: true,
    userAgent: 'Posthorn/test',
    resolve: async (name) => (name === 'inner.test' ? ['169.254.169.254'] : []),
  })
  open = await serveWith(t, { outbound, importLine: createImportLine(minutes(10)) })
})
after(async () => {
  await open[Symbol.asyncDispose]()
  await outbound.close()
  server.closeAllConnections()
  server.close()
  await t[Symbol.asyncDispose]()
})

const bring = (params: object) => clientOf(open, ada.token).post('/v1/media/import', params)
const serve = (path: string, bytes: Uint8Array, type = 'image/png') =>
  pages.set(path, (_, response) => void response.writeHead(200, { 'content-type': type }).end(bytes))
const lead = (path: string, to: string, status = 302) =>
  pages.set(path, (_, response) => void response.writeHead(status, { location: to }).end())

test('200: a file is imported from a URL and named after it', async () => {
  serve('/pictures/light%20house.PNG', png, 'text/html')
  const { status, body, text } = await bring({
    url: `${elsewhere}/pictures/light%20house.PNG?size=2`,
    altText: 'A pier',
  })
  assert.equal(status, 200, text)
  assert.deepEqual([body.fileName, body.contentType], ['light house.png', 'image/png'])
  assert.deepEqual((await fetchBytes(t, body.url)).bytes, png)
  assert.equal((await ada.get(`/v1/media/${body.id}`)).body.altText, 'A pier')
})

test('400 media_type_mismatch: a given file name must match the content', async () => {
  serve('/a', png)
  assert.equal((await bring({ url: `${elsewhere}/a`, fileName: 'mine.png' })).body.fileName, 'mine.png')
  assert.equal((await bring({ url: `${elsewhere}/a`, fileName: 'mine.mp4' })).body.code, 'media_type_mismatch')
})

test('an import follows three redirects and refuses a fourth', async () => {
  serve('/end', png)
  lead('/3', '/end', 301)
  lead('/2', `${elsewhere}/3`, 307)
  lead('/1', '/2', 308)
  lead('/0', '/1', 303)
  assert.equal((await bring({ url: `${elsewhere}/1` })).status, 200)
  const { status, body } = await bring({ url: `${elsewhere}/0` })
  assert.deepEqual([status, body.code], [400, 'media_unreachable'])
})

test('400 media_unreachable: the message contains no text or IP address from the other server', async () => {
  lead('/inside', 'http://169.254.169.254/latest/meta-data/')
  lead('/named-inside', 'http://inner.test/')
  lead('/file', 'file:///etc/passwd')
  lead('/nowhere', 'http://[')
  pages.set('/lost', (_, response) => {
    response.writeHead(200, { 'content-length': String(png.length) })
    response.write(png.subarray(0, 100), () => response.destroy())
  })
  pages.set('/broken', (request) => void request.socket.end('nonsense of the other side\r\n\r\n'))
  const urls = [
    ...['/inside', '/named-inside', '/file', '/nowhere', '/lost', '/broken', '/missing'].map(
      (path) => elsewhere + path,
    ),
    'http://127.0.0.1:1/a.png',
    'http://unknown.test/a.png',
    'http://inner.test/a.png',
  ]
  const before = await filesOf(t)
  for (const url of urls) {
    const { status, body, text } = await bring({ url })
    assert.deepEqual([status, body.code], [400, 'media_unreachable'], `${url}: ${text}`)
    for (const secret of ['169.254', 'planted words', 'nonsense', 'passwd']) assert.ok(!text.includes(secret), text)
    assert.match(body.detail, /^Couldn’t download the file: .{10,}\.$/)
  }
  assert.deepEqual(await filesOf(t), before)
})

test('400: an imported file is examined like an uploaded one', async () => {
  serve('/page.png', Buffer.from('<!doctype html><script>alert(1)</script>'))
  serve('/cut.png', png.subarray(0, 500))
  serve('/empty.png', Buffer.alloc(0))
  const codes = []
  for (const path of ['/page.png', '/cut.png', '/empty.png'])
    codes.push((await bring({ url: elsewhere + path })).body.code)
  assert.deepEqual(codes, ['media_type_not_allowed', 'media_unreadable', 'media_empty'])
})

test('the time limit covers the whole import, with redirects and slow servers', async () => {
  lead('/slow', '/drip')
  pages.set('/drip', (_, response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write(png.subarray(0, 1)), 20)
    response.on('close', () => clearInterval(drip))
  })
  const take = (body: Readable) => receiveFile(t.deps, body, { fileName: null, declaredTypes: [], purpose: 'media' })
  const before = await filesOf(t)
  await assert.rejects(fetchFile({ outbound }, `${elsewhere}/slow`, take, { withinMs: 200 }), {
    code: 'media_unreachable',
    message: /the download took longer than/,
  })
  assert.deepEqual(await filesOf(t), before)
})

test('413: a file announced as larger than 500 MB is not read', async () => {
  pages.set('/large.png', (_, response) => {
    response.writeHead(200, { 'content-length': '524288001' })
    response.write(png)
  })
  const { status, body } = await bring({ url: `${elsewhere}/large.png` })
  assert.deepEqual([status, body.code], [413, 'media_too_large'])
})

test('an import calls no address of this machine or its network', async () => {
  serve('/private.png', png)
  for (const url of [`${elsewhere}/private.png`, 'http://10.0.0.1/a.png', 'http://[::1]/a.png', `${t.url}/healthz`]) {
    const { status, body } = await ada.post('/v1/media/import', { url })
    assert.deepEqual([status, body.code], [400, 'media_unreachable'], url)
  }
  for (const url of ['file:///etc/passwd', 'ftp://example.com/a.png', 'a.png', 'https://'])
    assert.equal((await ada.post('/v1/media/import', { url })).body.code, 'validation_failed', url)
})

test('an address that the operator allows for other purposes is not available to imports', async () => {
  serve('/operator.png', png)
  await using served = await serveWith(t, {
    outbound: createOutbound({ operatorOrigins: [elsewhere], userAgent: 'Posthorn/test' }),
  })
  const { status, body } = await clientOf(served, ada.token).post('/v1/media/import', {
    url: `${elsewhere}/operator.png`,
  })
  assert.deepEqual([status, body.code], [400, 'media_unreachable'])
})

test('imports from a silent server occupy four of their owner’s places, and no other owner waits', async () => {
  serve('/quick', png)
  const held: ServerResponse[] = []
  pages.set('/silent', (_, response) => void held.push(response))
  const bob = await t.as('bob')
  const stuck = Array.from({ length: 60 }, () => bring({ url: `${elsewhere}/silent` }))
  await until('four to begin', () => held.length === 4)
  const { status, text } = await clientOf(open, bob.token).post('/v1/media/import', { url: `${elsewhere}/quick` })
  assert.equal(status, 200, text)
  assert.equal(held.length, 4)
  pages.set('/silent', (_, response) => void response.writeHead(404).end())
  for (const response of held) response.writeHead(404).end()
  for (const { body } of await Promise.all(stuck)) assert.equal(body.code, 'media_unreachable')
})

test('503 media_busy: the response says when to retry if an import gets no place in time', async () => {
  await using served = await serveWith(t, { outbound, importLine: createImportLine(50) })
  const held: ServerResponse[] = []
  pages.set('/silent', (_, response) => void held.push(response))
  const ask = () => clientOf(served, ada.token).post('/v1/media/import', { url: `${elsewhere}/silent` })
  const stuck = Array.from({ length: 4 }, ask)
  await until('four to begin', () => held.length === 4)
  const { status, body, headers } = await ask()
  assert.deepEqual([status, body.code, headers['retry-after']], [503, 'media_busy', '5'])
  for (const response of held) response.writeHead(404).end()
  for (const one of await Promise.all(stuck)) assert.equal(one.body.code, 'media_unreachable')
})
