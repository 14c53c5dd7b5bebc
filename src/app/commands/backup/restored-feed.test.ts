import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openDb, openPool } from '#infra/db/client.ts'
import { registerStart } from '#modules/installation/index.ts'
import { secretKey, startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { useTestClock } from '#test/harness/clock.ts'
import { openFreshDatabase, type TestDatabase } from '#test/harness/database.ts'
import { patienceMs } from '#test/harness/patience.ts'
import { openRoom } from '#test/harness/process.ts'
import { addressOf } from '#test/servers/tcp-proxy.ts'
import { createWebhook, sendTest } from '#test/world/webhooks.ts'
import { installationDeps } from '../../deps.ts'

/** Numbers events like a server that has been running for longer than the one that they are restored to. */
const age = (t: TestApp) => sql`update event set tx = (tx::text::bigint + 1000000000)::text::xid8`.execute(t.db)

/** Reads events until there are this many: an open transaction of another test on this server delays them. */
async function readEvents(client: Client, count: number, after?: string): Promise<string[]> {
  for (const deadline = performance.now() + patienceMs(); ; ) {
    const { status, body, text } = await client.get(`/v1/events${after ? `?after=${after}` : ''}`)
    assert.equal(status, 200, text)
    if (body.events.length >= count || performance.now() > deadline)
      return body.events.map(({ id }: { id: string }) => id)
  }
}

test('a client continues where it left off after a restore to a server that has run fewer transactions', async () => {
  await using t = await startApp({ settings: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
  await registerStart(installationDeps(t.deps))
  const ada = await t.as('ada')
  const scopes = ['webhooks:read', 'webhooks:write']
  const { body } = await ada.post('/v1/api-keys', { name: 'reads on', scopes })
  const client = t.withToken(body.key)
  const { id } = await createWebhook(client, 'http://127.0.0.1:9/hook')
  for (let n = 0; n < 5; n++) await sendTest(client, id)
  const events = await readEvents(client, 5)
  await age(t)

  await using room = await openRoom({
    DATABASE_URL: addressOf(t.connection),
    SECRET_KEY: secretKey,
    DATA_DIR: t.folder,
  })
  const place = join(room.path, 'backups')
  assert.equal((await room.ask(['backup', place])).status, 0)
  const connection = await openFreshDatabase()
  const other = { DATABASE_URL: addressOf(connection), DATA_DIR: join(room.path, 'other') }
  const restored = await room.ask(['restore', place], other)
  assert.equal(restored.status, 0, restored.err)

  const db = openDb(openPool(connection, { name: 'test', max: 4, statementTimeoutMs: 10_000 }, () => {}))
  const database: TestDatabase = { connection, db, [Symbol.asyncDispose]: () => db.destroy() }
  await useTestClock(db, t.now())
  await using copy = await startApp({ database, settings: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
  const there = copy.withToken(body.key)
  assert.deepEqual(await readEvents(there, 5), events)
  assert.deepEqual(await readEvents(there, 2, events[2]), events.slice(3))
  await sendTest(there, id)
  assert.equal((await readEvents(there, 1, events[4])).length, 1)
})
