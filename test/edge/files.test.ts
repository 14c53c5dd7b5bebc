import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { type ByteRange, type SentFile, sendFile } from '#infra/http/answer/send-file.ts'
import { fileAnswers } from '#infra/http/schemas.ts'
import { refuse } from '#kernel/errors.ts'
import { startEdge } from '../harness/own-edge.ts'
import { openRaw } from '../harness/raw-http.ts'

const content = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256))
const lastModified = new Date('2026-11-21T09:00:00.500Z')
const modified = 'Sat, 21 Nov 2026 09:00:00 GMT'

/** Serves a route that sends one file, and records the ranges that were opened. */
async function served(c: TestContext, file: Partial<SentFile> = {}) {
  const opened: (ByteRange | null)[] = []
  const sent: SentFile = {
    size: content.length,
    contentType: 'image/png',
    etag: 'abc',
    lastModified,
    fileName: 'Größe "1".png',
    open: async (range) => {
      opened.push(range ?? null)
      return Readable.from([content.subarray(range?.start, range?.end)])
    },
    ...file,
  }
  const { url } = await startEdge(c, (app) => {
    const config = { access: { credential: 'none' }, anyAccept: true } as const
    app.route({
      method: ['GET', 'HEAD'],
      url: '/file',
      config,
      schema: { operationId: 'getFile', response: fileAnswers },
      handler: async (request, reply) => await sendFile(request, reply, sent),
    })
    app.get('/lone', {
      config,
      schema: { operationId: 'getLone', response: fileAnswers },
      handler: async (request, reply) => await sendFile(request, reply, sent),
    })
  })
  const get = async (headers: Record<string, string> = {}, method = 'GET', path = '/file') => {
    const answer = await fetch(url + path, { method, headers: { accept: 'image/*', ...headers } })
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  return { url, get, opened }
}

test('a file is served completely, may be cached and embedded elsewhere, and never runs as one of the service’s pages', async (c) => {
  const { get } = await served(c)
  const { status, headers, bytes: got } = await get()
  assert.equal(status, 200)
  assert.deepEqual(got, content)
  const wanted = {
    'content-type': 'image/png',
    'content-length': '1000',
    'accept-ranges': 'bytes',
    etag: '"abc"',
    'last-modified': modified,
    'cache-control': 'private, max-age=86400, immutable',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'content-disposition': `inline; filename="Gr__e _1_.png"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.png`,
  }
  for (const [name, value] of Object.entries(wanted)) assert.equal(headers.get(name), value, name)
})

test('HEAD returns the same headers without opening a file, on a separate route and on one derived from GET', async (c) => {
  const { get, opened } = await served(c)
  for (const path of ['/file', '/lone']) {
    const { status, headers, bytes: got } = await get({ range: 'bytes=0-9' }, 'HEAD', path)
    assert.deepEqual([status, headers.get('content-length'), got.length], [200, '1000', 0], path)
    assert.equal(headers.get('content-type'), 'image/png')
    assert.equal(headers.get('etag'), '"abc"')
  }
  assert.deepEqual(opened, [])
})

test('206: a single range is served; an invalid range, or several, get the complete file', async (c) => {
  const { get, opened } = await served(c)
  const parts = [
    ['bytes=0-0', 0, 1],
    ['bytes=0-499', 0, 500],
    ['bytes=500-', 500, 1_000],
    ['bytes=999-999', 999, 1_000],
    ['bytes=990-5000', 990, 1_000],
    ['bytes=-1', 999, 1_000],
    ['bytes=-5000', 0, 1_000],
    ['BYTES=1-2', 1, 3],
  ] as const
  for (const [range, start, end] of parts) {
    const answer = await get({ range })
    assert.equal(answer.status, 206, range)
    assert.equal(answer.headers.get('content-range'), `bytes ${start}-${end - 1}/1000`)
    assert.equal(answer.headers.get('content-length'), String(end - start))
    assert.deepEqual(answer.bytes, content.subarray(start, end))
    assert.deepEqual(opened.at(-1), { start, end })
  }
  for (const range of [
    'bytes=0-1,5-6',
    'bytes=5-4',
    'bytes=-',
    'bytes=a-b',
    'lines=1-2',
    '0-5',
    `bytes=${'9'.repeat(20)}-`,
  ]) {
    const answer = await get({ range })
    assert.deepEqual(
      [answer.status, answer.bytes.length, answer.headers.get('content-range')],
      [200, 1_000, null],
      range,
    )
  }
})

test('416 range_not_satisfiable: a range beyond the end is rejected with the actual length', async (c) => {
  const { get, opened } = await served(c)
  for (const range of ['bytes=1000-', 'bytes=1000-2000', 'bytes=-0']) {
    const answer = await get({ range })
    assert.equal(answer.status, 416, range)
    assert.equal(answer.headers.get('content-range'), 'bytes */1000')
    assert.equal(JSON.parse(answer.bytes.toString()).code, 'range_not_satisfiable')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
  }
  const empty = await served(c, { size: 0, open: async () => Readable.from([]) })
  assert.equal((await empty.get({ range: 'bytes=0-' })).status, 416)
  assert.deepEqual([(await empty.get()).status, (await empty.get()).headers.get('content-length')], [200, '0'])
  assert.deepEqual(opened, [])
})

test('304: a file that the client has is not sent again; the ETag takes precedence over the time', async (c) => {
  const { get, opened } = await served(c)
  const later = 'Sun, 22 Nov 2026 09:00:00 GMT'
  const earlier = 'Fri, 20 Nov 2026 09:00:00 GMT'
  const cases = [
    [{ 'if-none-match': '"abc"' }, 304],
    [{ 'if-none-match': '"x", W/"abc"' }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"abc"', range: 'bytes=0-1' }, 304],
    [{ 'if-none-match': '"x"' }, 200],
    [{ 'if-none-match': '"x"', 'if-modified-since': later }, 200],
    [{ 'if-modified-since': modified }, 304],
    [{ 'if-modified-since': later }, 304],
    [{ 'if-modified-since': earlier }, 200],
    [{ 'if-modified-since': 'yesterday' }, 200],
    [{ 'if-match': '"abc"' }, 200],
    [{ 'if-match': '*' }, 200],
    [{ 'if-match': '"x"' }, 412],
    [{ 'if-unmodified-since': earlier }, 412],
    [{ 'if-unmodified-since': later }, 200],
  ] as const
  for (const [headers, status] of cases) {
    opened.length = 0
    const answer = await get(headers)
    assert.equal(answer.status, status, JSON.stringify(headers))
    assert.equal(opened.length, status === 200 ? 1 : 0)
    if (status !== 304) continue
    assert.equal(answer.bytes.length, 0)
    assert.equal(answer.headers.get('etag'), '"abc"')
    assert.match(answer.headers.get('cache-control') ?? '', /immutable/)
  }
})

test('If-Range: a part is returned only if the file is unchanged, otherwise the complete file', async (c) => {
  const { get } = await served(c)
  const range = 'bytes=0-9'
  for (const held of ['"abc"', modified]) assert.equal((await get({ range, 'if-range': held })).status, 206, held)
  for (const held of ['"x"', 'W/"abc"', 'Fri, 20 Nov 2026 09:00:00 GMT', 'junk'])
    assert.equal((await get({ range, 'if-range': held })).status, 200, held)
})

test('a file name that would break its header is escaped', async (c) => {
  for (const fileName of ['a"; filename=evil.html', 'a\\"b', 'a\r\nx: y', '50%41.png', '\ud800.png', "a'b(c)*.png"]) {
    const { get } = await served(c, { fileName })
    const header = (await get()).headers.get('content-disposition') ?? ''
    assert.match(header, /^inline; filename="[^"\\%]*"; filename\*=UTF-8''[\w.~%!&+^`|#$-]*$/, header)
  }
})

test('a file that cannot be opened is reported as a problem, without a file’s headers', async (c) => {
  const { get } = await served(c, { open: async () => refuse('storage_unavailable') })
  const { status, headers, bytes: got } = await get()
  assert.equal(status, 503)
  assert.equal(JSON.parse(got.toString()).code, 'storage_unavailable')
  for (const name of ['etag', 'content-disposition', 'last-modified', 'accept-ranges'])
    assert.equal(headers.get(name), null, name)
  assert.equal(headers.get('cache-control'), 'no-store')
})

test('if storage fails midway or returns the wrong number of bytes, the response never looks complete', async (c) => {
  const part = Buffer.alloc(400)
  async function* broken() {
    yield part
    throw new Error('the disk is gone')
  }
  const sources = {
    broken: () => Readable.from(broken()),
    short: () => Readable.from([part]),
    long: () => Readable.from([part, part, part]),
  }
  for (const [name, open] of Object.entries(sources)) {
    const { url } = await served(c, { open: async () => open() })
    const client = await openRaw(c, url)
    client.write('GET /file HTTP/1.1\r\nhost: a\r\naccept: image/*\r\n\r\n')
    const answer = await client.answer()
    assert.ok(answer.body.length < 1_000 || answer.status === 500, `${name}: ${answer.body.length} bytes`)
    if (answer.status === 200) {
      client.end()
      await client.closed
    }
  }
})

test('the file is closed when the client disconnects', async (c) => {
  const endless = new Readable({ read: () => void endless.push(Buffer.alloc(65_536)) })
  const { url } = await served(c, { size: 1e12, open: async () => endless })
  const client = await openRaw(c, url)
  client.write('GET /file HTTP/1.1\r\nhost: a\r\naccept: image/*\r\n\r\n')
  await client.someBytes()
  const closed = new Promise<void>((resolve) => endless.once('close', () => resolve()))
  client.destroy()
  await closed
  assert.equal(endless.destroyed, true)
})
