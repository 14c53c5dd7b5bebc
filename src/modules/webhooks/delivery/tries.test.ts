import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { hours, minutes, seconds } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { listEntriesAbout } from '#modules/audit/index.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { until } from '#test/servers/real-servers.ts'
import type { Answer } from '#test/servers/receiver.ts'
import { mailsTo } from '#test/world/mails.ts'
import {
  assertSigned,
  createOtherDeliverer,
  createWebhook,
  createWebhookKey,
  readDelivery,
  readWebhook,
  sendTest,
  startReceiverFor,
} from '#test/world/webhooks.ts'
import { policies, waitAfter } from './policy.ts'

/** The times at which a delivery is sent and retried, and the point at which it fails. */
let t: TestApp
let person: Person
let ada: Client
before(async () => {
  t = await startApp({ settings: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
  person = await t.as('ada')
  ada = await createWebhookKey(t, person)
})
after(() => t[Symbol.asyncDispose]())

const waits = [minutes(1), minutes(5), minutes(30), hours(2), hours(12)]
const msUntil = (instant: string): number => Date.parse(instant) - t.now().getTime()

test('a delivery is attempted after 0, 1 m, 5 m, 30 m, 2 h and 12 h with the same ID and bytes, then fails', async (test) => {
  const receiver = await startReceiverFor(test, () => ({ status: 500, body: 'broken' }))
  const { id, secret } = await createWebhook(ada, receiver.url)
  const deliveryId = await sendTest(ada, id)
  const times: string[] = []
  const tried = async () => {
    times.push(t.now().toISOString())
    assert.equal(receiver.received.length, times.length)
    assertSigned(receiver.received.at(-1), [secret], t.now())
    return await readDelivery(ada, id, deliveryId)
  }
  await t.settle()
  for (const wait of waits) {
    const { status, responseStatus, nextAttemptAt } = await tried()
    assert.deepEqual([status, responseStatus], ['retrying', 500])
    const ms = msUntil(nextAttemptAt)
    assert.ok(ms >= wait && ms <= wait * 1.1 + 1, `${ms} ms instead of ${wait}`)
    await t.advance(ms - 1)
    assert.equal(receiver.received.length, times.length, 'not before its time')
    await t.advance(1)
  }
  const whole = await tried()
  assert.deepEqual([whole.status, whole.attempts, whole.nextAttemptAt, whole.responseStatus], ['failed', 6, null, 500])
  assert.deepEqual(
    whole.attemptsLog.map(({ at, responseStatus, responseBody }: Record<string, unknown>) => [
      at,
      responseStatus,
      responseBody,
    ]),
    times.map((at) => [at, 500, 'broken']),
  )
  await t.advance(hours(48))
  const [first, ...others] = receiver.received
  assert.equal(others.length, 5)
  for (const { raw } of others) assert.ok(raw.equals(first?.raw ?? Buffer.of()))
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-signature'])).size, 6)
})

test('delays are never shorter than documented and at most a tenth longer; a receiver may request up to twice the delay', () => {
  const wait = (failures: number, random: number, retryAfterMs: number | null = null) =>
    waitAfter(policies.retry, failures, { retryAfterMs, random: () => random })
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6].map((n) => wait(n, 0)),
    [...waits, null],
  )
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6].map((n) => wait(n, 1)),
    [...waits.map((ms) => Math.round(ms * 1.1)), null],
  )
  assert.deepEqual(
    [30, 90, 121, 9_999].map((s) => wait(1, 0, seconds(s))),
    [60, 90, 120, 120].map(seconds),
  )
  assert.equal(wait(6, 0, hours(1)), null)
  assert.deepEqual([policies.retry.timeoutMs, policies.once], [10_000, { timeoutMs: 5_000, waitsMs: [] }])
})

const statuses: [answer: Answer & object, isOk: boolean][] = [
  ...[200, 201, 202, 204, 226, 299].map((status): [Answer & object, boolean] => [{ status }, true]),
  ...[300, 304, 400, 401, 404, 408, 429, 500, 503, 599].map((status): [Answer & object, boolean] => [
    { status },
    false,
  ]),
]
const retryAfters = [
  ['10', 60],
  ['90', 90],
  ['100000', 120],
  ['99999999999999999999', 60],
  ['soon', 60],
  ['-5', 60],
  ['Wed, 13 Jan 2027 12:00:00 GMT', 60],
] as const

test('only 2xx is a success; redirects are not followed; Retry-After can at most double a delay', async (test) => {
  const sentinel = await startReceiverFor(test)
  const receiver = await startReceiverFor(test, (_, { path }) => responses.get(path) ?? { status: 500 })
  const responses = new Map<string, Answer>()
  const expected: (readonly [string, string, unknown])[] = []
  const cases: { id: string; deliveryId: string }[] = []
  const add = async (answer: Answer, expect: readonly [string, string, unknown]) => {
    const path = `/${cases.length}`
    responses.set(path, answer)
    const { id } = await createWebhook(ada, receiver.url + path)
    expected.push(expect)
    cases.push({ id, deliveryId: await sendTest(ada, id) })
  }
  for (const [answer, isOk] of statuses)
    await add(answer, [`${answer.status}`, isOk ? 'delivered' : 'retrying', isOk ? null : 60])
  for (const status of [301, 302, 303, 307, 308])
    await add({ status, headers: { location: `${sentinel.url}/elsewhere` } }, [`${status}`, 'retrying', 60])
  for (const [value, waitS] of retryAfters)
    await add({ status: 503, headers: { 'retry-after': value } }, ['503', 'retrying', waitS])
  const until = new Date(t.now().getTime() + 75_000).toUTCString()
  await add({ status: 503, headers: { 'retry-after': until } }, ['503', 'retrying', msUntil(until) / 1_000])

  await createOtherDeliverer(t).tick()
  const found = await Promise.all(cases.map(({ id, deliveryId }) => readDelivery(ada, id, deliveryId)))
  assert.deepEqual(
    found.map(({ responseStatus, status, nextAttemptAt }) => [
      String(responseStatus),
      status,
      nextAttemptAt === null ? null : msUntil(nextAttemptAt) / 1_000,
    ]),
    expected,
  )
  assert.match(
    found.find(({ responseStatus }) => responseStatus === 307).attemptsLog[0].error,
    /Redirects aren’t followed/,
  )
  assert.equal(sentinel.received.length, 0)
  for (const { id } of cases) await ada.delete(`/v1/webhooks/${id}`)
})

test('410 disables the endpoint: there are no more attempts, and the owner is notified', async (test) => {
  const receiver = await startReceiverFor(test, () => ({ status: 410 }))
  const { id } = await createWebhook(ada, `${receiver.url}/gone?token=of-the-owner`)
  const deliveryId = await sendTest(ada, id)
  await t.settle()
  const { active, disabledReason, updatedAt } = await readWebhook(ada, id)
  assert.deepEqual([active, disabledReason, updatedAt], [false, 'gone', t.now().toISOString()])
  const { status, nextAttemptAt } = await readDelivery(ada, id, deliveryId)
  assert.deepEqual([status, nextAttemptAt], ['failed', null])
  assert.deepEqual(await networkOffReason(id), ['gone'])
  const mails = (await mailsTo(t, person.email)).filter(({ text }) => text.includes('/gone'))
  assert.equal(mails.length, 1)
  assert.match(mails[0]?.text ?? '', /410/)
  assert.doesNotMatch(mails[0]?.text ?? '', /of-the-owner/)

  await sendTest(ada, id)
  await t.settle()
  assert.equal(receiver.received.length, 2, 'a manual attempt is possible')
  assert.deepEqual(await networkOffReason(id), ['gone'], 'and no one is notified again')
  receiver.answer = () => ({ status: 200 })
  const on = await ada.patch(`/v1/webhooks/${id}`, { active: true })
  assert.deepEqual([on.body.active, on.body.disabledReason], [true, null])
})

const networkOffReason = async (id: string): Promise<unknown[]> =>
  (await listEntriesAbout(t.db, id, 100))
    .filter(({ action }) => action === 'webhook.switched_off')
    .map(({ changes }) => (changes as { disabledReason: { to: unknown } }).disabledReason.to)

test('five days and ten attempts without success disable the endpoint and notify the owner', async (test) => {
  const receiver = await startReceiverFor(test, () => ({ status: 500 }))
  // Each delivery is one attempt, so that attempts can be counted.
  const deliverer = createOtherDeliverer(t, { policy: { timeoutMs: 5_000, waitsMs: [] } })
  const [nine, ten, success] = (await Promise.all(
    ['nine', 'ten', 'success'].map(async (name) => (await createWebhook(ada, `${receiver.url}/${name}`)).id),
  )) as [string, string, string]
  const tries = async (id: string, n: number) => {
    await Promise.all(Array.from({ length: n }, () => sendTest(ada, id)))
    await deliverer.tick()
  }
  const reasons = () => Promise.all([nine, ten, success].map(async (id) => (await readWebhook(ada, id)).disabledReason))
  await tries(nine, 7)
  await tries(ten, 8)
  await tries(success, 9)
  await t.advance(hours(60))
  receiver.answer = () => ({ status: 200 })
  await tries(success, 1)
  assert.equal((await readWebhook(ada, success)).lastDeliveryAt, t.now().toISOString())
  receiver.answer = () => ({ status: 500 })
  await t.advance(hours(60))
  for (const id of [nine, ten, success]) await tries(id, 1)
  await tries(ten, 1)
  assert.deepEqual(await reasons(), [null, null, null], 'five days to the millisecond are not over five days')
  await t.advance(1)
  for (const id of [nine, ten, success]) await tries(id, 1)
  assert.deepEqual(await reasons(), [null, 'failing', null])
  assert.deepEqual(await networkOffReason(ten), ['failing'])
  const mails = (await mailsTo(t, person.email)).filter(({ text }) => text.includes(`${receiver.url}/`))
  assert.equal(mails.length, 1)
  assert.match(mails[0]?.text ?? '', /\/ten/)
  // The third endpoint has failed twice since its success. Nine failures in more than five days are not enough; ten
  // are.
  await tries(success, 6)
  await t.advance(hours(121))
  await tries(success, 1)
  assert.deepEqual(await reasons(), [null, 'failing', null])
  await tries(success, 1)
  assert.deepEqual(await reasons(), [null, 'failing', 'failing'])
  await ada.patch(`/v1/webhooks/${ten}`, { active: true })
  await tries(ten, 1)
  assert.deepEqual(await reasons(), [null, null, 'failing'], 'it is tried again once enabled')
})

test('WEBHOOK_POLICY=once: there is no second attempt, and each delivery has its own ID', async (test) => {
  await using once = await startApp({
    beside: t,
    settings: { ALLOW_PRIVATE_WEBHOOKS: 'true', WEBHOOK_POLICY: 'once' },
  })
  const receiver = await startReceiverFor(test, () => ({ status: 500 }))
  const client = await createWebhookKey(once, await t.as('olga'))
  const { id, secret } = await createWebhook(client, receiver.url)
  const deliveryId = await sendTest(client, id)
  await once.settle()
  const whole = await readDelivery(client, id, deliveryId)
  assert.deepEqual([whole.status, whole.attempts, whole.nextAttemptAt], ['failed', 1, null])
  const replay = await client.post(`/v1/webhooks/${id}/deliveries/${deliveryId}/replay`)
  await once.settle()
  const [first, second] = receiver.received
  assertSigned(first, [secret], t.now())
  assertSigned(second, [secret], t.now())
  assert.equal(first?.body.id, deliveryId.replace('dl_', 'evt_'))
  assert.equal(second?.body.id, replay.body.id.replace('dl_', 'evt_'))
  assert.notEqual(first?.body.id, whole.eventId)
  assert.equal(whole.request.body, first?.raw.toString())
  assert.deepEqual({ ...second?.body, id: '' }, { ...first?.body, id: '' })
  await t.advance(hours(48))
  await once.settle()
  assert.equal(receiver.received.length, 2)
})

test('WEBHOOK_POLICY=once: a deliverer that dies while sending leaves a failed delivery with the reason', async (test) => {
  await using once = await startApp({
    beside: t,
    settings: { ALLOW_PRIVATE_WEBHOOKS: 'true', WEBHOOK_POLICY: 'once' },
  })
  const receiver = await startReceiverFor(test, (nth) => (nth === 1 ? 'hang' : { status: 200 }))
  const client = await createWebhookKey(once, await t.as('oskar'))
  const { id } = await createWebhook(client, receiver.url)
  const deliveryId = await sendTest(client, id)
  const policy = { timeoutMs: minutes(1), waitsMs: [] }
  const round = createOtherDeliverer(once, { holder: 'dead', policy }).tick()
  await until(() => receiver.received.length === 1)
  const heir = createOtherDeliverer(once)
  assert.equal(await heir.releaseAllOf('dead'), 1)
  assert.equal(await heir.tick(), 1)
  const whole = await readDelivery(client, id, deliveryId)
  assert.deepEqual([whole.status, whole.nextAttemptAt], ['failed', null])
  assert.match(whole.attemptsLog[1].error, /The previous attempt was interrupted/)
  assert.equal(receiver.received.length, 1)
  await receiver[Symbol.asyncDispose]()
  await round
  assert.equal((await readDelivery(client, id, deliveryId)).status, 'failed')
})

test('a delivery fails if its receiver does not respond in time, and is attempted again', async (test: TestContext) => {
  const receiver = await startReceiverFor(test, () => 'hang')
  const { id } = await createWebhook(ada, receiver.url)
  const deliveryId = await sendTest(ada, id)
  await createOtherDeliverer(t, { policy: { timeoutMs: 150, waitsMs: [minutes(1)] } }).tick()
  const { status, responseStatus, attemptsLog, nextAttemptAt } = await readDelivery(ada, id, deliveryId)
  assert.deepEqual([status, responseStatus, msUntil(nextAttemptAt)], ['retrying', null, minutes(1)])
  assert.equal(attemptsLog[0].error, 'Your endpoint didn’t respond within 0.15 seconds.')
  await ada.delete(`/v1/webhooks/${id}`)
})

test('an event past its retention is not sent, and its delivery says so', async (test) => {
  const receiver = await startReceiverFor(test)
  const { id } = await createWebhook(ada, receiver.url)
  const deliveryId = await sendTest(ada, id)
  const { eventId } = await readDelivery(ada, id, deliveryId)
  await sql`delete from event where id = ${fromWire('evt', eventId) ?? ''}`.execute(t.db)
  await t.settle()
  const whole = await readDelivery(ada, id, deliveryId)
  assert.deepEqual([whole.status, whole.nextAttemptAt, whole.request.body], ['failed', null, null])
  assert.match(whole.attemptsLog[0].error, /older than 30 days/)
  assert.equal(receiver.received.length, 0)
  const replay = await ada.post(`/v1/webhooks/${id}/deliveries/${deliveryId}/replay`)
  assert.equal(replay.body.code, 'webhook_event_gone')
  const all = await ada.post(`/v1/webhooks/${id}/replay-failed`, { since: '2027-01-01T00:00:00Z' })
  assert.deepEqual(all.body, { replayed: 0, hasMore: false })
})
