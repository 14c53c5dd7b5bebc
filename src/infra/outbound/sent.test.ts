import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { patienceMs } from '#test/harness/patience.ts'
import { fails, failure, limits, openOutbound } from '#test/servers/outbound.ts'
import { raw, until, web } from '#test/servers/real-servers.ts'
import { exchange } from './exchange.ts'
import type { OutboundFailure } from './failure.ts'

test("sent 'no': the name does not resolve", async (t) => {
  const resolve = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
  const error = await fails(openOutbound(t, { resolve }).request({ ...limits, url: 'http://x.example' }), 'dns', 'no')
  assert.equal(error.systemCode, 'ENOTFOUND')
})

test("sent 'no': the connection is refused", async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  const out = openOutbound(t, { resolve: async () => ['127.0.0.1'] })
  for (const host of ['127.0.0.1', 'x.example']) {
    for (const fresh of [false, true]) {
      const work = out.request({ ...limits, url: `http://${host}:${port}`, method: 'POST', body: 'x', fresh })
      assert.equal((await fails(work, 'unreachable', 'no')).systemCode, 'ECONNREFUSED')
    }
  }
})

test("sent 'no': the connection is not established in time, whatever it waits for", async (t) => {
  const server = await raw(t, () => {})
  const out = openOutbound(t, {
    resolve: (name) => (name === 'never.example' ? new Promise(() => {}) : Promise.resolve([])),
  })
  for (const fresh of [false, true]) {
    const times = { ...limits, connectTimeoutMs: 50, fresh }
    await fails(out.request({ ...times, url: 'http://never.example' }), 'connect_timeout', 'no')
    // The server accepts the connection but does not respond to the TLS handshake.
    await fails(out.request({ ...times, url: `https://127.0.0.1:${server.port}` }), 'connect_timeout', 'no')
    await fails(out.request({ ...limits, url: 'http://never.example', timeoutMs: 50, fresh }), 'timeout', 'no')
  }
})

test("sent 'maybe': no response follows the request", async (t) => {
  const server = await raw(t, () => {})
  const out = openOutbound(t)
  for (const fresh of [false, true]) {
    await fails(out.request({ ...limits, url: server.url, timeoutMs: patienceMs(300), fresh }), 'timeout', 'maybe')
  }
  await until(() => server.sockets.size === 0)
})

test('aborting a call on its own connection resets the connection, so its bytes cannot arrive later', async (t) => {
  const ends: string[] = []
  const server = createServer((socket) => {
    socket.on('error', (error: NodeJS.ErrnoException) => ends.push(error.code ?? ''))
    socket.on('end', () => ends.push('end'))
    socket.once('data', () => during.abort())
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const during = new AbortController()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const work = openOutbound(t).request({
    ...limits,
    url,
    method: 'POST',
    body: 'x',
    fresh: true,
    signal: during.signal,
  })
  await fails(work, 'aborted', 'maybe')
  await until(() => ends.length > 0)
  assert.deepEqual(ends, ['ECONNRESET'])
})

test("sent 'maybe': the timeout covers the entire call, however the response trickles", async (t) => {
  const server = await raw(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 50000\r\n\r\n')
    const drip = setInterval(() => socket.write('x'), 5)
    socket.on('close', () => clearInterval(drip))
  })
  await fails(
    openOutbound(t).request({ ...limits, url: server.url, timeoutMs: patienceMs(300) }),
    'timeout',
    'maybe',
    200,
  )
})

test("sent 'maybe': the connection is reset or closed after the request", async (t) => {
  const server = await raw(t, (socket, nth) => (nth % 2 ? socket.resetAndDestroy() : socket.end()))
  const out = openOutbound(t)
  for (const fresh of [false, false, true, true]) {
    const work = out.request({ ...limits, url: server.url, method: 'POST', body: 'x', fresh })
    await fails(work, 'connection_lost', 'maybe')
  }
})

test("sent 'maybe': the response is cut off", async (t) => {
  const parts = [
    'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nhalf',
  ]
  const server = await raw(t, (socket, nth) => socket.end(parts[(nth - 1) % 3] ?? ''))
  const out = openOutbound(t)
  for (const fresh of [false, true]) {
    for (const _ of parts) {
      const error = await failure(out.request({ ...limits, url: server.url, fresh }))
      assert.deepEqual([error.sent, error.status], ['maybe', 200], error.message)
    }
  }
  assert.equal(server.requests(), 6)
})

test("sent 'maybe': the head of the response is cut off", async (t) => {
  const server = await raw(t, (socket) => socket.end('HTTP/1.1 200 OK\r\nConten'))
  const error = await failure(openOutbound(t).request({ ...limits, url: server.url }))
  assert.deepEqual([error.sent, error.status], ['maybe', null], error.message)
})

test("sent 'maybe': the response is not HTTP, or its head is endless", async (t) => {
  const answers = ['220 mail.example ESMTP\r\n', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`]
  const server = await raw(t, (socket, nth) => socket.write(answers[nth - 1] ?? ''))
  const out = openOutbound(t)
  for (const _ of answers) await fails(out.request({ ...limits, url: server.url }), 'bad_answer', 'maybe')
})

test('nothing is retried: a kept-alive connection that breaks during a request fails, also for GET', async (t) => {
  const server = await raw(t, (socket, nth) => {
    if (nth === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    else socket.destroy()
  })
  const out = openOutbound(t)
  await out.request({ ...limits, url: server.url })
  await nextTurn()
  await fails(out.request({ ...limits, url: server.url }), 'connection_lost', 'maybe')
  assert.deepEqual([server.requests(), server.connections()], [2, 1])
})

test('a library’s second attempt at the same request is stopped before its first byte', () => {
  const starts: string[] = []
  const controller = { abort() {}, resume() {}, pause() {} } as unknown as Dispatcher.DispatchController
  const dispatcher = {
    dispatch(_: object, handler: Dispatcher.DispatchHandler) {
      for (let nth = 1; nth <= 2; nth++) {
        try {
          handler.onRequestStart?.(controller, {})
          starts.push('went')
        } catch (error) {
          starts.push('stopped')
          handler.onResponseError?.(controller, error as Error)
        }
      }
      return true
    },
  } as unknown as Dispatcher
  const failures: OutboundFailure[] = []
  exchange(
    dispatcher,
    {
      url: new URL('http://x'),
      method: 'GET',
      headers: {},
      body: null,
      ...limits,
      connectTimeoutMs: 1_000,
      signal: undefined,
      beforeFirstByte: undefined,
      reset: undefined,
    },
    { head() {}, chunk: () => true, end() {}, fail: (error) => void failures.push(error) },
  )
  assert.deepEqual(starts, ['went', 'stopped'])
  assert.deepEqual(
    failures.map((error) => error.sent),
    ['maybe'],
  )
})

test('beforeFirstByte stops a request: the connection is open, but not a single byte is sent', async (t) => {
  const server = await raw(t, (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
  const out = openOutbound(t)
  const cause = new Error('the lease is over')
  const beforeFirstByte = () => {
    throw cause
  }
  for (const fresh of [false, true]) {
    const body = Readable.from([Buffer.from('x')])
    const work = out.request({ ...limits, url: server.url, method: 'POST', body, fresh, beforeFirstByte })
    assert.equal((await fails(work, 'stopped', 'no')).cause, cause)
    assert.equal(body.destroyed, true)
  }
  await until(() => server.connections() === 2)
  // The fresh connection is closed at once; the kept one stays open for the next request.
  await until(() => server.sockets.size === 1)
  assert.equal(server.bytes(), 0)
  let calls = 0
  await out.request({ ...limits, url: server.url, beforeFirstByte: () => void calls++ })
  assert.equal(calls, 1)
  assert.equal(server.connections(), 2, 'the connection of the stopped request is used again')
})

test('beforeFirstByte is not called for a request that never gets a connection', async (t) => {
  const out = openOutbound(t, { resolve: async () => ['169.254.169.254'] })
  const beforeFirstByte = () => assert.fail('called')
  await fails(out.request({ ...limits, url: 'http://x.example', beforeFirstByte }), 'address_not_allowed', 'no')
})

test('a request that timed out while waiting for its connection is not sent when the connection opens', async (t) => {
  const server = await raw(t, () => {})
  let open = () => {}
  const gate = new Promise<void>((done) => {
    open = done
  })
  const out = openOutbound(t, { resolve: () => gate.then(() => ['127.0.0.1']) })
  const url = `http://late.example:${server.port}`
  await fails(out.request({ ...limits, url, method: 'POST', body: 'x', connectTimeoutMs: 30 }), 'connect_timeout', 'no')
  open()
  await until(() => server.connections() === 1)
  for (let turn = 0; turn < 50; turn++) await nextTurn()
  assert.equal(server.bytes(), 0)
})

test("a signal aborts a request: sent is 'no' before it was sent, 'maybe' after", async (t) => {
  const server = await raw(t, (_, nth) => {
    if (nth === 1) during.abort()
  })
  const during = new AbortController()
  const out = openOutbound(t)
  await fails(out.request({ ...limits, url: server.url, signal: AbortSignal.abort() }), 'aborted', 'no')
  assert.equal(server.connections(), 0)
  await fails(out.request({ ...limits, url: server.url, signal: during.signal }), 'aborted', 'maybe')
  await until(() => server.sockets.size === 0)
})

test('a body that fails while being sent fails the request with its cause', async (t) => {
  const server = await web(t, () => assert.fail('the request is incomplete'))
  const cause = new Error('the disk is gone')
  const body = new Readable({ read() {} })
  body.push('first part')
  const work = openOutbound(t).request({
    ...limits,
    url: server.url,
    method: 'POST',
    body,
    beforeFirstByte: () => setImmediate(() => body.destroy(cause)),
  })
  const error = await fails(work, 'body_failed', 'maybe')
  assert.equal(error.cause, cause)
})
