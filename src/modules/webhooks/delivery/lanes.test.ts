import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { hours, minutes, seconds } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { setPlan } from '#modules/identity/index.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { setTestClock } from '#test/harness/clock.ts'
import { until, web } from '#test/servers/real-servers.ts'
import {
  assertSigned,
  createOtherDeliverer,
  createWebhook,
  createWebhookKey,
  listDeliveries,
  readDelivery,
  readWebhook,
  sendTest,
  startReceiverFor,
} from '#test/world/webhooks.ts'

/** Several endpoints at once, deliverers that die, and what happens to waiting deliveries. */
let t: TestApp
let person: Person
let ada: Client
before(async () => {
  t = await startApp({ settings: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
  person = await t.as('ada')
  ada = await createWebhookKey(t, person)
})
after(() => t[Symbol.asyncDispose]())

/** Other programs also use the CPU. */
const patient = { policy: { timeoutMs: 60_000, waitsMs: [minutes(1)] } }

/** Emits events of connected accounts. Unlike a test event, they are not sent manually. */
const happen = (n: number, client: Person = person): Promise<void> =>
  t.db.transaction().execute(async (tx) => {
    const ownerUid = fromWire('usr', client.uid)
    assert.ok(ownerUid)
    const profileId = fromWire('prof', 'prof_01kajv4z00e008000000000001')
    const accountId = fromWire('acc', 'acc_01kajv4z00e008000000000001')
    assert.ok(profileId && accountId)
    const event = { type: 'account.connected', ownerUid, profileId, accountId, network: 'bluesky' } as const
    await t.deps.emit(tx, ...Array.from({ length: n }, (_, at) => ({ ...event, handle: `h${at}` })))
  })
const subscribed = { events: ['account.connected'] }

test('one endpoint has at most eight requests in flight, and an endpoint that hangs delays no other', async (test) => {
  const receiver = await startReceiverFor(test, (_, { path }) => (path === '/hangs' ? 'hang' : { status: 200 }))
  const healthy = await startReceiverFor(test)
  const hangs = await createWebhook(ada, `${receiver.url}/hangs`, subscribed)
  const other = await createWebhook(ada, healthy.url, subscribed)
  await happen(20)
  const deliverer = createOtherDeliverer(t, patient)
  const round = deliverer.tick()
  await until(() => healthy.received.length === 20 && receiver.received.length === 8)
  assert.equal(receiver.mostAtOnce, 8)
  assert.ok(healthy.mostAtOnce <= 8)
  const ids = healthy.received.map(({ body }) => body.id)
  assert.equal(new Set(ids).size, 20)
  for (const { body } of receiver.received)
    assert.ok(ids.includes(body.id), 'the same event has the same ID everywhere')
  await ada.delete(`/v1/webhooks/${hangs.id}`)
  await receiver[Symbol.asyncDispose]()
  await round
  assert.equal(receiver.received.length, 8, 'deleted: pending deliveries are never sent')
  assert.equal((await listDeliveries(ada, other.id, '?status=delivered')).length, 20)
  await ada.delete(`/v1/webhooks/${other.id}`)
})

test('another deliverer takes over after a dead one’s lease, and the interrupted attempt is logged', async (test) => {
  const receiver = await startReceiverFor(test, (nth) => (nth === 1 ? 'hang' : { status: 200 }))
  const { id, secret } = await createWebhook(ada, receiver.url)
  const deliveryId = await sendTest(ada, id)
  const dead = createOtherDeliverer(t, { ...patient, holder: 'dead' })
  const round = dead.tick()
  await until(() => receiver.received.length === 1)
  await t.advance(seconds(29))
  assert.equal(receiver.received.length, 1, 'not while the lease lasts')
  await t.advance(seconds(2))
  assert.equal(receiver.received.length, 2)
  const [first, second] = receiver.received
  assert.ok(first && second)
  assert.ok(second.raw.equals(first.raw))
  assert.equal(second.headers['webhook-id'], first.headers['webhook-id'])
  assertSigned(second, [secret], t.now())
  const whole = await readDelivery(ada, id, deliveryId)
  assert.deepEqual([whole.status, whole.attempts], ['delivered', 2])
  const attempts = whole.attemptsLog.map((row: Record<string, unknown>) => [
    row.responseStatus,
    row.durationMs === null,
  ])
  assert.deepEqual(attempts, [
    [null, true],
    [200, false],
  ])
  // The deliverer was not dead and reports a failure late: the failure is logged, and the delivery stays delivered.
  await receiver[Symbol.asyncDispose]()
  await round
  const late = await readDelivery(ada, id, deliveryId)
  assert.deepEqual([late.status, late.nextAttemptAt, late.attempts], ['delivered', null, 2])
  assert.match(late.attemptsLog[0].error, /closed the connection/)
})

test('an outcome that arrives after the lease ended is logged only, and the delivery is sent again', async (test) => {
  const held: ServerResponse[] = []
  const server = await web(test, (_, response) => (held.push(response) > 1 ? response.end() : undefined))
  const { id } = await createWebhook(ada, server.url)
  const deliveryId = await sendTest(ada, id)
  const round = createOtherDeliverer(t, { ...patient, holder: 'slept' }).tick()
  await until(() => held.length === 1)
  await setTestClock(t.db, new Date(t.now().getTime() + seconds(31)))
  held[0]?.end()
  await round
  const whole = await readDelivery(ada, id, deliveryId)
  assert.deepEqual([whole.status, whole.attempts, whole.attemptsLog[0].responseStatus], ['pending', 1, 200])
  await t.advance(seconds(31))
  assert.equal((await readDelivery(ada, id, deliveryId)).status, 'delivered')
  assert.equal(new Set(server.requests.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.equal(held.length, 2)
})

test('a dead predecessor’s lanes are released at once', async (test) => {
  const receiver = await startReceiverFor(test, (nth) => (nth === 1 ? 'hang' : { status: 200 }))
  const { id } = await createWebhook(ada, receiver.url)
  await sendTest(ada, id)
  const round = createOtherDeliverer(t, { ...patient, holder: 'dead' }).tick()
  await until(() => receiver.received.length === 1)
  const heir = createOtherDeliverer(t, patient)
  assert.equal(await heir.tick(), 0)
  assert.equal(await heir.releaseAllOf('dead'), 1)
  assert.equal(await heir.tick(), 1)
  assert.equal(receiver.received.length, 2)
  await receiver[Symbol.asyncDispose]()
  await round
})

test('two concurrent deliverers send each delivery once', async (test) => {
  const receiver = await startReceiverFor(test)
  const ids = await Promise.all(
    [1, 2, 3, 4].map(async (n) => (await createWebhook(ada, `${receiver.url}/${n}`, subscribed)).id),
  )
  await happen(20)
  const both = [createOtherDeliverer(t), createOtherDeliverer(t, { holder: 'beside' })]
  const worked = await Promise.all(both.map((one) => one.tick()))
  assert.equal(
    worked.reduce((sum, one) => sum + one),
    80,
  )
  const came = receiver.received.map(({ path, body }) => `${path} ${body.id}`)
  assert.deepEqual([came.length, new Set(came).size], [80, 80])
  for (const id of ids) await ada.delete(`/v1/webhooks/${id}`)
})

test('a stopping deliverer starts nothing new and waits for requests in flight', async (test) => {
  const held: ServerResponse[] = []
  const server = await web(test, (_, response) => void held.push(response))
  const { id } = await createWebhook(ada, server.url, subscribed)
  await happen(10)
  const deliverer = createOtherDeliverer(t)
  deliverer.start()
  await until(() => held.length === 8)
  const stopped = deliverer.stop()
  for (const response of held) response.end()
  await stopped
  assert.equal(held.length, 8)
  const statuses = (await listDeliveries(ada, id)).map((row: { status: string }) => row.status)
  assert.deepEqual(statuses.sort(), [...Array(8).fill('delivered'), 'pending', 'pending'])
  await ada.delete(`/v1/webhooks/${id}`)
})

test('a paused endpoint keeps its pending deliveries with their times, and misses new events', async (test) => {
  const receiver = await startReceiverFor(test, () => ({ status: 500 }))
  const { id } = await createWebhook(ada, receiver.url, subscribed)
  await happen(1)
  await t.settle()
  await t.advance(minutes(1) + seconds(6))
  assert.equal(receiver.received.length, 2)
  await happen(1)
  const off = await ada.patch(`/v1/webhooks/${id}`, { active: false })
  assert.deepEqual([off.body.active, off.body.disabledReason], [false, 'by_hand'])
  await happen(1)
  await t.settle()
  await t.advance(minutes(2))
  assert.equal(receiver.received.length, 2)
  const waiting = await listDeliveries(ada, id)
  assert.deepEqual(
    waiting.map((row: { status: string }) => row.status),
    ['pending', 'retrying'],
  )
  const next = (await readDelivery(ada, id, waiting[1].id)).nextAttemptAt
  assert.equal((await readDelivery(ada, id, waiting[0].id)).nextAttemptAt, null)

  receiver.answer = () => ({ status: 200 })
  await ada.patch(`/v1/webhooks/${id}`, { active: true })
  await t.settle()
  assert.equal(receiver.received.length, 3, 'due deliveries continue at once')
  assert.equal((await readDelivery(ada, id, waiting[1].id)).nextAttemptAt, next)
  await t.advance(Date.parse(next) - t.now().getTime())
  assert.equal(receiver.received.length, 4)
  assert.equal(receiver.received[3]?.body.id, receiver.received[0]?.body.id)
  assert.deepEqual((await listDeliveries(ada, id, '?status=delivered')).length, 2)
  await ada.delete(`/v1/webhooks/${id}`)
})

test('deliveries that were suspended for a very long time are also sent after the pause', async (test) => {
  const receiver = await startReceiverFor(test)
  const { id } = await createWebhook(ada, receiver.url, subscribed)
  await happen(3)
  await ada.patch(`/v1/webhooks/${id}`, { active: false })
  await t.settle()
  await t.advance(hours(70))
  await ada.patch(`/v1/webhooks/${id}`, { active: true })
  await t.settle()
  assert.equal(receiver.received.length, 3)
  await ada.delete(`/v1/webhooks/${id}`)
})

test('an endpoint deleted between two attempts receives nothing more, and leaves no rows', async (test) => {
  const receiver = await startReceiverFor(test, () => ({ status: 500 }))
  const { id } = await createWebhook(ada, receiver.url)
  await sendTest(ada, id)
  await t.settle()
  await ada.delete(`/v1/webhooks/${id}`)
  await t.advance(hours(3))
  assert.equal(receiver.received.length, 1)
  const { rows } = await sql<{ n: number }>`select count(*) as n from webhook_delivery
    where endpoint_id = ${fromWire('wh', id) ?? ''} and finished_at is null`.execute(t.db)
  assert.deepEqual(rows, [{ n: 0 }])
})

test('tests and replays are sent even to an inactive endpoint; a replay has the same bytes and event, with a new signature', async (test) => {
  const receiver = await startReceiverFor(test)
  const { id, secret } = await createWebhook(ada, receiver.url)
  const deliveryId = await sendTest(ada, id)
  await t.settle()
  await ada.patch(`/v1/webhooks/${id}`, { active: false })
  await sendTest(ada, id)
  await t.settle()
  assert.equal(receiver.received.length, 2)
  await t.advance(hours(1))
  const answer = await ada.post(`/v1/webhooks/${id}/regenerate-secret`, { graceHours: 0 })
  const replay = await ada.post(`/v1/webhooks/${id}/deliveries/${deliveryId}/replay`)
  assert.deepEqual([replay.status, replay.body.status, replay.body.attempts], [200, 'pending', 0])
  assert.notEqual(replay.body.id, deliveryId)
  await t.settle()
  const [first, , third] = receiver.received
  assert.ok(first && third?.raw.equals(first.raw))
  assertSigned(third, [answer.body.secret], t.now())
  assert.notEqual(answer.body.secret, secret)
  const whole = await readDelivery(ada, id, replay.body.id)
  assert.deepEqual([whole.replayOf, whole.eventId, whole.status], [deliveryId, first.body.id, 'delivered'])
})

test('a smaller plan pauses the newest endpoints; on a larger plan they can be enabled again', async (test) => {
  const receiver = await startReceiverFor(test)
  const carol = await t.as('carol')
  const client = await createWebhookKey(t, carol)
  const ids: string[] = []
  for (let n = 0; n < 4; n++) {
    await t.advance(1)
    ids.push((await createWebhook(client, `${receiver.url}/${n}`, subscribed)).id)
  }
  const reasons = () => Promise.all(ids.map(async (id) => (await readWebhook(client, id)).disabledReason))
  await setPlan(t.deps, carol.email, 'pro')
  assert.deepEqual(await reasons(), [null, null, null, 'plan'])
  const on = (id: string | undefined) => client.patch(`/v1/webhooks/${id}`, { active: true })
  assert.equal((await on(ids[3])).body.code, 'plan_limit_reached')
  await happen(1, carol)
  await t.settle()
  assert.deepEqual(receiver.received.map(({ path }) => path).sort(), ['/0', '/1', '/2'])
  await client.patch(`/v1/webhooks/${ids[0]}`, { active: false })
  assert.equal((await on(ids[3])).status, 200, 'a manually paused endpoint frees its place')
  await setPlan(t.deps, carol.email, 'starter')
  assert.deepEqual(await reasons(), ['by_hand', 'plan', 'plan', 'plan'])
  await setPlan(t.deps, carol.email, 'max')
  for (const id of ids) assert.equal((await on(id)).status, 200)
  assert.deepEqual(await reasons(), [null, null, null, null])
})

test('deleting a user deletes their pending deliveries', async (test) => {
  const receiver = await startReceiverFor(test, () => ({ status: 500 }))
  const eve = await t.as('eve')
  const client = await createWebhookKey(t, eve)
  const { id } = await createWebhook(client, receiver.url, subscribed)
  await happen(2, eve)
  await t.settle()
  await happen(2, eve)
  assert.equal((await eve.delete('/v1/auth/me')).status, 200)
  const endpointId = fromWire('wh', id) ?? ''
  const { rows } = await sql<{ n: number }>`select
    (select count(*) from webhook_endpoint where id = ${endpointId})
    + (select count(*) from webhook_secret where endpoint_id = ${endpointId})
    + (select count(*) from webhook_delivery where endpoint_id = ${endpointId})
    + (select count(*) from event where owner_uid = ${fromWire('usr', eve.uid) ?? ''} and body is not null) as n`.execute(
    t.db,
  )
  assert.deepEqual(rows, [{ n: 0 }])
  await t.settle()
  await t.advance(hours(3))
  assert.equal(receiver.received.length, 2)
})

test('a single delivery takes at most eight statements', async (test) => {
  const receiver = await startReceiverFor(test)
  const { id } = await createWebhook(ada, receiver.url)
  await sendTest(ada, id)
  const statements: string[] = []
  const query = pg.Client.prototype.query
  test.mock.method(pg.Client.prototype, 'query', function count(this: pg.Client, ...given: Parameters<typeof query>) {
    const [first] = given as readonly unknown[]
    statements.push(typeof first === 'string' ? first : (first as { text: string }).text)
    return query.apply(this, given)
  })
  await createOtherDeliverer(t).tick()
  assert.equal(receiver.received.length, 1)
  assert.ok(statements.length <= 8, `${statements.length}: ${statements.join('\n')}`)
})
