import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours, minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { startReceiver } from '#test/servers/receiver.ts'
import { done } from '#test/world/people.ts'
import { connectBoth } from '#test/world/posts.ts'
import { createWebhook, createWebhookKey, sendTest } from '#test/world/webhooks.ts'

/** Checks that work started by an external scheduler with the cron secret is the same as that of the internal crons. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  const settings = {
    CRON_SECRET: 'the-secret-of-crons-in-this-test',
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    WEBHOOK_POLICY: 'once',
  }
  t = await startApp({ sandbox: true, numbers: true, settings })
  await t.as('root')
  w = await connectBoth(t)
})
after(() => t[Symbol.asyncDispose]())

const headers = { 'x-cron-secret': 'the-secret-of-crons-in-this-test' }
const start = async (path: string) => done(await t.anyone.post(`/v1/admin/${path}`, {}, { headers })).body
const reads = () =>
  t.sandbox.calls.list({ network: 'mastodon' } as never).calls.filter(({ call }) => /status/i.test(call)).length

test('200: sync-metrics-cron refreshes the metrics of every account and recent post immediately', async () => {
  done(await w.ada.post('/v1/posts', { profileId: w.profileId, platforms: ['mastodon'], content: 'Numbers' }), 201)
  await t.settle()
  await t.advance(minutes(90))
  await t.settle()
  const before = reads()
  await t.settle()
  assert.equal(reads(), before, 'nothing is due automatically')
  assert.deepEqual(await start('sync-metrics-cron'), { accounts: 2, posts: 1 })
  await t.settle()
  assert.ok(reads() > before)
})

test('200: retry-failed resends what failed permanently in the last day, once', async () => {
  let status = 500
  await using receiver = await startReceiver(() => ({ status }))
  const hooks = await createWebhookKey(t, await t.as('wright'))
  const { id } = await createWebhook(hooks, receiver.url)
  await sendTest(hooks, id)
  await t.settle()
  status = 200
  assert.deepEqual(await start('webhooks/retry-failed'), { retried: 1 })
  assert.deepEqual(await start('webhooks/retry-failed'), { retried: 0 })
  await t.settle()
  assert.equal(receiver.received.length, 2)
})

test('200: connections/refresh renews the grants that expire soon', async () => {
  const renewals = () => t.sandbox.calls.list({ call: 'refreshSession' }).calls.length
  const { id } = t.sandbox.faults.add({ network: 'bluesky', kind: 'error_before', call: 'refreshSession' })
  await t.advance(hours(1.9))
  t.sandbox.faults.remove(id)
  const before = renewals()
  const { checked, refreshed, failed } = await start('connections/refresh')
  assert.deepEqual([checked, refreshed, failed], [1, 1, 0])
  assert.equal(renewals(), before + 1)
})
