import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSandbox } from '../../sandbox/index.ts'
import { openRoom, until } from '../harness/process.ts'
import { type Connection, frameOf, openEventServer } from '../servers/event-server.ts'

test('posthorn listen forwards webhooks unchanged, so that a receiver accepts them, and exits on Ctrl-C with 0', async () => {
  const open: Connection[] = []
  await using server = await openEventServer((connection) => {
    connection.send(': hello\n\n')
    open.push(connection)
  })
  await using sandbox = await createSandbox()
  await using room = await openRoom()
  const keyFile = join(room.path, 'key')
  await writeFile(keyFile, 'ph_key_of_the_file\n')
  const args = ['--url', server.url, '--key-file', keyFile, '--forward', `${sandbox.url}/receiver/hook`]
  const running = room.begin(['listen', ...args])

  const [, secret] = await running.says(/^Signed with (whsec_\S+), generated for this run/m)
  const json = { 'content-type': 'application/json' }
  const receiver = `${sandbox.url}/control/receivers/hook`
  await fetch(receiver, { method: 'POST', headers: json, body: JSON.stringify({ secret, answer: { status: 201 } }) })
  const { frame, data } = frameOf(1, 'post.published', { name: 'Zoë', published: 1, failed: 0, total: 1 })
  await until('it is connected', () => open.length === 1)
  open[0]!.send(frame)
  await running.says(/^ {4}forwarded: 201$/m)

  const kept = (await (await fetch(receiver)).json()) as { deliveries: ReturnType<typeof JSON.parse>[] }
  const [delivery, ...more] = kept.deliveries
  assert.equal(more.length, 0)
  assert.deepEqual(
    [delivery.id, delivery.event, delivery.body, delivery.verification.service, delivery.verification.standard],
    ['evt_1', 'post.published', data, 'valid', 'valid'],
  )
  assert.equal(delivery.headers['content-type'], 'application/json')
  assert.equal(server.requests[0]?.authorization, 'Bearer ph_key_of_the_file')
  const { status, signal, out } = await running.stop('SIGINT')
  assert.deepEqual([status, signal], [0, null])
  assert.match(out, /^2026-11-21T08:00:00\.000Z {2}post\.published +post_1 {2}1 of 1 published$/m)
})
