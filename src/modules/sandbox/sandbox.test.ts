import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'

let t: TestApp
let ada: Client
before(async () => {
  t = await startApp({ sandbox: true, seeded: true })
  ada = await t.as('ada')
})
after(() => t[Symbol.asyncDispose]())

const put = (platform: string, fault: object) => ada.put(`/v1/sandbox/faults/${platform}`, fault)

test('200: a network simulates one fault at a time, which counts its hits and can be removed', async () => {
  const set = await put('bluesky', { kind: 'error_before', times: 3 })
  const shown = { platform: 'net-a', network: 'bluesky', kind: 'error_before', left: 3, struck: 0 }
  assert.deepEqual([set.status, set.body], [200, shown])
  await fetch(`${t.sandbox.url}/bluesky/xrpc/com.atproto.server.describeServer`)
  assert.deepEqual((await ada.get('/v1/sandbox/faults')).body.faults, [{ ...shown, left: 2, struck: 1 }])

  await put('net-a', { kind: 'slow', delayMs: 10 })
  await put('x', { kind: 'rate_limit', retryAfterMs: 1_000 })
  const { body } = await ada.get('/v1/sandbox/faults')
  assert.deepEqual(
    body.faults.map(({ network, kind, left }: Record<string, unknown>) => [network, kind, left]),
    [
      ['bluesky', 'slow', null],
      ['x', 'rate_limit', null],
    ],
  )
  assert.deepEqual((await ada.delete('/v1/sandbox/faults/bluesky')).body.faults.length, 1)
  assert.deepEqual((await ada.delete('/v1/sandbox/faults')).body.faults, [])
  assert.deepEqual(t.sandbox.faults.list(), [])
})

test('a sandbox receiver learns each new secret of its endpoint, and relearns a forgotten secret at the next test', async () => {
  const inbox = `${t.sandbox.url}/control/receivers/inbox`
  const read = async () => (await ada.get(`/v1/webhooks/${id}/deliveries`)).body.deliveries
  const testIt = async () => {
    await ada.post(`/v1/webhooks/${id}/test`)
    await t.settle()
    const { deliveries } = (await (await fetch(inbox)).json()) as {
      deliveries: { verification: { service: string; standard: string } }[]
    }
    return [deliveries.length, deliveries[0]?.verification.service, deliveries[0]?.verification.standard]
  }
  const { id } = (await ada.post('/v1/webhooks', { url: `${t.sandbox.url}/receiver/inbox`, events: ['post.failed'] }))
    .body
  assert.deepEqual(await testIt(), [1, 'valid', 'valid'])
  const { attemptsLog } = (await ada.get(`/v1/webhooks/${id}/deliveries/${(await read())[0].id}`)).body
  assert.equal(attemptsLog[0].responseBody, '{"signature":"valid"}')
  await ada.post(`/v1/webhooks/${id}/regenerate-secret`, { graceHours: 0 })
  assert.deepEqual(await testIt(), [2, 'valid', 'valid'])
  await ada.patch(`/v1/webhooks/${id}`, { secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` })
  assert.deepEqual(await testIt(), [3, 'valid', 'valid'])
  const headers = { 'content-type': 'application/json' }
  await fetch(inbox, { method: 'POST', headers, body: '{"secret":null}' })
  assert.deepEqual(await testIt(), [4, 'valid', 'valid'])
})

test('200: the sandbox clock moves, but Posthorn’s clock does not', async () => {
  const [{ body: before }, own] = [await ada.get('/v1/sandbox/clock'), t.now()]
  const moved = await ada.post('/v1/sandbox/clock', { advanceMs: hours(2) })
  assert.equal(moved.status, 200)
  assert.equal(Date.parse(moved.body.now) - Date.parse(before.now), hours(2))
  assert.deepEqual(t.now(), own)
})

test('an unknown network, an unknown kind, a user who is not an admin, and an installation without a sandbox are refused', async () => {
  assert.equal((await put('myspace', { kind: 'reset' })).body.code, 'platform_not_found')
  assert.equal((await put('x', { kind: 'earthquake' })).status, 400)
  const ben = await t.as('ben')
  assert.equal((await ben.put('/v1/sandbox/faults/x', { kind: 'reset' })).body.code, 'role_required')
  assert.equal((await ben.get('/v1/sandbox/faults')).body.code, 'role_required')
  await using real = await startApp({ seeded: true })
  const owner = await real.as('ada')
  const refused = await owner.put('/v1/sandbox/faults/x', { kind: 'reset' })
  assert.deepEqual([refused.status, refused.body.code], [409, 'sandbox_off'])
})
