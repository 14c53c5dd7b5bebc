import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'

let t: TestApp
before(async () => {
  t = await startApp({ settings: { DEFAULT_PLAN: 'starter' } })
})
after(() => t[Symbol.asyncDispose]())

async function make(client: Client, name: string): Promise<string> {
  const { status, body } = await client.post('/v1/profiles', { name })
  assert.equal(status, 200, JSON.stringify(body))
  return body.id
}

test('409 plan_limit_reached states the limit and the next plan; the trash does not count', async () => {
  const ada = await t.as('ada')
  const ids = [await make(ada, '1'), await make(ada, '2'), await make(ada, '3')]
  const full = await ada.post('/v1/profiles', { name: '4' })
  assert.deepEqual([full.status, full.body.code], [409, 'plan_limit_reached'])
  assert.match(full.body.detail, /starter plan allows 3 brands \(3 in use\)\. Upgrade to pro\./)
  await ada.delete(`/v1/profiles/${ids[0]}`)
  await make(ada, '4')
})

test('concurrent requests stay within the limit, and a refused request leaves no trace', async () => {
  const bob = await t.as('bob')
  const headers = { 'idempotency-key': 'refused' }
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => bob.post('/v1/profiles', { name: `${n}` })))
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 3)
  assert.equal(statuses.filter((status) => status === 409).length, 17)
  assert.equal((await bob.get('/v1/profiles')).body.length, 3)

  assert.equal((await bob.post('/v1/profiles', { name: 'x' }, { headers })).status, 409)
  await bob.delete(`/v1/profiles/${(await bob.get('/v1/profiles')).body[0].id}`)
  const retried = await bob.post('/v1/profiles', { name: 'x' }, { headers })
  assert.deepEqual([retried.status, retried.headers['idempotency-replayed']], [200, undefined])
})
