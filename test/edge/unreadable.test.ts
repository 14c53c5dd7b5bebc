import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { createEdge } from '#infra/http/server.ts'
import { createLog } from '#infra/log/log.ts'
import { type RefusalCode, refusals } from '#kernel/errors.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { openRaw, type RawAnswer, sendRaw } from '../harness/raw-http.ts'

let t: TestApp
before(async () => {
  t = await startApp()
})
after(() => t[Symbol.asyncDispose]())

function isProblem(answer: RawAnswer, code: RefusalCode): void {
  assert.equal(answer.status, refusals[code].status, JSON.stringify(answer))
  assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8')
  assert.equal(answer.headers['x-content-type-options'], 'nosniff')
  const body = JSON.parse(answer.body)
  assert.equal(body.code, code)
  assert.equal(body.requestId, answer.headers['x-request-id'])
  assert.ok(body.detail.length > 20, body.detail)
}

test('431 headers_too_large: more than 16 KiB of headers or URL is rejected', async () => {
  const long = 'x'.repeat(17_000)
  isProblem(await sendRaw(t.url, `GET /healthz HTTP/1.1\r\nhost: a\r\nx-long: ${long}\r\n\r\n`), 'headers_too_large')
  isProblem(await sendRaw(t.url, `GET /healthz?${long} HTTP/1.1\r\nhost: a\r\n\r\n`), 'headers_too_large')
})

test('400 malformed_request: invalid HTTP gets a problem response, and the connection is closed', async () => {
  const cases = [
    'hello\r\n\r\n',
    'GET /healthz HTTP/1.1\r\nno colon here\r\n\r\n',
    'GET /healthz HTTP/1.1\r\nhost: a\r\nx: a\u0000b\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
    'POST /v1/auth/sign-in HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n',
    'POST /v1/auth/sign-in HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n',
    'POST /v1/auth/sign-in HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
    'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n',
  ]
  for (const bytes of cases) isProblem(await sendRaw(t.url, bytes), 'malformed_request')
})

test('405: methods and URLs that only proxies use are rejected with a problem', async () => {
  const star = await sendRaw(t.url, 'OPTIONS * HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
  assert.ok([404, 405].includes(star.status), JSON.stringify(star))
  assert.match(star.headers['content-type'] ?? '', /problem\+json/)
})

test('an unknown Expect header is ignored, and 100-continue is honored', async () => {
  const ask = (expectation: string) =>
    sendRaw(t.url, `GET /healthz HTTP/1.1\r\nhost: a\r\nexpect: ${expectation}\r\nconnection: close\r\n\r\n`)
  assert.equal((await ask('miracles')).status, 200)
  assert.equal((await ask('100-continue')).status, 100)
})

test('408 request_timeout: a request whose headers or body do not arrive in time is rejected', async (c) => {
  const app = await createEdge({
    log: createLog({ level: 'silent' }),
    trustProxy: false,
    https: false,
    corsOrigins: [],
    ratePerMinute: 0,
    requestTimeoutMs: 150,
    limiter: t.deps.limiter,
    authenticate: () => assert.fail('no credential is expected here'),
  })
  app.post('/echo', {
    config: { access: { credential: 'none' } },
    schema: { operationId: 'echo' },
    handler: async () => ({}),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  c.after(() => app.close())
  isProblem(await sendRaw(url, 'POST /echo HTTP/1.1\r\nhost: a\r\nx-slow: '), 'request_timeout')
  const head = 'POST /echo HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n'
  isProblem(await sendRaw(url, `${head}{`), 'request_timeout')
})

test('bytes that are not a request close the connection, after the preceding response is complete', async (c) => {
  const app = await createEdge({
    log: createLog({ level: 'silent' }),
    trustProxy: false,
    https: false,
    corsOrigins: [],
    ratePerMinute: 0,
    limiter: t.deps.limiter,
    authenticate: () => assert.fail('no credential is expected here'),
  })
  c.after(() => app.close())
  const bytes = Buffer.alloc(8_000_000, 'x')
  app.get('/long', {
    config: { access: { credential: 'none' } },
    schema: { operationId: 'long' },
    handler: async (_request, reply) => reply.type('text/plain').send(bytes as never),
  })
  const line = await openRaw(c, await app.listen({ host: '127.0.0.1', port: 0 }))
  line.write('GET /long HTTP/1.1\r\nhost: a\r\n\r\n')
  await line.someBytes()
  line.write('no request\r\n\r\n')
  const { status, body } = await line.answer()
  assert.deepEqual([status, body.length], [200, bytes.length])
  await line.ended
})

test('a client that disconnects in the middle of a body is not logged as a bug, and the service keeps running', async (c) => {
  const lines: string[] = []
  const app = await createEdge({
    log: createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } }),
    trustProxy: false,
    https: false,
    corsOrigins: [],
    ratePerMinute: 0,
    limiter: t.deps.limiter,
    authenticate: () => assert.fail('no credential is expected here'),
  })
  c.after(() => app.close())
  const aborted = Promise.withResolvers<void>()
  app.addHook('onRequestAbort', (_request, done) => {
    aborted.resolve()
    done()
  })
  app.post('/echo', {
    config: { access: { credential: 'none' } },
    schema: { operationId: 'echo' },
    handler: async () => ({}),
  })
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect({ host: url.hostname, port: Number(url.port) })
  const begun = once(app.server, 'request')
  socket.write(
    'POST /echo HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"half":',
  )
  await begun
  socket.resetAndDestroy()
  await aborted.promise
  assert.equal((await fetch(new URL('/echo', url), { method: 'POST' })).status, 200)
  assert.deepEqual(lines, [])
})
