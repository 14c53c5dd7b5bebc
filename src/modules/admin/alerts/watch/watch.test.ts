import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openDb, openPool } from '#infra/db/client.ts'
import { createClock } from '#infra/time/clock.ts'
import { days, minutes, seconds } from '#kernel/clock.ts'
import { createHeartbeat, registerStart } from '#modules/installation/index.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { setTestClock } from '#test/harness/clock.ts'
import { type Receiver, startReceiver } from '#test/servers/receiver.ts'
import { openSmallDisk } from '#test/servers/small-disk.ts'
import { openTcpProxy } from '#test/servers/tcp-proxy.ts'
import { startTlsServer } from '#test/servers/tls-server.ts'
import { chatSettings, linkChat, openTelegram } from '#test/world/chats/telegram.ts'
import { mailsTo } from '#test/world/mails.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { done } from '#test/world/people.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'
import { createWebhook, createWebhookKey, sendTest } from '#test/world/webhooks.ts'
import { lookAtCertificate } from './look-at-certificate.ts'
import { createWatch } from './watch.ts'

/*
 * Each alert is triggered by its real cause and closes automatically. Effects that a test cannot cause on its machine
 * are limited to a part: a database behind a proxy that is cut off, a clock set to another time, a one-megabyte disk.
 */

let t: TestApp
let receiver: Receiver
let chat: Awaited<ReturnType<typeof openTelegram>>
let root: Client
let watch: () => Promise<void>
let lateMs = 0
before(async () => {
  const settings = {
    ...chatSettings,
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    // A single failed attempt ends a delivery.
    WEBHOOK_POLICY: 'once',
  }
  t = await startApp({ sandbox: true, settings })
  const person = await t.as('root')
  const key = done(await person.post('/v1/api-keys', { name: 'admin', scopes: ['admin:read', 'admin:write'] }), 201)
  root = t.withToken(key.body.key)
  receiver = await startReceiver()
  const hooks = await createWebhookKey(t, person)
  await createWebhook(hooks, receiver.url, { events: ['alert.raised', 'alert.closed'] })
  chat = await openTelegram(t)
  await linkChat(chat, person, 'alice')
  const ticker = createWatch({ ...t.deps, clock: { now: later } })
  watch = async () => {
    await ticker.tick()
    await t.deps.queue.drain()
  }
})
after(async () => {
  await receiver[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})

const listed = async (filter = 'open') =>
  done(await root.get(`/v1/admin/alerts?filter=${filter}&limit=100`)).body.alerts
const provoked: string[] = []

/** Only moves the clock: nothing that is due runs, as if every worker had stopped. */
async function pass(ms: number): Promise<void> {
  lateMs = ms
  await setTestClock(t.db, later())
}
const later = () => new Date(t.now().getTime() + lateMs)
async function workersReturn(): Promise<void> {
  lateMs = 0
  await t.advance(minutes(20))
}

interface Cause {
  readonly kind: string
  /** The subject, if one cause raises several alerts of a kind. */
  readonly about?: string
  begin(): Promise<unknown>
  end(): Promise<unknown>
}

/** Checks that an alert is raised once while its cause lasts, and closes automatically afterwards. Returns it. */
async function raisedAndClosed({ kind, about, begin, end }: Cause) {
  const standing = async () =>
    (await listed()).filter(
      (one: { kind: string; subject: string | null }) =>
        one.kind === kind && (about === undefined || one.subject === about),
    )
  await watch()
  assert.deepEqual(await standing(), [], `${kind} is raised before its cause`)
  await begin()
  await watch()
  await watch()
  const [alert, ...others] = await standing()
  assert.ok(alert, `${kind} was not raised: ${JSON.stringify(await listed('all'))}`)
  assert.deepEqual(others, [], 'one cause raises one alert')
  await end()
  await watch()
  assert.deepEqual(await standing(), [], `${kind} did not close`)
  const closed = (await listed('all')).find((one: { id: string }) => one.id === alert.id)
  assert.ok(closed.closedAt !== null && closed.ackedAt === null)
  provoked.push(alert.id)
  return alert
}

const node = (no: string, more: object = {}) =>
  createHeartbeat({
    ...t.deps,
    id: `0195c3a2-7f00-7000-8000-0000000000${no}`,
    version: '1',
    roles: ['worker'],
    dataDir: t.folder,
    ...more,
  })

test('certificate_ending: the public URL’s certificate raises an alert two weeks before it expires', async () => {
  await using server = await startTlsServer('renewed')
  const config = { publicUrl: `https://localhost:${server.port}` }
  const look = () => lookAtCertificate({ ...t.deps, config })
  await look()
  const alert = await raisedAndClosed({
    kind: 'certificate_ending',
    async begin() {
      server.show('ending')
      await look()
    },
    async end() {
      server.show('renewed')
      await look()
    },
  })
  assert.match(alert.message, /^The TLS certificate for localhost:\d+ expires in \d days\. Renew it/)
})

test('posts_overdue and cron_missed: if every worker is stopped, due posts and crons raise alerts', async () => {
  const { ada, profileId } = await connectBoth(t)
  const body = { profileId, content: 'no one comes', platforms: ['bluesky'], scheduledAt: inTime(t, minutes(11)) }
  done(await ada.post('/v1/posts', body), 201)
  // Crons that have run once. A cron that has never run has not missed a run.
  await t.advance(minutes(10))
  await raisedAndClosed({ kind: 'posts_overdue', begin: () => pass(minutes(10)), end: workersReturn })
  const cron = { kind: 'cron_missed', about: 'administration-fold' }
  const alert = await raisedAndClosed({ ...cron, begin: () => pass(minutes(10)), end: workersReturn })
  assert.match(alert.message, /^Scheduled job administration-fold missed its run/)
})

test('deliveries_old: deliveries that no worker sends for five minutes raise an alert until they are sent', async () => {
  await using patient = await startReceiver()
  const hooks = await createWebhookKey(t, await t.as('wren'))
  const { id } = await createWebhook(hooks, patient.url)
  await raisedAndClosed({
    kind: 'deliveries_old',
    async begin() {
      await sendTest(hooks, id)
      await pass(minutes(6))
    },
    end: workersReturn,
  })
  assert.equal(patient.received.length, 1)
})

test('queue_old: posts that no process takes for five minutes raise one alert with one email; taking them closes it', async () => {
  const { ada, profileId } = await connectBoth(t)
  const body = { profileId, content: 'no one takes it', platforms: ['bluesky'], scheduledAt: inTime(t, minutes(1)) }
  done(await ada.post('/v1/posts', body), 201)
  done(await root.post('/v1/admin/queue/pause', { reason: 'Maintenance.' }))
  const alert = await raisedAndClosed({
    kind: 'queue_old',
    async begin() {
      await t.advance(minutes(8))
      await watch()
      assert.ok(!(await listed()).some(({ kind }: { kind: string }) => kind === 'queue_old'), 'a pause is not alerted')
      // Nothing is paused anymore, and no engine has run since.
      done(await root.post('/v1/admin/queue/resume', {}))
    },
    end: () => t.settle(),
  })
  assert.match(alert.message, /^Posts to bluesky have been waiting for \d+ minutes with no worker to send them\./)
  assert.equal(alert.severity, 'critical')
  const mails = await mailsTo(t, 'root@example.com')
  const about = mails.filter(({ subject }) => subject.includes('queue_old')).map(({ subject }) => subject)
  assert.deepEqual(about.sort(), [
    'Posthorn alert (critical): queue_old',
    'Posthorn alert resolved (critical): queue_old',
  ])
})

test('node_silent and database_unreachable: a process without heartbeats raises an alert, and so does one that loses its database', async () => {
  const dying = node('aa')
  await dying.beat()
  await raisedAndClosed({ kind: 'node_silent', begin: () => t.advance(seconds(31)), end: () => dying.beat() })
  await dying.stop()

  await using proxy = await openTcpProxy(t.connection)
  const options = { name: 'cut off', max: 1, statementTimeoutMs: 5_000 }
  const db = openDb(openPool({ connectionString: proxy.url }, options, () => {}))
  const losing = node('bb', { db })
  await losing.beat()
  await raisedAndClosed({
    kind: 'database_unreachable',
    async begin() {
      proxy.refuse()
      await assert.rejects(losing.beat())
      proxy.heal()
      await losing.beat()
    },
    async end() {
      await t.advance(minutes(1))
      await losing.beat()
      await losing.beat()
    },
  })
  await losing.stop()
  await db.destroy()
})

test('clock_skew and disk_full: a machine whose clock is wrong raises an alert, and so does one whose disk fills up', async () => {
  const clock = await createClock(t.db)
  const off = node('cc', { clock: { now: t.now, offsetMs: clock.offsetMs } })
  const skew = await raisedAndClosed({
    kind: 'clock_skew',
    // The test database has its own time, so this machine's clock is off by months.
    begin: () => off.beat(),
    async end() {
      await setTestClock(t.db, new Date())
      await clock.measure()
      await setTestClock(t.db, t.now())
      await off.beat()
    },
  })
  assert.match(skew.message, /is \d+ seconds off from the database/)
  clock.stop()
  await off.stop()

  await using disk = await openSmallDisk()
  const full = await raisedAndClosed({
    kind: 'disk_full',
    begin: async () => node('dd', { dataDir: await disk.fill() }).beat(),
    end: async () => node('dd', { dataDir: await disk.free() }).beat(),
  })
  assert.match(full.message, /has [0-9]% free\. Free up space/)
})

test('clock_went_back: a database whose clock was set back raises an alert, which ends once the clock has caught up', async () => {
  await registerStart({ ...t.deps, publicUrl: null })
  const alert = await raisedAndClosed({
    kind: 'clock_went_back',
    begin: () => pass(-minutes(10)),
    end: () => pass(seconds(1)),
  })
  assert.match(alert.message, /went back by 10 minutes/)
  await pass(0)
})

test('publish_failures: a network that refuses an hour’s posts raises an alert, which ends after that hour', async () => {
  const { ada, profileId } = await connectBoth(t)
  const fault = t.sandbox.faults.add({ network: 'bluesky', kind: 'reject' })
  const alert = await raisedAndClosed({
    kind: 'publish_failures',
    async begin() {
      const post = { profileId, platforms: ['bluesky'], scheduledAt: inTime(t, minutes(1)) }
      for (let no = 0; no < 12; no++) done(await ada.post('/v1/posts', { ...post, content: `refused ${no}` }), 201)
      // Posts delayed by a pause of the engine are published a minute apart.
      for (let step = 0; step < 15; step++) await t.advance(seconds(61))
    },
    async end() {
      t.sandbox.faults.remove(fault.id)
      await t.advance(minutes(150))
    },
  })
  assert.match(alert.message, /^\d+% of the posts to bluesky \(sandbox\) failed/)
})

test('network_resting: an app that has reached X’s daily limit raises an alert until the day is over', async () => {
  const { ada, person, profileId } = await connectBoth(t)
  done(await connectHeadless(t, person, 'x', profileId, { login: 'alice' }))
  const limit = (settings: object) =>
    fetch(`${t.sandbox.url}/control/settings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ network: 'x', settings }),
    })
  assert.equal((await limit({ rateLimits: true, createAppDayLimit: 0 })).status, 200)
  const alert = await raisedAndClosed({
    kind: 'network_resting',
    async begin() {
      const post = { profileId, platforms: ['x'], content: 'too many', scheduledAt: inTime(t, minutes(1)) }
      done(await ada.post('/v1/posts', post), 201)
      await t.advance(minutes(2))
    },
    async end() {
      await limit({ rateLimits: false, createAppDayLimit: 10_000 })
      await t.advance(days(1))
    },
  })
  assert.match(alert.message, /^Posthorn is backing off from x/)
})

test('webhook_failures: receivers that return 500 raise an alert, which ends after that hour', async () => {
  // Earlier deliveries no longer count.
  await t.advance(minutes(150))
  await using broken = await startReceiver(() => ({ status: 500 }))
  const hooks = await createWebhookKey(t, await t.as('wright'))
  const { id } = await createWebhook(hooks, broken.url)
  await raisedAndClosed({
    kind: 'webhook_failures',
    async begin() {
      for (let no = 0; no < 12; no++) await sendTest(hooks, id)
      await t.settle()
    },
    end: () => t.advance(minutes(150)),
  })
  assert.ok(broken.received.length >= 10)
})

test('key_ending: an administrative API key raises an alert a week before it expires', async () => {
  const signIn = { email: 'root@example.com', password: 'correct horse of root' }
  const person = async () => t.withToken(done(await t.anyone.post('/v1/auth/sign-in', signIn)).body.token)
  const ending = { name: 'Prometheus', scopes: ['admin:read'], expiresAt: inTime(t, days(36)) }
  const { id } = done(await (await person()).post('/v1/api-keys', ending), 201).body
  await raisedAndClosed({
    kind: 'key_ending',
    async begin() {
      // A delivery that waits for longer than a month is no longer sent.
      await t.settle()
      await t.advance(days(34))
    },
    end: async () => (await person()).delete(`/v1/api-keys/${id}`),
  })
})

test('alert.raised and alert.closed reach a webhook and a linked chat once per alert', async () => {
  for (let step = 0; step < 3; step++) await t.advance(minutes(3))
  for (const id of provoked) {
    const types = receiver.received.filter(({ body }) => body.data.alertId === id).map(({ body }) => body.type)
    assert.deepEqual(types.sort(), ['alert.closed', 'alert.raised'], id)
  }
  const countMessages = (head: RegExp) => chat.entriesOf('alice').filter(({ text }) => head.test(text)).length
  const all: readonly { closedAt: string | null }[] = await listed('all')
  const over = all.filter(({ closedAt }) => closedAt !== null)
  assert.ok(over.length >= provoked.length)
  assert.deepEqual([countMessages(/^Alert \(/), countMessages(/^Alert resolved \(/)], [all.length, over.length])
})
