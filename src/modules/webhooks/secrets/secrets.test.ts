import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, test } from 'node:test'
import { resealColumn } from '#infra/db/reseal.ts'
import { hours, seconds } from '#kernel/clock.ts'
import { secretKey as oldKey, startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { web } from '#test/servers/real-servers.ts'
import type { Receiver } from '#test/servers/receiver.ts'
import {
  assertSigned,
  createOtherDeliverer,
  createWebhook,
  createWebhookKey,
  sendTest,
  startReceiverFor,
} from '#test/world/webhooks.ts'
import { sealedWebhookColumns } from './sealed-columns.ts'

/** The secrets that sign, and their lifetimes. */
let t: TestApp
let ada: Client
before(async () => {
  t = await startApp({ settings: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
  ada = await createWebhookKey(t, await t.as('ada'))
})
after(() => t[Symbol.asyncDispose]())

async function renew(id: string, body?: object): Promise<string> {
  const answer = await ada.post(`/v1/webhooks/${id}/regenerate-secret`, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.secret
}

/** Asserts that a delivery is signed with exactly these secrets, the current one first. */
async function signsWith(receiver: Receiver, id: string, secrets: readonly string[]): Promise<void> {
  await sendTest(ada, id)
  await t.settle()
  assertSigned(receiver.received.at(-1), secrets, t.now())
}

test('a new secret signs at once, and the previous secret also signs for 24 hours or the requested time', async (test) => {
  const receiver = await startReceiverFor(test)
  const { id, secret } = await createWebhook(ada, receiver.url)
  const second = await renew(id)
  await signsWith(receiver, id, [second, secret])
  await t.advance(hours(24) - 1)
  await signsWith(receiver, id, [second, secret])
  await t.advance(1)
  await signsWith(receiver, id, [second])
  const third = await renew(id, { graceHours: 168 })
  await t.advance(hours(100))
  const fourth = await renew(id, { graceHours: 1 })
  await signsWith(receiver, id, [fourth, third, second])
  await t.advance(hours(1))
  await signsWith(receiver, id, [fourth, second])
  await t.advance(hours(67))
  await signsWith(receiver, id, [fourth])
})

test('without a grace period all previous secrets are revoked at once', async (test) => {
  const receiver = await startReceiverFor(test)
  const { id, secret } = await createWebhook(ada, receiver.url)
  const second = await renew(id, { graceHours: 168 })
  await signsWith(receiver, id, [second, secret])
  const third = await renew(id, { graceHours: 0 })
  await signsWith(receiver, id, [third])
  for (const graceHours of [-1, 169, 1.5, '24', null]) {
    const answer = await ada.post(`/v1/webhooks/${id}/regenerate-secret`, { graceHours })
    assert.deepEqual([answer.status, answer.body.errors?.[0]?.path], [400, '/graceHours'], String(graceHours))
  }
  await signsWith(receiver, id, [third])
})

test('at most five previous secrets are valid; beyond that, the oldest is revoked', async (test) => {
  const receiver = await startReceiverFor(test)
  const { id, secret } = await createWebhook(ada, receiver.url)
  const secrets = [secret]
  for (let n = 0; n < 7; n++) {
    await t.advance(seconds(1))
    secrets.unshift(await renew(id))
  }
  await signsWith(receiver, id, secrets.slice(0, 6))
})

test('a custom secret signs at once, and the previous secret also signs for 24 hours', async (test) => {
  const receiver = await startReceiverFor(test)
  const { id, secret } = await createWebhook(ada, receiver.url)
  const own = `whsec_${Buffer.from('these are the bytes of my own').toString('base64')}`
  assert.equal((await ada.patch(`/v1/webhooks/${id}`, { secret: own })).status, 200)
  await signsWith(receiver, id, [own, secret])
  await t.advance(hours(24))
  await signsWith(receiver, id, [own])
})

test('a secret that expires during a run signs no request that begins afterward', async (test) => {
  const held: ServerResponse[] = []
  const renewed = Promise.withResolvers<string>()
  const server = await web(test, (_, response) => {
    held.push(response)
    if (held.length > 8) response.end()
    else if (held.length === 8) {
      renewed.resolve(renew(id, { graceHours: 0 }))
      void renewed.promise.then(() => held.map((one) => one.end()))
    }
  })
  const { id } = await createWebhook(ada, server.url)
  await Promise.all(Array.from({ length: 12 }, () => sendTest(ada, id)))
  await t.advance(1)
  const secret = await renewed.promise
  assert.equal(server.requests.length, 12)
  for (const { url, headers, body } of server.requests.slice(8))
    assertSigned({ path: url, headers, raw: Buffer.from(body), body: JSON.parse(body) }, [secret], t.now())
})

test('secrets and headers survive a rotation of SECRET_KEY', async (test) => {
  const receiver = await startReceiverFor(test)
  const headers = { Authorization: 'Bearer of mine' }
  const { id, secret } = await createWebhook(ada, receiver.url, { headers })
  const next = { ALLOW_PRIVATE_WEBHOOKS: 'true', SECRET_KEY: '22'.repeat(32) }
  await using both = await startApp({ beside: t, settings: { ...next, SECRET_KEY_PREVIOUS: oldKey } })
  for (const column of sealedWebhookColumns) {
    const { resealed, unreadable, left } = await resealColumn(both.deps, column)
    assert.deepEqual([resealed > 0, unreadable, left], [true, 0, 0])
  }
  await using alone = await startApp({ beside: t, settings: next })
  await sendTest(ada, id)
  await createOtherDeliverer(alone).tick()
  const [one] = receiver.received
  assertSigned(one, [secret], t.now())
  assert.equal(one?.headers.authorization, headers.Authorization)
})
