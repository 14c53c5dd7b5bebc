import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'

/** More connections than an earlier test file in this process can have left to close. */
const leftOpen = 20

test('a test that leaves a connection open fails, and the failure names it', async (test) => {
  const t = await startApp()
  const listener = createServer().listen(0, '127.0.0.1')
  test.after(() => listener.close())
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  for (let n = 0; n < leftOpen; n++) {
    const socket = connect(port, '127.0.0.1')
    test.after(() => socket.destroy())
  }
  await assert.rejects(async () => await t[Symbol.asyncDispose](), /Still open after everything was closed: .*TCP/)
})

test('a test that closes everything it opened passes, including workers and requests', async () => {
  await using t = await startApp()
  await (await t.as('ada')).post('/v1/profiles', { name: 'Acme' })
  await t.settle()
})
