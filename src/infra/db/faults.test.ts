import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
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
