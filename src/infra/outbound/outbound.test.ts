import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { patienceMs } from '#test/harness/patience.ts'
import { fails, failure, limits, openOutbound } from '#test/servers/outbound.ts'
import { raw, until, web } from '#test/servers/real-servers.ts'
import type { OutboundFailure } from './failure.ts'
import type { OutboundRequest } from './outbound.ts'

const canary = 'Canary0123456789'

test('a request arrives unchanged, and its response is complete', async (t) => {
  const server = await web(t, (_, response) => {
    response.writeHead(201, { 'X-Thing': 'a', 'X-List': ['1', '2'] }).end('done')
  })
  const out = openOutbound(t)
  const answer = await out.request({
    ...limits,
    url: `${server.url}/v1/things?a=1&b=%0d%0a#fragment`,
    method: 'POST',
    headers: { 'Content-Type': 'text/plain', Authorization: 'Bearer x' },
    body: 'hello',
  })
  assert.equal(answer.status, 201)
  assert.equal(answer.headers['x-thing'], 'a')
  assert.equal(answer.headers['x-list'], '1, 2')
  assert.equal(answer.body.toString(), 'done')
  const [requested] = server.requests
  assert.deepEqual([requested?.method, requested?.url, requested?.body], ['POST', '/v1/things?a=1&b=%0d%0a', 'hello'])
  assert.deepEqual(requested?.headers, {
    host: `127.0.0.1:${server.port}`,
    connection: 'keep-alive',
    'user-agent': 'Posthorn/test',
    'accept-encoding': 'identity',
    'content-type': 'text/plain',
    authorization: 'Bearer x',
    'content-length': '5',
  })
})

test('bytes and streams are sent as bodies', async (t) => {
  const server = await web(t, (_, response) => response.end())
  const out = openOutbound(t)
  const url = server.url
  await out.request({ ...limits, url, method: 'PUT', body: new Uint8Array([104, 105]) })
  await out.request({ ...limits, url, method: 'PUT', body: Readable.from([Buffer.from('in '), Buffer.from('parts')]) })
  const body = Readable.from([Buffer.from('sized')])
  await out.request({ ...limits, url, method: 'PUT', body, headers: { 'content-length': '5' } })
  assert.deepEqual(
    server.requests.map((one) => one.body),
    ['hi', 'in parts', 'sized'],
  )
  assert.equal(server.requests[2]?.headers['content-length'], '5')
})

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect (${status}) is returned and not followed`, async (t) => {
    const server = await web(t, (_, response) => response.writeHead(status, { location: '/elsewhere' }).end())
    const out = openOutbound(t)
    for (const fresh of [false, true]) {
      const answer = await out.request({ ...limits, url: server.url, fresh })
      assert.deepEqual([answer.status, answer.headers.location], [status, '/elsewhere'])
    }
    assert.deepEqual(
      server.requests.map((one) => one.url),
      ['/', '/'],
    )
  })
}

test('every status is a response', async (t) => {
  const server = await web(t, (request, response) => response.writeHead(Number(request.url?.slice(1))).end())
  const out = openOutbound(t)
  for (const status of [200, 204, 304, 400, 401, 404, 429, 500, 503]) {
    assert.equal((await out.request({ ...limits, url: `${server.url}/${status}` })).status, status)
  }
})

test('interim responses are skipped', async (t) => {
  const server = await raw(t, (socket) => {
    socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(3))
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
  })
  const answer = await openOutbound(t).request({ ...limits, url: server.url })
  assert.deepEqual([answer.status, answer.body.toString()], [200, 'ok'])
})

test('a response header named like a JavaScript property is harmless', async (t) => {
  const server = await raw(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n__proto__: x\r\nconstructor: y\r\n__proto__: z\r\nContent-Length: 0\r\n\r\n')
  })
  const answer = await openOutbound(t).request({ ...limits, url: server.url })
  assert.equal(answer.status, 200)
  assert.equal(Object.getPrototypeOf(answer.headers), Object.prototype)
  assert.equal(({} as Record<string, unknown>).x, undefined)
})

test('a response of exactly the maximum size is accepted; one more byte aborts it, announced or not', async (t) => {
  const server = await web(t, (request, response) => {
    const bytes = Buffer.alloc(Number(request.url?.split('/')[2]))
    if (request.url?.startsWith('/announced')) response.writeHead(200, { 'content-length': bytes.length })
    else response.writeHead(200, { 'transfer-encoding': 'chunked' })
    response.end(bytes)
  })
  const out = openOutbound(t)
  for (const form of ['announced', 'chunked']) {
    const answer = await out.request({ url: `${server.url}/${form}/1000`, timeoutMs: 5_000, maxBytes: 1_000 })
    assert.equal(answer.body.length, 1_000)
    const work = out.request({ url: `${server.url}/${form}/1001`, timeoutMs: 5_000, maxBytes: 1_000 })
    await fails(work, 'too_large', 'answered', 200)
  }
})

test('a response that announces too many bytes is aborted immediately', async (t) => {
  const server = await web(t, (_, response) => response.writeHead(200, { 'content-length': 100_001 }).flushHeaders())
  await fails(openOutbound(t).request({ ...limits, url: server.url }), 'too_large', 'answered', 200)
})

test('an endless response is cut off at the limit, and its connection is closed', async (t) => {
  const server = await raw(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    const more = () => {
      while (!socket.destroyed && socket.write(Buffer.alloc(16_384)));
    }
    socket.on('drain', more)
    more()
  })
  await fails(openOutbound(t).request({ ...limits, url: server.url }), 'too_large', 'answered', 200)
  await until(() => server.sockets.size === 0)
})

test('HEAD may announce any length', async (t) => {
  const server = await web(t, (_, response) => response.writeHead(200, { 'content-length': 1_000_000_000 }).end())
  const answer = await openOutbound(t).request({ ...limits, url: server.url, method: 'HEAD' })
  assert.deepEqual([answer.status, answer.headers['content-length']], [200, '1000000000'])
})

test('a compressed response is not decompressed, so a small response cannot become a huge one', async (t) => {
  const bomb = gzipSync(Buffer.alloc(20_000_000))
  const server = await web(t, (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
  const answer = await openOutbound(t).request({ ...limits, url: server.url })
  assert.deepEqual(answer.body, bomb)
})

test('fresh: each request has its own connection, which is closed afterward; other requests share connections', async (t) => {
  const server = await web(t, (_, response) => response.end('ok'))
  const out = openOutbound(t)
  for (let nth = 0; nth < 3; nth++) await out.request({ ...limits, url: server.url, fresh: true })
  assert.equal(server.connections(), 3)
  await until(() => server.sockets.size === 0)
  for (let nth = 0; nth < 3; nth++) {
    await out.request({ ...limits, url: server.url })
    // A kept connection can be reused from the next turn on.
    await nextTurn()
  }
  assert.equal(server.connections(), 4)
  assert.deepEqual(
    server.requests.map((one) => one.headers.connection),
    [...Array(3).fill('close'), ...Array(3).fill('keep-alive')],
  )
})

test('a silent server delays neither other servers nor other requests to itself', async (t) => {
  const silent = await web(t, (request, response) => request.url === '/quick' && response.end())
  const quick = await web(t, (_, response) => response.end())
  const out = openOutbound(t)
  let given = 0
  const timeoutMs = patienceMs(1_000)
  const stuck = Array.from({ length: 20 }, () =>
    failure(out.request({ ...limits, url: silent.url, timeoutMs })).finally(() => {
      given += 1
    }),
  )
  await out.request({ ...limits, url: quick.url })
  await out.request({ ...limits, url: `${silent.url}/quick` })
  assert.equal(given, 0, 'they got responses while the others still waited')
  for (const error of await Promise.all(stuck)) assert.equal(error.sent, 'maybe')
})

test('a body that has already been read is refused', async (t) => {
  const body = Readable.from([Buffer.from('x')])
  for await (const _ of body);
  await fails(
    openOutbound(t).request({ ...limits, url: 'http://127.0.0.1:1', method: 'POST', body }),
    'invalid_request',
    'no',
  )
})

const badHeaders: [name: string, value: string][] = [
  ...['x\r\nevil: 1', 'x\nevil: 1', 'x\r', 'x\0', 'x\x7f', '\u{1f3ba}', 'x\u2028y', '\u010d\u010a'].map(
    (value): [string, string] => ['x-a', value],
  ),
  ...['x\r\nevil', 'x:', 'x y', '', 'x\0', 'ünï'].map((name): [string, string] => [name, 'x']),
  ...[
    'Host',
    'Connection',
    'Transfer-Encoding',
    'Upgrade',
    'Expect',
    'TE',
    'Trailer',
    'Keep-Alive',
    'Proxy-Authorization',
  ].map((name): [string, string] => [name, 'x']),
]
for (const [name, value] of badHeaders) {
  test(`the header ${JSON.stringify(name)}: ${JSON.stringify(value)} is refused without a connection`, async (t) => {
    const server = await raw(t, () => {})
    const work = openOutbound(t).request({ ...limits, url: server.url, headers: { [name]: value } })
    const error = await fails(work, 'invalid_request', 'no')
    assert.match(error.message, /the header ".*" is forbidden or malformed/)
    assert.equal(server.connections(), 0)
  })
}

test('a malformed method is refused', async (t) => {
  const server = await raw(t, () => {})
  for (const method of ['GET / HTTP/1.1\r\nx: y', 'G T', '']) {
    const request = { ...limits, url: server.url, method } as unknown as OutboundRequest
    assert.equal((await failure(openOutbound(t).request(request))).sent, 'no')
  }
  assert.equal(server.bytes(), 0)
})

test('no error reveals the path, the query, a header or the body', async (t) => {
  const server = await raw(t, (socket, nth) => {
    if (nth === 1) socket.destroy()
    if (nth === 2) socket.write(`nonsense ${canary}\r\n\r\n`)
    if (nth === 3) socket.end(`HTTP/1.1 200 OK\r\nX: ${canary}\r\nContent-Length: 99\r\n\r\n${canary}`)
    if (nth === 6) socket.end('not TLS')
    if (nth === 4) socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n${canary}`)
  })
  const out = openOutbound(t)
  const request = {
    method: 'POST',
    headers: { authorization: canary },
    body: canary,
    maxBytes: 1_000,
  } as const
  // Only the fifth times out; the others must not seem to on a busy machine.
  const timeoutFor = (index: number) => (index === 4 ? 100 : patienceMs(10_000))
  const rest = `bot${canary}/send?token=${canary}#${canary}`
  const urls = Array.from({ length: 5 }, () => `${server.url}/${rest}`)
  urls.push(
    `http://10.0.0.1.${canary}@x.example/${rest}`,
    `https://${server.url.slice(7)}/${rest}`,
    `ftp://x.example/${rest}`,
  )
  urls.push(`http://169.254.169.254/${rest}`, `http://${canary}:${canary}@x.example/`, `not a url ${canary}`)
  const errors: OutboundFailure[] = []
  for (const [index, url] of urls.entries())
    errors.push(await failure(out.request({ ...request, url, timeoutMs: timeoutFor(index) })))
  const headers = { 'x-a': `${canary}\r\n` }
  errors.push(await failure(out.request({ ...request, url: server.url, headers, timeoutMs: patienceMs(10_000) })))
  for (const error of errors) {
    const shown = inspect(error, { depth: 20, showHidden: true }) + error.stack + JSON.stringify(error)
    assert.equal(shown.includes(canary), false, shown)
  }
  assert.deepEqual([...new Set(errors.map((error) => error.code))].sort(), [
    ...['address_not_allowed', 'bad_answer', 'connection_lost', 'invalid_request', 'timeout', 'tls', 'too_large'],
  ])
})

test('after a close, nothing is sent, and running requests fail', async (t) => {
  const server = await raw(t, () => {})
  const out = openOutbound(t)
  const underWay = failure(out.request({ ...limits, url: server.url }))
  await until(() => server.bytes() > 0)
  await out.close()
  assert.equal((await underWay).sent, 'maybe')
  await fails(out.request({ ...limits, url: server.url }), 'aborted', 'no')
})
