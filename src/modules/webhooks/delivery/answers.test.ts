import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { patienceMs } from '#test/harness/patience.ts'
import { until, web } from '#test/servers/real-servers.ts'
import { createOtherDeliverer, createWebhook, createWebhookKey, readDelivery, sendTest } from '#test/world/webhooks.ts'

/** Responses of receivers, and the part of them that is stored. */
let t: TestApp
let ada: Client
before(async () => {
  t = await startApp({ settings: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
  ada = await createWebhookKey(t, await t.as('ada'))
})
after(() => t[Symbol.asyncDispose]())

const token = 'a-token-of-the-owner'
const headers = { Authorization: `Bearer ${token}`, 'X-Key': 'k3y-of-mine', 'X-Env': 'eu' }
const kept = 16 * 1024

/** Filler for a response. No secret begins with it, so none can appear to begin at the end of the stored part. */
const filler = '.'

const answers: [says: (secret: string) => string | Buffer, isKept: string | RegExp][] = [
  [() => '', ''],
  [() => filler.repeat(kept), filler.repeat(kept)],
  [() => filler.repeat(3 * kept), filler.repeat(kept)],
  // An incomplete character at the end is dropped.
  [() => `x${'é'.repeat(kept)}`, `x${'é'.repeat(kept / 2 - 1)}`],
  [() => 'a\0b', 'a\ufffdb'],
  [() => Buffer.from([0xff, 0xfe, 0x41, 0x80, 0]), '\ufffd\ufffdA\ufffd\ufffd'],
  [() => '{"a":"\\u0000\\ud800"}', '{"a":"\\u0000\\ud800"}'],
  [(secret) => `I know ${secret} of yours`, 'I know ••• of yours'],
  [(secret) => `without its head: ${secret.slice(6)}`, 'without its head: •••'],
  [() => `Bearer ${token}, ${token}, k3y-of-mine, in eu`, '•••, •••, •••, in eu'],
  // The limit cuts through the secret.
  ...[1, 10, 40].map((short): [(secret: string) => string, RegExp] => [
    (secret) => filler.repeat(kept - short) + secret.repeat(2),
    new RegExp(`^[${filler}]{${kept - short}}(?:•••)?$`),
  ]),
]

test('the first 16 KiB of a response are stored as text, without the owner’s secrets', async (test) => {
  const made: { id: string; secret: string; deliveryId: string }[] = []
  const server = await web(test, (request, response) => {
    const nth = Number(request.url?.slice(1))
    response.writeHead(500).end(answers[nth]?.[0](made[nth]?.secret ?? ''))
  })
  for (const nth of answers.keys()) {
    const { id, secret } = await createWebhook(ada, `${server.url}/${nth}`, { headers })
    made.push({ id, secret, deliveryId: await sendTest(ada, id) })
  }
  await createOtherDeliverer(t).tick()
  for (const [nth, { id, secret, deliveryId }] of made.entries()) {
    const whole = await readDelivery(ada, id, deliveryId)
    const { responseBody, responseStatus } = whole.attemptsLog[0]
    const isKept = answers[nth]?.[1] ?? ''
    const isRight = typeof isKept === 'string' ? responseBody === isKept : isKept.test(responseBody)
    assert.ok(
      isRight,
      `${nth}: ${JSON.stringify(responseBody).slice(0, 100)} … ${JSON.stringify(responseBody).slice(-50)}`,
    )
    assert.equal(responseStatus, 500)
    assert.ok(Buffer.byteLength(responseBody) <= kept)
    const shown = JSON.stringify(whole)
    for (const word of [secret.slice(6, 14), token, 'k3y-of-mine']) assert.ok(!shown.includes(word), `${nth}: ${word}`)
    const { Authorization, 'X-Env': env, 'webhook-id': webhookId } = whole.request.headers
    assert.deepEqual([Authorization, env, webhookId], ['•••', '•••', whole.eventId])
  }
  const [requested] = server.requests
  assert.deepEqual([requested?.headers.authorization, requested?.headers['x-env']], [headers.Authorization, 'eu'])
  assert.equal(requested?.headers['user-agent'], 'Posthorn-Webhooks')
})

test('after the head of a response, an endless, silent or truncated body does not change the outcome', async (test) => {
  let closed = 0
  const server = await web(test, (request, response) => {
    request.socket.on('close', () => closed++)
    response.writeHead(Number(request.url?.slice(-3)))
    response.write('begun')
    if (request.url?.startsWith('/cut')) setImmediate(() => request.socket.destroy())
    if (!request.url?.startsWith('/endless')) return
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    }
    response.on('drain', more)
    more()
  })
  const made: { id: string; deliveryId: string; path: string }[] = []
  for (const path of ['/endless/200', '/silent/200', '/cut/200', '/silent/500', '/cut/410']) {
    const { id } = await createWebhook(ada, server.url + path)
    made.push({ id, deliveryId: await sendTest(ada, id), path })
  }
  await createOtherDeliverer(t, { policy: { timeoutMs: patienceMs(300), waitsMs: [minutes(1)] } }).tick()
  const found = await Promise.all(made.map(({ id, deliveryId }) => readDelivery(ada, id, deliveryId)))
  assert.deepEqual(
    found.map(({ status, responseStatus, attemptsLog: [{ responseBody, error }] }) => [
      status,
      responseStatus,
      responseBody.slice(0, 5),
      error === null,
    ]),
    [
      ['delivered', 200, 'begun', true],
      ['delivered', 200, 'begun', true],
      ['delivered', 200, 'begun', true],
      ['retrying', 500, 'begun', false],
      ['failed', 410, 'begun', false],
    ],
  )
  // No connection is kept unless it was read to its end.
  await until(() => closed === made.length)
})
