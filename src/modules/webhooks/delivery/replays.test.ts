import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inTx } from '#infra/db/client.ts'
import { seconds } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import {
  assertSigned,
  createOtherDeliverer,
  createWebhook,
  createWebhookKey,
  readDelivery,
  sendTest,
  startReceiverFor,
} from '#test/world/webhooks.ts'
import { sealedWebhookColumns } from '../secrets/sealed-columns.ts'
import { retryAllFailed } from './actions.ts'

/** Permanently failed deliveries are sent again on request, and at most once. */
let t: TestApp
let person: Person
let ada: Client
before(async () => {
  t = await startApp({ settings: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
  person = await t.as('ada')
  ada = await createWebhookKey(t, person)
})
after(() => t[Symbol.asyncDispose]())

/** Sends tests that fail permanently. */
async function failForGood(id: string, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await sendTest(ada, id)
  await createOtherDeliverer(t, { policy: { timeoutMs: 5_000, waitsMs: [] } }).tick()
}

test('replay-failed replays a period’s failed deliveries once', async (test) => {
  const receiver = await startReceiverFor(test, () => ({ status: 500 }))
  const { id } = await createWebhook(ada, receiver.url)
  const failing = createOtherDeliverer(t, { policy: { timeoutMs: 5_000, waitsMs: [] } })
  const start = t.now()
  for (let n = 0; n < 3; n++) {
    await sendTest(ada, id)
    await failing.tick()
    await t.advance(seconds(1))
  }
  receiver.answer = () => ({ status: 200 })
  await sendTest(ada, id)
  await t.settle()
  const at = (s: number) => new Date(start.getTime() + seconds(s)).toISOString()
  const again = async (body: object) => {
    const answer = await ada.post(`/v1/webhooks/${id}/replay-failed`, body)
    assert.equal(answer.status, 200, answer.text)
    await t.settle()
    return answer.body.replayed
  }
  assert.equal(receiver.received.length, 4)
  assert.equal(await again({ since: at(5) }), 0)
  assert.equal(await again({ since: at(-5), until: at(-1) }), 0)
  assert.equal(await again({ since: at(1), until: at(1) }), 1)
  assert.equal(receiver.received[4]?.body.id, receiver.received[1]?.body.id)
  assert.equal(await again({ since: at(0) }), 2)
  assert.equal(await again({ since: at(0) }), 0)
  assert.deepEqual(
    new Set(receiver.received.slice(5).map(({ body }) => body.id)),
    new Set([0, 2].map((nth) => receiver.received[nth]?.body.id)),
  )
  assert.equal(receiver.received.length, 7)
  for (const body of [{}, { since: 'yesterday' }, { since: at(0), until: 5 }, { since: at(0), all: true }])
    assert.equal((await ada.post(`/v1/webhooks/${id}/replay-failed`, body)).status, 400)
})

test('a failed delivery is replayed once, even by simultaneous calls', async (test) => {
  const receiver = await startReceiverFor(test, () => ({ status: 500 }))
  const { id } = await createWebhook(ada, receiver.url)
  await failForGood(id, 20)
  receiver.answer = () => ({ status: 200 })
  const replay = async () =>
    (await ada.post(`/v1/webhooks/${id}/replay-failed`, { since: t.now().toISOString() })).body.replayed
  assert.deepEqual([await replay(), await replay(), await replay()], [20, 0, 0])
  await t.settle()
  assert.equal(receiver.received.length, 40)
})

test('simultaneous requests to retry all endpoints send each failed delivery once', async (test) => {
  await t.advance(seconds(1))
  const receiver = await startReceiverFor(test, () => ({ status: 500 }))
  const { id } = await createWebhook(ada, receiver.url)
  await failForGood(id, 20)
  receiver.answer = () => ({ status: 200 })
  const retry = () => inTx(t.db, (tx) => retryAllFailed(t.deps, tx, t.now()))
  const retried = await Promise.all([retry(), retry(), retry()])
  assert.deepEqual(
    retried.sort((a, b) => a - b),
    [0, 0, 20],
  )
  await t.settle()
  assert.equal(receiver.received.length, 40)
})

test('an endpoint without a secret gets no deliveries and delays no other', async (test) => {
  const receiver = await startReceiverFor(test)
  const [bare, other] = [await createWebhook(ada, `${receiver.url}/bare`), await createWebhook(ada, receiver.url)]
  await loseSecretOf(bare.id)
  const unsent = await sendTest(ada, bare.id)
  const sent = await sendTest(ada, other.id)
  await t.settle()
  assert.deepEqual(
    receiver.received.map(({ path }) => path),
    ['/'],
  )
  assert.equal((await readDelivery(ada, other.id, sent)).status, 'delivered')
  const whole = await readDelivery(ada, bare.id, unsent)
  assert.deepEqual([whole.status, whole.attempts], ['failed', 1])
  assert.match(whole.attemptsLog[0].error, /^This webhook has no signing secret\./)

  const { secret } = (await ada.post(`/v1/webhooks/${bare.id}/regenerate-secret`)).body
  assert.equal((await ada.post(`/v1/webhooks/${bare.id}/deliveries/${unsent}/replay`)).status, 200)
  await t.settle()
  assertSigned(receiver.received[1], [secret], t.now())
})

/** Does what `posthorn keys reset` does with a secret whose encryption key is lost. */
async function loseSecretOf(id: string): Promise<void> {
  const { id: secretId } = await t.db
    .selectFrom('webhookSecret')
    .select('webhookSecret.id')
    .where('webhookSecret.endpointId', '=', fromWire('wh', id) ?? assert.fail())
    .executeTakeFirstOrThrow()
  const column = sealedWebhookColumns.find(({ table }) => table === 'webhook_secret')
  await inTx(t.db, (tx) => column!.giveUp(t.deps, tx, secretId))
}
