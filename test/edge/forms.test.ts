import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { z } from 'zod'
import { openBody } from '#infra/http/request/arrival.ts'
import { type IncomingFile, readForm } from '#infra/http/request/multipart.ts'
import { bytes, formBody, text } from '#infra/http/schemas.ts'
import type { EdgeOptions } from '#infra/http/server.ts'
import { type RefusalCode, refuse } from '#kernel/errors.ts'
import { startEdge } from '../harness/own-edge.ts'
import { patienceMs } from '../harness/patience.ts'
import { openRaw, sendRaw } from '../harness/raw-http.ts'

const maxFileBytes = 4 * 1024 * 1024
const fields = z.strictObject({ title: text(1, 10).optional(), note: text(0, 100_000).optional() })

interface Seen {
  name?: string | null
  declaredType?: string | null
  size: number
  sha256?: string
  /** The error that the reader of the file got. */
  failed?: unknown
}

/** Serves a route that records what it received, with its file read to the end or refused at its first bytes. */
async function upload(c: TestContext, options: Partial<EdgeOptions> = {}) {
  const seen: Seen[] = []
  const answer = z.object({ title: z.string().nullable(), size: z.int() })
  const edge = await startEdge(
    c,
    (app) => {
      app.post('/forms', {
        config: { access: { credential: 'none' }, body: 'multipart' },
        schema: { operationId: 'sendForm', body: formBody(fields), response: { 200: answer } },
        handler: async (request) => {
          const one: Seen = { size: 0 }
          seen.push(one)
          const form = await readForm(request, { maxFileBytes, fields, file: (file) => take(one, file) })
          return { title: form.fields.title ?? null, size: form.file }
        },
      })
      app.post('/picky', {
        config: { access: { credential: 'none' }, body: 'multipart' },
        schema: { operationId: 'sendPicky', body: formBody(fields) },
        handler: async (request) => {
          await readForm(request, {
            maxFileBytes: 1e12,
            fields,
            file: async (file) => {
              for await (const chunk of file.stream)
                if (chunk.length > 0) refuse('media_type_not_allowed', { detail: 'Nothing pleases this one.' })
            },
          })
        },
      })
      app.put('/raw', {
        config: { access: { credential: 'none' }, body: 'raw' },
        schema: { operationId: 'sendRaw', body: bytes('Anything.'), response: { 200: z.object({ size: z.int() }) } },
        handler: async (request) => {
          let size = 0
          for await (const chunk of openBody(request, { maxBytes: maxFileBytes })) size += chunk.length
          return { size }
        },
      })
      app.put('/short', {
        config: { access: { credential: 'none' }, body: 'raw' },
        schema: { operationId: 'sendShort', body: bytes('Anything.') },
        handler: async (request) => {
          for await (const _chunk of openBody(request, { maxBytes: 1_000, isShort: true }));
        },
      })
      app.post('/json', {
        config: { access: { credential: 'none' } },
        schema: { operationId: 'sendJson', body: z.strictObject({ a: z.int() }) },
        handler: async () => ({}),
      })
      app.put('/refused', {
        config: { access: { credential: 'none' }, body: 'raw' },
        schema: { operationId: 'refused', body: bytes('Anything.') },
        handler: async () => refuse('media_link_invalid'),
      })
    },
    options,
  )
  return { ...edge, seen }
}

async function take(one: Seen, file: IncomingFile): Promise<number> {
  one.name = file.name
  one.declaredType = file.declaredType
  const hash = createHash('sha256')
  try {
    for await (const chunk of file.stream) {
      one.size += chunk.length
      hash.update(chunk)
    }
  } catch (error) {
    one.failed = error
    throw error
  }
  one.sha256 = hash.digest('hex')
  return one.size
}

const boundary = 'frontier'
const asForm = { 'content-type': `multipart/form-data; boundary=${boundary}` }
const field = (name: string, value: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const filePart = (
  content: string,
  disposition = 'name="file"; filename="a.png"',
  type = 'content-type: image/png\r\n',
) => `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${type}\r\n${content}\r\n`
const end = `--${boundary}--\r\n`

const post = (url: string, body: string, headers: Record<string, string> = asForm) =>
  fetch(url, { method: 'POST', headers, body })

async function isRefused(answer: Response, code: RefusalCode, path?: string): Promise<void> {
  const body = (await answer.json()) as { code: string; detail: string; errors?: { path: string }[] }
  assert.equal(body.code, code, JSON.stringify(body))
  assert.ok(body.detail.length > 10)
  if (path !== undefined)
    assert.deepEqual(
      body.errors?.map((fault) => fault.path),
      [path],
    )
}

test('a form with fields before and after the file is accepted from any client', async (c) => {
  const { url, seen } = await upload(c)
  const before = await post(`${url}/forms`, field('title', 'Hä') + filePart('bytes') + end)
  assert.deepEqual([before.status, await before.json()], [200, { title: 'Hä', size: 5 }])
  const after = await post(`${url}/forms`, `preamble\r\n${filePart('bytes')}${field('title', 'Hi')}${end}epilogue`)
  assert.deepEqual([after.status, await after.json()], [200, { title: 'Hi', size: 5 }])

  const form = new FormData()
  form.set('file', new Blob(['x'.repeat(300_000)], { type: 'image/png' }), 'größe "1".png')
  const native = await fetch(`${url}/forms`, { method: 'POST', body: form })
  assert.deepEqual([native.status, await native.json()], [200, { title: null, size: 300_000 }])
  assert.equal(seen[2]?.sha256, createHash('sha256').update('x'.repeat(300_000)).digest('hex'))
})

test('a file has the client’s file name, decoded, and its declared type', async (c) => {
  const { url, seen } = await upload(c)
  const cases = [
    ['name="file"; filename="../../etc/passwd"', '../../etc/passwd'],
    ['name="file"; filename="Größe.png"', 'Größe.png'],
    [`name="file"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%F0%9F%90%B4.png`, 'Größe 🐴.png'],
    ['name="file"; filename=""', ''],
    ['name="file"', null],
  ] as const
  for (const [disposition] of cases)
    assert.equal((await post(`${url}/forms`, filePart('x', disposition) + end)).status, 200, disposition)
  assert.deepEqual(
    seen.map(({ name }) => name ?? null),
    cases.map(([, name]) => name),
  )
  assert.ok(seen.every(({ declaredType }) => declaredType === 'image/png'))
  await post(`${url}/forms`, filePart('x', 'name="file"; filename="a"', '') + end)
  assert.equal(seen.at(-1)?.declaredType, null)
})

test('400 validation_failed: an unknown, repeated or overlong field, and a missing file, are each reported with a path', async (c) => {
  const { url } = await upload(c)
  const cases = [
    [field('colour', 'red') + filePart('x') + end, '/colour'],
    [filePart('x') + field('__proto__', 'red') + end, '/__proto__'],
    [field('title', 'a') + field('title', 'b') + filePart('x') + end, '/title'],
    [filePart('x') + field('title', 'eleven chars') + end, '/title'],
    [filePart('x') + field('title', '') + end, '/title'],
    [field('note', 'x'.repeat(16_385)) + filePart('x') + end, '/note'],
    [field('title', 'a') + end, '/file'],
    [filePart('x', 'name="picture"; filename="a.png"') + end, '/picture'],
  ] as const
  for (const [body, path] of cases) await isRefused(await post(`${url}/forms`, body), 'validation_failed', path)
})

test('400 multipart_invalid: a second file, a part without a name, or a truncated or invalid form is rejected', async (c) => {
  const { url, seen } = await upload(c)
  const cases = [
    filePart('x') + filePart('y') + end,
    filePart('x', 'filename="a.png"') + end,
    filePart('x'.repeat(100)),
    filePart('x'.repeat(200_000)).slice(0, -10),
    field('title', 'a'),
    'nothing of the kind',
    '',
    Array.from({ length: 9 }, () => `--${boundary}\r\ncontent-type: a/b\r\n\r\nx\r\n`).join('') + end,
  ]
  for (const body of cases) await isRefused(await post(`${url}/forms`, body), 'multipart_invalid')
  assert.ok(seen.filter(({ failed }) => failed !== undefined).length >= 2, 'the reader of the file receives the error')
})

test('415 unsupported_media_type: JSON instead of a form, or a form instead of JSON, is rejected', async (c) => {
  const { url } = await upload(c)
  const asJson = { 'content-type': 'application/json' }
  await isRefused(await post(`${url}/forms`, '{"a":1}', asJson), 'unsupported_media_type')
  await isRefused(await post(`${url}/forms`, 'x', { 'content-type': 'multipart/form-data' }), 'unsupported_media_type')
  await isRefused(await post(`${url}/forms`, 'x', { 'content-type': 'x-posthorn/streamed' }), 'unsupported_media_type')
  assert.equal((await fetch(`${url}/forms`, { method: 'POST' })).status, 415)
  for (const type of [asForm['content-type'], 'x-posthorn/streamed'])
    await isRefused(await post(`${url}/json`, '{"a":1}', { 'content-type': type }), 'unsupported_media_type')
  assert.equal((await post(`${url}/json`, '{"a":1}', asJson)).status, 200)
})

test('a raw body of any type is accepted, including invalid JSON and no type at all', async (c) => {
  const { url } = await upload(c)
  for (const type of ['application/json', 'image/png', 'multipart/form-data', 'nonsense', undefined]) {
    const headers = type === undefined ? {} : { 'content-type': type }
    const answer = await fetch(`${url}/raw`, { method: 'PUT', headers, body: Buffer.from('{no json') })
    assert.deepEqual([answer.status, await answer.json()], [200, { size: 8 }], type)
  }
  const empty = await fetch(`${url}/raw`, { method: 'PUT' })
  assert.deepEqual([empty.status, await empty.json()], [200, { size: 0 }])
})

test('413 media_too_large: one byte above the limit is rejected, and the limit itself is accepted', async (c) => {
  const { url } = await upload(c)
  const most = await post(`${url}/forms`, filePart('x'.repeat(maxFileBytes)) + end)
  assert.deepEqual([most.status, await most.json()], [200, { title: null, size: maxFileBytes }])
  await isRefused(await post(`${url}/forms`, filePart('x'.repeat(maxFileBytes + 1)) + end), 'media_too_large')
  const raw = (size: number) => fetch(`${url}/raw`, { method: 'PUT', body: Buffer.alloc(size) })
  assert.equal((await raw(maxFileBytes)).status, 200)
  await isRefused(await raw(maxFileBytes + 1), 'media_too_large')
})

test('413 media_too_large: a Content-Length beyond the limit is rejected immediately, before any of the body arrives', async (c) => {
  const { url } = await upload(c)
  for (const line of ['POST /forms', 'PUT /raw']) {
    const length = maxFileBytes + 1024 * 1024 + 1
    const head = `${line} HTTP/1.1\r\nhost: a\r\ncontent-type: ${asForm['content-type']}\r\ncontent-length: ${length}\r\n\r\n`
    const client = await openRaw(c, url)
    client.write(head)
    const answer = await client.answer()
    assert.equal(answer.status, 413)
    assert.equal(answer.headers.connection, 'close')
    client.end()
  }
})

test('a client that is still sending receives the error, and the connection is closed', async (c) => {
  const { url } = await upload(c)
  for (const path of ['/picky', '/json', '/nowhere']) {
    const client = await openRaw(c, url)
    client.write(
      `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: ${asForm['content-type']}\r\ncontent-length: 3000000\r\n\r\n`,
    )
    client.write(filePart('x'.repeat(100_000)))
    const answer = await client.answer()
    assert.equal(answer.headers.connection, 'close', path)
    assert.match(answer.headers['content-type'] ?? '', /problem\+json/)
    await client.send(Buffer.alloc(2_000_000))
    client.end()
    await client.closed
    assert.equal(client.error, null, 'it was not reset')
  }
})

test('a client that keeps sending after a rejection is disconnected after a time limit and a byte limit', async (c) => {
  const { url } = await upload(c, { linger: { lingerMs: 100, lingerBytes: 1e9 } })
  const head = 'PUT /refused HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n'
  const silent = await openRaw(c, url)
  silent.write(head)
  assert.equal((await silent.answer()).status, 404)
  await until(() => {
    silent.write('1\r\nx\r\n')
    return silent.isClosed()
  })

  const patient = await upload(c, { linger: { lingerMs: 60_000, lingerBytes: 300_000 } })
  const loud = await openRaw(c, patient.url)
  loud.write(head)
  assert.equal((await loud.answer()).status, 404)
  const chunk = Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`)
  while (!loud.isClosed()) await loud.send(chunk)
})

test('the connection stays usable after a short body was rejected unread', async (c) => {
  const { url } = await upload(c)
  const client = await openRaw(c, url)
  for (let time = 0; time < 2; time += 1) {
    client.write(`PUT /refused HTTP/1.1\r\nhost: a\r\ncontent-length: 200000\r\n\r\n`)
    assert.equal((await client.answer()).status, 404)
    client.write('x'.repeat(200_000))
  }
  // The connection also stays usable after a form whose file was refused midway.
  const content = filePart('x'.repeat(500_000)) + end
  client.write(
    `POST /picky HTTP/1.1\r\nhost: a\r\ncontent-type: ${asForm['content-type']}\r\ncontent-length: ${content.length}\r\n\r\n`,
  )
  client.write(content.slice(0, 1_000))
  assert.equal((await client.answer()).status, 400)
  client.write(content.slice(1_000))
  client.write('GET /nothing HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
  assert.equal((await client.answer()).status, 404)
  client.end()
  await client.closed
})

test('408 request_timeout: a body that stalls is rejected, and a slow body has more time than other requests', async (c) => {
  const { url, seen } = await upload(c, { requestTimeoutMs: 400, linger: { lingerMs: 50 } })
  const content = filePart('x'.repeat(50)) + end
  const head = `POST /forms HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: ${asForm['content-type']}\r\ncontent-length: ${content.length}\r\n\r\n`

  const slow = await openRaw(c, url)
  slow.write(head)
  const startMs = performance.now()
  for (const char of content) {
    slow.write(char)
    // The pace of the slow client, not a wait for a condition.
    await new Promise((resolve) => setTimeout(resolve, 6))
  }
  const taken = await slow.answer()
  assert.ok(performance.now() - startMs > 800, 'it took twice as long as other requests may')
  assert.deepEqual([taken.status, JSON.parse(taken.body).size], [200, 50])

  const stopped = await sendRaw(url, head + content.slice(0, -30))
  assert.equal(stopped.status, 408)
  assert.equal(JSON.parse(stopped.body).code, 'request_timeout')
  assert.ok(seen.at(-1)?.failed, 'the reader of the file receives the error')
})

test('a body that times out closes its connection, whatever the response', async (c) => {
  const { url } = await upload(c, { requestTimeoutMs: 300, linger: { lingerMs: 50 } })
  const file = filePart('x'.repeat(3_000))
  const unknown = file + field('unknown', 'x') + field('title', 'x'.repeat(90))
  for (const [content, wanted] of Object.entries({ [file]: 408, [unknown]: 400 })) {
    const line = await openRaw(c, url)
    line.write(
      `POST /forms HTTP/1.1\r\nhost: a\r\ncontent-type: ${asForm['content-type']}\r\ncontent-length: ${content.length + 100}\r\n\r\n`,
    )
    for (let at = 0; at < content.length && !line.isClosed(); at += 40) {
      line.write(content.slice(at, at + 40))
      // The pace of the slow client, not a wait for a condition.
      await new Promise((resolve) => setTimeout(resolve, 8))
    }
    const { status, headers, body } = await line.answer()
    assert.deepEqual([status, headers.connection], [wanted, 'close'], body)
    await line.ended
  }
})

test('408 request_timeout: a body that arrives steadily but never ends is rejected', async (c) => {
  const { url } = await upload(c, { uploadTimeoutMs: 150, linger: { lingerMs: 50 } })
  const client = await openRaw(c, url)
  client.write('PUT /raw HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n')
  const beat = setInterval(() => client.write('1\r\nx\r\n'), 10)
  const answer = await client.answer()
  clearInterval(beat)
  assert.equal(answer.status, 408)
})

test('408 request_timeout: a short body has the same time limit as any other request, even if it arrives steadily', async (c) => {
  const { url } = await upload(c, { requestTimeoutMs: 200, linger: { lingerMs: 50 } })
  const client = await openRaw(c, url)
  client.write('PUT /short HTTP/1.1\r\nhost: a\r\ncontent-length: 900\r\n\r\n')
  const beat = setInterval(() => client.write('x'), 10)
  const answer = await client.answer()
  clearInterval(beat)
  assert.equal(answer.status, 408)
  assert.match(answer.body, /within 1 seconds/)
})

test('408 request_timeout: slow headers are rejected even where bodies may be slow, including on a kept-alive connection', async (c) => {
  const { url } = await upload(c, { requestTimeoutMs: 150 })
  assert.equal((await sendRaw(url, 'PUT /raw HTTP/1.1\r\nhost: a\r\nx-slow: ')).status, 408)
  const kept = await openRaw(c, url)
  kept.write('PUT /raw HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\n\r\nx')
  assert.equal((await kept.answer()).status, 200)
  kept.write('PUT /raw HTTP/1.1\r\nhost: a\r\nx-slow: ')
  assert.equal((await kept.answer()).status, 408)
})

test('if a client disconnects midway, reading the file fails, and nothing keeps waiting', async (c) => {
  const { url, app, seen } = await upload(c)
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  const answered = new Promise<void>((resolve) => app.server.once('request', (_q, s) => s.once('close', resolve)))
  socket.write(
    `POST /forms HTTP/1.1\r\nhost: a\r\ncontent-type: ${asForm['content-type']}\r\ncontent-length: 99999\r\n\r\n`,
  )
  socket.write(filePart('x'.repeat(1_000)).slice(0, -10))
  await once(app.server, 'request')
  socket.resetAndDestroy()
  await answered
  await until(() => seen[0]?.failed !== undefined)
  assert.equal((await post(`${url}/forms`, filePart('x') + end)).status, 200)
})

async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + patienceMs()
  while (!holds()) {
    assert.ok(performance.now() < deadline, 'it did not come to pass')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
