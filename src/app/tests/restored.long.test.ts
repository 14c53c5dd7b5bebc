import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Connection } from '#infra/db/client.ts'
import { withServer } from '#test/harness/connections.ts'
import { openLiveDatabase, testServer } from '#test/harness/database.ts'
import { openRoom } from '#test/harness/process.ts'
import { addressOf } from '#test/servers/tcp-proxy.ts'

/** Opens a database shared by real processes, each with its own data folder, and a backup of it. */
async function open() {
  const connection = await openLiveDatabase()
  const room = await openRoom({ DATABASE_URL: addressOf(connection), SECRET_KEY: '55'.repeat(32) })
  const name = nameOf(connection)
  return {
    at: (folder: string) => ({ DATA_DIR: join(room.path, folder) }),
    room,
    backUp: () => copy(name, `${name}_backup`),
    restore: () => copy(`${name}_backup`, name),
    [Symbol.asyncDispose]: () => room[Symbol.asyncDispose](),
  }
}

/** Copies a database like a restored dump: the same rows, in another physical location. */
const copy = async (from: string, to: string): Promise<void> =>
  withServer(await testServer(), async (client) => {
    await client.query(`drop database if exists ${to} with (force)`)
    await client.query(`create database ${to} template ${from} strategy file_copy`)
  })

function nameOf(connection: Connection): string {
  if ('connectionString' in connection) return new URL(connection.connectionString).pathname.slice(1)
  return connection.database
}

for (const [first, second] of [
  ['api', 'worker'],
  ['worker', 'api'],
] as const) {
  for (const [what, folders] of [
    ['the folders of before', { api: 'api', worker: 'worker' }],
    ['fresh folders', { api: 'new-api', worker: 'new-worker' }],
    ['a fresh folder for who comes first', { api: 'api', worker: 'worker', [first]: 'new' }],
  ] as const) {
    test(`after a restore nothing is published: ${first} first, ${second} then, ${what}`, async () => {
      await using t = await open()
      for (const role of ['api', 'worker'] as const) await (await t.room.host([role], t.at(role))).stop()
      await t.backUp()
      await (await t.room.host(['worker'], t.at('worker'))).stop()
      await t.restore()
      for (const role of [first, second]) {
        const process = await t.room.host([role], t.at(folders[role]))
        assert.match(process.output(), /ON HOLD: The database was restored from a backup/)
      }
    })
  }
}

test('a restore under a running worker stops the worker, and the next start is on hold until resume', async () => {
  await using t = await open()
  await (await t.room.host(['api', 'worker'], t.at('one'))).stop()
  await t.backUp()
  const worker = t.room.begin(['worker'], { settings: t.at('one') })
  await worker.says(/^ {2}ready$/m)
  await t.restore()
  const ended = await worker.endedInTime()
  assert.deepEqual([ended.status, ended.signal], [1, null])
  assert.match(ended.out, /The database was restored to an earlier state while Posthorn was running/)

  const next = await t.room.host(['worker'], t.at('new'))
  assert.match(next.output(), /ON HOLD/)
  const unanswered = await t.room.ask(['resume'], t.at('one'))
  assert.deepEqual(
    [unanswered.out, unanswered.status],
    ['No post is due.\nStill on hold. In a script, run `posthorn resume --yes`.\n', 1],
  )
  const resume = await t.room.ask(['resume', '--yes'], t.at('one'))
  assert.equal(resume.status, 0)
  await next.says(/hold released; workers started/)
})
