import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, mock, type TestContext, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { type Receiver, startReceiver } from '#test/servers/receiver.ts'
import { withKey } from '#test/world/posts.ts'

let t: TestApp
let ada: Client
before(async () => {
  t = await startApp({ settings: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
  ada = await createWebhookKey(await t.as('ada'))
})
after(() => t[Symbol.asyncDispose]())

const createWebhookKey = (person: Person, more: object = {}): Promise<Client> =>
  withKey(t, person, ['webhooks:read', 'webhooks:write'], more)

async function startReceiverFor(test: TestContext, answer?: Receiver['answer']): Promise<Receiver> {
  const receiver = await startReceiver(answer)
  test.after(() => receiver[Symbol.asyncDispose]())
  return receiver
}

async function made(client: Client, url: string, more: object = {}) {
  const answer = await client.post('/v1/webhooks', { url, events: ['post.published'], ...more })
  assert.equal(answer.status, 200, answer.text)
  return answer.body as { id: string; secret: string; headers: Record<string, string> }
}

const sendTest = async (client: Client, id: string): Promise<{ id: string; status: string }> => {
  const answer = await client.post(`/v1/webhooks/${id}/test`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

const readDelivery = async (client: Client, id: string, deliveryId: string) =>
  (await client.get(`/v1/webhooks/${id}/deliveries/${deliveryId}`)).body

test('a test event is sent with both signatures over its exact bytes, and is logged', async (test) => {
  const receiver = await startReceiverFor(test)
  const { id, secret } = await made(ada, `${receiver.url}/hook`, {
    headers: { Authorization: 'Bearer mine-and-secret' },
  })
  const { id: deliveryId, status } = await sendTest(ada, id)
  assert.equal(status, 'pending')
  await t.settle()
  const [one] = receiver.received
  assert.ok(one)
  assert.equal(one.headers['x-service-event'], 'webhook.test')
  assert.equal(one.headers['content-type'], 'application/json')
  assert.equal(one.headers.authorization, 'Bearer mine-and-secret')
  const mac = createHmac('sha256', secret).update(one.raw).digest('hex')
  assert.equal(one.headers['x-service-signature'], `sha256=${mac}`)
  assert.match(one.body.id, /^evt_/)
  assert.equal(one.headers['webhook-id'], one.body.id)
  assert.deepEqual(verified(secret, one), one.body)

  const whole = await readDelivery(ada, id, deliveryId)
  assert.equal(whole.status, 'delivered')
  assert.equal(whole.responseStatus, 200)
  assert.equal(whole.eventId, one.body.id)
  assert.equal(whole.request.body, one.raw.toString('utf8'))
  assert.equal(whole.request.headers['x-service-signature'], `sha256=${mac}`)
  assert.ok(!JSON.stringify(whole).includes('mine-and-secret'))
  assert.deepEqual(
    whole.attemptsLog.map(({ responseStatus, error }: Record<string, unknown>) => ({ responseStatus, error })),
    [{ responseStatus: 200, error: null }],
  )
})

/** Verifies with the package of Standard Webhooks, which reads the machine's clock; the test's clock stands still. */
function verified(secret: string, { raw, headers }: Receiver['received'][number]): unknown {
  mock.timers.enable({ apis: ['Date'], now: t.now() })
  try {
    return new Webhook(secret).verify(raw, headers as Record<string, string>)
  } finally {
    mock.timers.reset()
  }
}
