import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { openDb, openPool } from '#infra/db/client.ts'
import { minutes, seconds } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import { createHeartbeat } from '#modules/installation/index.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { openTcpProxy } from '#test/servers/tcp-proxy.ts'
import { mailsTo } from '#test/world/mails.ts'
import { done } from '#test/world/people.ts'
import { createWatch } from './watch.ts'

/** Tests of alerts about killed processes. A killed process just stops sending heartbeats. */
let t: TestApp
let root: Client
before(async () => {
  t = await startApp()
  const person = await t.as('root')
  const key = done(await person.post('/v1/api-keys', { name: 'admin', scopes: ['admin:read'] }), 201)
  root = t.withToken(key.body.key)
})
beforeEach(async () => void (await sql`delete from node`.execute(t.db)))
after(() => t[Symbol.asyncDispose]())

interface Open {
  readonly kind: string
  readonly subject: string
}
const open = async (): Promise<readonly Open[]> => {
  await createWatch(t.deps).tick()
  const { alerts } = done(await root.get('/v1/admin/alerts?filter=open&limit=100')).body
  return alerts.filter(({ kind }: Open) => kind !== 'cron_missed')
}
const kinds = async (): Promise<readonly string[]> => (await open()).map(({ kind }) => kind)

/** Starts a process. */
async function start(roles: readonly string[] = ['worker'], more: object = {}) {
  const id = newId<'node'>(t.now())
  const process = createHeartbeat({ ...t.deps, id, version: '1', roles, dataDir: t.folder, ...more })
  await process.beat()
  await t.advance(seconds(3))
  return process
}

test('a repeatedly killed process raises no alert while a successor on its host with its roles sends heartbeats', async () => {
  for (let kill = 0; kill < 4; kill++) await start()
  const last = await start()
  await t.advance(minutes(2))
  await last.beat()
  assert.deepEqual(await kinds(), [])
  // It was scaled down cleanly, so the process that it replaced is not reported again.
  await last.stop()
  assert.deepEqual(await kinds(), [])
})

test('each killed process needs a separate successor, and those without one cause one alert per host and set of roles', async () => {
  const workers = [await start(), await start(), await start()] as const
  const [stays] = workers
  const other = await start(['api'])
  for (const worker of workers) await worker.beat()
  await t.advance(minutes(2))
  await stays.beat()
  await other.beat()
  const [alert, ...others] = await open()
  assert.deepEqual(others, [])
  assert.equal(alert?.kind, 'node_silent')
  assert.match(alert?.subject ?? '', /^\S+ worker$/)
  const first = await start()
  await stays.beat()
  await other.beat()
  assert.deepEqual(await kinds(), ['node_silent'], 'one of two is missing')
  await start()
  assert.deepEqual(await kinds(), [])
  for (const one of [stays, other, first]) await one.stop()
})

test('a successor with other roles does not end the alert', async () => {
  await start(['worker'])
  await t.advance(minutes(2))
  const api = await start(['api'])
  assert.deepEqual(await kinds(), ['node_silent'])
  await api.stop()
})

test('a process that exits after losing its database connection does not count as a database problem', async () => {
  await using proxy = await openTcpProxy(t.connection)
  const options = { name: 'cut off', max: 1, statementTimeoutMs: 5_000 }
  const db = openDb(openPool({ connectionString: proxy.url }, options, () => {}))
  const dying = await start(['worker'], { db })
  proxy.refuse()
  await assert.rejects(dying.beat())
  proxy.heal()
  await dying.beat()
  await dying.beat()
  assert.deepEqual(await kinds(), ['database_unreachable'])
  await t.advance(seconds(31))
  assert.deepEqual(await kinds(), ['node_silent'])
  const successor = await start()
  assert.deepEqual(await kinds(), [])
  await successor.stop()
  await db.destroy()
})

test('alerts from one round are sent in one email, and so are their resolutions', async () => {
  const about = async () =>
    (await mailsTo(t, 'root@example.com')).filter(({ subject }) => /alert/.test(subject) && /node_silent/.test(subject))
  const already = (await about()).length
  const all = ['api', 'worker', 'start']
  for (const role of all) await start([role])
  await t.advance(minutes(2))
  assert.deepEqual(await kinds(), ['node_silent', 'node_silent', 'node_silent'])
  const [raised, ...others] = (await about()).slice(already)
  assert.deepEqual(others, [])
  assert.equal(raised?.subject, 'Posthorn alert (critical): node_silent')
  assert.equal(raised?.text.match(/hasn’t\s+reported/g)?.length, 2 * all.length, 'as text and as HTML')
  for (const role of all) await start([role])
  assert.deepEqual(await kinds(), [])
  assert.deepEqual(
    (await about()).slice(already + 1).map(({ subject }) => subject),
    ['Posthorn alert resolved (critical): node_silent'],
  )
})
