import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { openPool } from './client.ts'
import { isDatabaseAway, isDatabaseGone } from './faults.ts'

/** Connects to a name with several addresses where nothing listens. */
async function refusedConnection(addresses: readonly string[]): Promise<unknown> {
  const socket = connect({
    host: 'database.example',
    port: 1,
    lookup: (_host, _options, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      ),
  })
  return once(socket, 'connect').then(
    () => assert.fail('something listens on port 1'),
    (error: unknown) => error,
  )
}

test('a database is gone when its only address refuses the connection, and when each of several does', async () => {
  for (const addresses of [['127.0.0.1'], ['127.0.0.1', '127.0.0.2']]) {
    const error = await refusedConnection(addresses)
    assert.deepEqual([isDatabaseGone(error), isDatabaseAway(error)], [true, true], `${addresses}`)
  }
})

/** Connects to a server that fails the handshake in a way of its own. */
async function failedHandshake(answer: (socket: Socket) => void): Promise<unknown> {
  const server = createServer((socket) => void socket.on('error', () => {}).once('data', () => answer(socket)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const connectionString = `postgres://ann@127.0.0.1:${port}/x?sslmode=require&uselibpqcompat=true`
  const pool = openPool({ connectionString }, { name: 'test', max: 1, statementTimeoutMs: 0 }, () => {})
  try {
    return await pool.query('select 1').then(
      () => assert.fail('it answered'),
      (error: unknown) => error,
    )
  } finally {
    await pool.end()
    server.close()
  }
}

test('a database is gone when a proxy or a server ends the handshake of TLS', async () => {
  const ways: Readonly<Record<string, (socket: Socket) => void>> = {
    'closed before an answer': (socket) => socket.end(),
    'closed after the answer': (socket) => socket.once('data', () => socket.end()).write('S'),
    'reset after the answer': (socket) => socket.once('data', () => socket.resetAndDestroy()).write('S'),
    'something else than TLS': (socket) => socket.once('data', () => socket.end('no such server')).write('S'),
    'an error in place of an answer': (socket) => socket.end('E'),
    'no TLS at all': (socket) => socket.end('N'),
  }
  for (const [way, answer] of Object.entries(ways)) {
    const error = await failedHandshake(answer)
    assert.deepEqual([isDatabaseGone(error), isDatabaseAway(error)], [true, true], `${way}: ${error}`)
  }
})

test('a database is gone when there is no way to its machine', () => {
  for (const code of ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL']) {
    const error = Object.assign(new Error(`connect ${code}`), { code, syscall: 'connect' })
    assert.equal(isDatabaseGone(error), true, code)
  }
})

test('a missing file, and a fault of our own, say nothing about the database', () => {
  const missing = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })
  for (const error of [missing, new AggregateError([missing]), new AggregateError([]), new TypeError('a mistake')])
    assert.equal(isDatabaseAway(error), false)
})
