import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { days, minutes, seconds } from '#kernel/clock.ts'
import { createHeartbeat } from '#modules/installation/index.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { setTestClock } from '#test/harness/clock.ts'
import { mailsTo } from '#test/world/mails.ts'
import { done } from '#test/world/people.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'
import { figures } from './watch/thresholds.ts'
import { createWatch } from './watch/watch.ts'

let t: TestApp
let root: Client
let key: string
let watch: () => Promise<void>
let lateMs = 0
before(async () => {
  t = await startApp({ sandbox: true })
  const person = await t.as('root')
  key = done(await person.post('/v1/api-keys', { name: 'admin', scopes: ['admin:read', 'admin:write'] }), 201).body.key
  root = t.withToken(key)
  const ticker = createWatch({ ...t.deps, clock: { now: later } })
  watch = async () => {
    await ticker.tick()
    await t.deps.queue.drain()
  }
})
after(() => t[Symbol.asyncDispose]())

const listed = async (filter = 'open') => done(await root.get(`/v1/admin/alerts?filter=${filter}`)).body.alerts
const standing = async (kind: string) => (await listed()).filter((one: { kind: string }) => one.kind === kind)

/** Moves the clock alone: nothing that is due runs, as when no worker is there. */
async function pass(ms: number): Promise<void> {
  lateMs = ms
  await setTestClock(t.db, later())
}
const later = () => new Date(t.now().getTime() + lateMs)
async function comeBack(): Promise<void> {
  lateMs = 0
  await t.advance(minutes(20))
}

/** Shows that an alert of a kind is raised once while its cause stands, and closes by itself afterwards. */
async function raisedAndClosed(kind: string, cause: () => Promise<unknown>, end: () => Promise<unknown>) {
  await watch()
  assert.deepEqual(await standing(kind), [], `${kind} stands before its cause`)
  await cause()
  await watch()
  await watch()
  const [alert, ...others] = await standing(kind)
  assert.ok(alert, `${kind} was not raised: ${JSON.stringify(await listed('all'))}`)
  assert.deepEqual(others, [], 'one cause has one alert')
  await end()
  await watch()
  assert.deepEqual(await standing(kind), [], `${kind} did not close`)
  const closed = (await listed('all')).find((one: { id: string }) => one.id === alert.id)
  assert.ok(closed.closedAt !== null && closed.ackedAt === null)
  return alert
}

const node = (id: string, dataDir = t.folder, clock: object = t.deps.clock) =>
  createHeartbeat({ ...t.deps, clock: clock as typeof t.deps.clock, id, version: '1', roles: ['worker'], dataDir })

test('posts_overdue: due posts that no worker hands over raise an alert until one does', async () => {
  const { ada, profileId } = await connectBoth(t)
  const body = { profileId, content: 'nobody comes', platforms: ['bluesky'], scheduledAt: inTime(t, minutes(1)) }
  done(await ada.post('/v1/posts', body), 201)
  await raisedAndClosed('posts_overdue', () => pass(minutes(10)), comeBack)
})

test('queue_old: posts that no process takes for five minutes raise an alert, by mail, once; taking them closes it', async () => {
  const { ada, profileId } = await connectBoth(t)
  const body = { profileId, content: 'nobody takes it', platforms: ['bluesky'], scheduledAt: inTime(t, minutes(1)) }
  done(await ada.post('/v1/posts', body), 201)
  done(await root.post('/v1/admin/queue/pause', { reason: 'Maintenance.' }))
  const alert = await raisedAndClosed(
    'queue_old',
    async () => {
      await t.advance(minutes(8))
      await watch()
      assert.deepEqual(await standing('queue_old'), [], 'a pause is no alert')
      // Nothing is paused any more, and no engine has run since.
      done(await root.post('/v1/admin/queue/resume', {}))
    },
    () => t.settle(),
  )
  assert.match(alert.message, /^Posts to bluesky have waited for \d+ minutes and no process takes them\./)
  assert.equal(alert.severity, 'critical')
  const mails = await mailsTo(t, 'root@example.com')
  const about = mails.filter(({ subject }) => subject.includes('queue_old')).map(({ subject }) => subject)
  assert.deepEqual(about.sort(), ['Posthorn alert (critical): queue_old', 'Posthorn alert over (critical): queue_old'])
})

test('node_silent and database_unreachable: a process that dies, and one that lost the database, raise alerts', async () => {
  const dying = node('0195c3a2-7f00-7000-8000-0000000000aa')
  await dying.beat()
  await raisedAndClosed(
    'node_silent',
    () => t.advance(seconds(31)),
    () => dying.beat(),
  )
  await dying.stop()

  const losing = node('0195c3a2-7f00-7000-8000-0000000000bb')
  await losing.beat()
  await raisedAndClosed(
    'database_unreachable',
    async () => {
      await sql`alter table node rename to node_away`.execute(t.db)
      await assert.rejects(losing.beat())
      await sql`alter table node_away rename to node`.execute(t.db)
      await losing.beat()
    },
    async () => {
      await t.advance(minutes(1))
      await losing.beat()
      await losing.beat()
    },
  )
  await losing.stop()
})

test('clock_skew and disk_full: what a process reports of its machine raises an alert while it is so', async () => {
  const id = '0195c3a2-7f00-7000-8000-0000000000cc'
  const off = node(id, t.folder, { now: t.now, offsetMs: () => 9_000 })
  const right = node(id)
  const alert = await raisedAndClosed(
    'clock_skew',
    () => off.beat(),
    () => right.beat(),
  )
  assert.match(alert.message, /is 9 seconds off/)
  await raisedAndClosed(
    'disk_full',
    () => sql`update node set disk_free_bytes = disk_total_bytes / 20`.execute(t.db),
    () => right.beat(),
  )
  await right.stop()
})

test('network_resting, publish_failures, webhook_failures: what networks and receivers refuse raises an alert', async () => {
  await raisedAndClosed(
    'network_resting',
    () =>
      sql`insert into park (scope, until, why) values ('x', ph.now() + interval '10 minutes', 'X refuses all calls.')`.execute(
        t.db,
      ),
    () => t.advance(minutes(11)),
  )
  const hour = sql`date_trunc('hour', ph.now(), 'UTC')`
  await raisedAndClosed(
    'publish_failures',
    () =>
      sql`insert into publication_tally values ('x', 'live', ${hour}, 'failed', null, 3), ('x', 'live', ${hour}, 'published', 1, 8)`.execute(
        t.db,
      ),
    () => t.advance(minutes(150)),
  )
  await raisedAndClosed(
    'webhook_failures',
    () => sql`insert into delivery_tally values (${hour}, 'failed', 20), (${hour}, 'delivered', 1)`.execute(t.db),
    () => t.advance(minutes(150)),
  )
})

test('cron_missed: a cron that no process starts raises an alert until it runs', async () => {
  await t.advance(days(1))
  await raisedAndClosed(
    'cron_missed',
    async () => {
      done(await root.post('/v1/admin/cron/configs/audit-head', { schedule: '*/7 * * * *' }))
      await t.advance(minutes(8))
      await sql`delete from cron_run where name <> 'audit-head'`.execute(t.db)
      await sql`update cron_run set scheduled_for = scheduled_for - interval '1 hour' where name = 'audit-head'`.execute(
        t.db,
      )
      await sql`update cron_config set updated_at = updated_at - interval '1 hour'`.execute(t.db)
    },
    () => t.advance(minutes(20)),
  )
})

test('200: an alert by hand is told to webhooks as alert.raised, is acknowledged with a note, and both are audited', async () => {
  const made = done(await root.post('/v1/admin/alerts', { severity: 'info', message: 'X is down.' })).body
  assert.deepEqual([made.kind, made.ackedAt, made.closedAt], ['by_hand', null, null])
  await watch()
  const events = await t.db.selectFrom('event').select('event.type').where('event.type', '=', 'alert.raised').execute()
  assert.ok(events.length > 0)
  const acked = done(await root.post(`/v1/admin/alerts/${made.id}/ack`, { note: 'We wait.' })).body
  assert.deepEqual([acked.ackNote, acked.ackedAt !== null], ['We wait.', true])
  assert.equal(done(await root.post(`/v1/admin/alerts/${made.id}/ack`, {})).body.ackNote, 'We wait.')
  assert.ok((await listed('acked')).some((one: { id: string }) => one.id === made.id))
  const entries = await t.db
    .selectFrom('auditEntry')
    .select('auditEntry.action')
    .where('auditEntry.subject', '=', made.id)
    .orderBy('auditEntry.id')
    .execute()
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['alert.raised', 'alert.acknowledged'],
  )
})

test('200: an administrator who wants critical alerts alone gets no mail about a warning', async () => {
  const subjects = async () =>
    (await mailsTo(t, 'root@example.com')).filter(({ subject }) => subject.includes('by_mail')).length
  done(await root.post('/v1/admin/alert-prefs', { minSeverity: 'critical' }))
  done(await root.post('/v1/admin/alerts', { severity: 'warning', message: 'Soon.', kind: 'by_mail' }))
  await watch()
  assert.equal(await subjects(), 0)
  done(await root.post('/v1/admin/alert-prefs', { minSeverity: 'info', kinds: ['by_mail'] }))
  assert.deepEqual(done(await root.get('/v1/admin/alert-prefs')).body, {
    email: true,
    minSeverity: 'info',
    kinds: ['by_mail'],
  })
  done(await root.post('/v1/admin/alerts', { severity: 'warning', message: 'Soon.', kind: 'by_mail' }))
  await watch()
  assert.equal(await subjects(), 1)
})

test('200: each number behind an alert is a metric', async () => {
  const text = await (await fetch(`${t.url}/metrics`, { headers: { authorization: `Bearer ${key}` } })).text()
  for (const name of ['posthorn_queue_oldest_seconds', 'posthorn_cron_overdue_seconds', 'posthorn_disk_free_share'])
    assert.match(text, new RegExp(`^# TYPE ${name} gauge$`, 'm'))
  assert.match(text, /^posthorn_webhook_failure_share 0$/m)
})

test('the Prometheus rules and the Grafana dashboard name only metrics that exist, and the bounds of the alerts', async () => {
  const text = await (await fetch(`${t.url}/metrics`, { headers: { authorization: `Bearer ${key}` } })).text()
  const exposed = new Set([...text.matchAll(/^# TYPE (posthorn_\w+) /gm)].map(([, name]) => name))
  const read = (name: string) => readFile(new URL(`../../../../docs/prometheus/${name}`, import.meta.url), 'utf8')
  const rules = await read('alerts.yml')
  const dashboard = await read('grafana-dashboard.json')
  JSON.parse(dashboard)
  for (const [name] of `${rules} ${dashboard}`.matchAll(/\bposthorn_\w+/g))
    assert.ok(exposed.has(name.replace(/_(?:bucket|count|sum)$/, '')), `${name} is no metric`)
  for (const { name, bound } of figures)
    assert.ok(rules.includes(`(${name}) ${bound}\n`), `no rule for ${name} ${bound}`)
})
