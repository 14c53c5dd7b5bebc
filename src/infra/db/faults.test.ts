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

test('a database is unavailable if every one of its addresses refuses the connection', async () => {
  for (const addresses of [['127.0.0.1'], ['127.0.0.1', '127.0.0.2']]) {
    const error = await refusedConnection(addresses)
    assert.deepEqual([isDatabaseGone(error), isDatabaseAway(error)], [true, true], `${addresses}`)
  }
})

/** Connects to a server that fails the handshake in the given way. */
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

test('a database is unavailable if a proxy or server ends the TLS handshake', async () => {
  const ways: Readonly<Record<string, (socket: Socket) => void>> = {
    'closed before a response': (socket) => socket.end(),
    'closed after the response': (socket) => socket.once('data', () => socket.end()).write('S'),
    'reset after the response': (socket) => socket.once('data', () => socket.resetAndDestroy()).write('S'),
    'something other than TLS': (socket) => socket.once('data', () => socket.end('no such server')).write('S'),
    'an error in place of a response': (socket) => socket.end('E'),
    'no TLS at all': (socket) => socket.end('N'),
  }
  for (const [way, answer] of Object.entries(ways)) {
    const error = await failedHandshake(answer)
    assert.deepEqual([isDatabaseGone(error), isDatabaseAway(error)], [true, true], `${way}: ${error}`)
  }
})

test('a database is unavailable if there is no route to its host', () => {
  for (const code of ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL']) {
    const error = Object.assign(new Error(`connect ${code}`), { code, syscall: 'connect' })
    assert.equal(isDatabaseGone(error), true, code)
  }
})

test('a missing file or an internal error does not mean that the database is unavailable', () => {
  const missing = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })
  for (const error of [missing, new AggregateError([missing]), new AggregateError([]), new TypeError('a mistake')])
    assert.equal(isDatabaseAway(error), false)
})
