import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fails, failure, limits, openOutbound } from '#test/servers/outbound.ts'
import { raw, until, web } from '#test/servers/real-servers.ts'

test('stream: a large response is read in chunks, no faster than its reader', async (t) => {
  const size = 30_000_000
  let written = 0
  const server = await web(t, (_, response) => {
    const pieces = Array.from({ length: size / 10_000 }, () => Buffer.alloc(10_000, 7))
    Readable.from(pieces)
      .on('data', (piece: Buffer) => {
        written += piece.length
      })
      .pipe(response)
  })
  const answer = await openOutbound(t).stream({ url: server.url, timeoutMs: 20_000, maxBytes: size })
  assert.equal(answer.status, 200)
  // The body is not read yet, so the server stops long before its end.
  let before = -1
  for (let turn = 0; turn < 200 || before !== written; turn++) {
    before = written
    await nextTurn()
  }
  assert.ok(written < size, `${written} bytes were read in advance`)
  let read = 0
  for await (const chunk of answer.body) read += (chunk as Buffer).length
  assert.equal(read, size)
})

test('stream: a failure after the head fails the body, with the same errors', async (t) => {
  const server = await web(t, (request, response) => {
    response.writeHead(200)
    response.write(Buffer.alloc(2_000))
    if (request.url === '/cut') setImmediate(() => request.socket.destroy())
  })
  const out = openOutbound(t)
  const read = async (path: string, maxBytes: number, timeoutMs: number) => {
    const answer = await out.stream({ url: server.url + path, maxBytes, timeoutMs, fresh: path === '/cut' })
    for await (const _ of answer.body);
  }
  await fails(read('/large', 1_000, 5_000), 'too_large', 'answered', 200)
  await fails(read('/silent', 10_000, 150), 'timeout', 'maybe', 200)
  const cut = await failure(read('/cut', 10_000, 5_000))
  assert.deepEqual([cut.sent, cut.status], ['maybe', 200], cut.message)
  await until(() => server.sockets.size === 0)
})

test('stream: the connection is closed if the reader stops', async (t) => {
  const server = await web(t, (_, response) => void response.writeHead(200).write('first'))
  const out = openOutbound(t)
  for (const fresh of [false, true]) {
    const answer = await out.stream({ ...limits, url: server.url, fresh })
    answer.body.destroy()
    await until(() => server.sockets.size === 0)
  }
})

test('stream: interim responses are skipped', async (t) => {
  const server = await raw(t, (socket) => {
    socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n')
    setImmediate(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'))
  })
  const answer = await openOutbound(t).stream({ ...limits, url: server.url })
  assert.equal(answer.status, 200)
  assert.equal(Buffer.concat(await answer.body.toArray()).toString(), 'ok')
})
