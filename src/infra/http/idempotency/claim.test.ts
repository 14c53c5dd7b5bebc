import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { minutes } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { claimKey, markEffect, storeReply } from './claim.ts'
import type { KeyedRequest } from './keyed-request.ts'

let t: TestApp
let root: Person
before(async () => {
  t = await startApp()
  root = await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

const raise = (key: string, message = 'The disk is full.') =>
  root.post('/v1/admin/alerts', { message }, { headers: { 'idempotency-key': key } })
const raised = async (message: string): Promise<number> =>
  (await root.get('/v1/admin/alerts')).body.alerts.filter((alert: { message: string }) => alert.message === message)
    .length

/** Makes the row of a key what a process leaves behind that ended before it stored the response. */
const forgetReply = (key: string, tookEffect: boolean) =>
  sql`update idempotency set status = null, took_effect = ${tookEffect} where idempotency_key = ${key}`.execute(t.db)

test('409 idempotency_answer_lost after a process ended between its commit and the response; nothing is done twice', async () => {
  await raise('lost', 'Once.')
  await forgetReply('lost', true)
  const soon = await raise('lost', 'Once.')
  assert.deepEqual([soon.status, soon.body.code], [409, 'idempotency_in_progress'])
  await t.advance(minutes(2))
  const later = await raise('lost', 'Once.')
  assert.deepEqual([later.status, later.body.code], [409, 'idempotency_answer_lost'])
  assert.equal(await raised('Once.'), 1)
})

test('a request runs again if the process that had its key ended before it committed', async () => {
  await raise('crashed', 'Tried twice.')
  await forgetReply('crashed', false)
  await sql`delete from alert where message = 'Tried twice.'`.execute(t.db)
  assert.equal((await raise('crashed', 'Tried twice.')).body.code, 'idempotency_in_progress')
  await t.advance(minutes(2))
  const { status, text } = await raise('crashed', 'Tried twice.')
  assert.equal(status, 200, text)
  assert.equal((await raise('crashed', 'Tried twice.')).text, text)
  assert.equal(await raised('Tried twice.'), 1)
})

test('a request whose key was taken over can no longer commit, however slow it was', async () => {
  const uid = fromWire('usr', root.uid)!
  const keyed: KeyedRequest = { uid, operation: 'POST /v1/admin/alerts', idempotencyKey: 'slow', sent: '{}' }
  const deps = { db: t.db, clock: { now: () => t.now() }, seal: t.deps.seal }
  const slow = await claimKey(deps, keyed)
  await t.advance(minutes(2))
  const next = await claimKey(deps, keyed)
  assert.ok('attempt' in slow && 'attempt' in next)
  await assert.rejects(
    inTx(t.db, (tx) => markEffect(tx, slow)),
    { code: 'idempotency_in_progress' },
  )
  await inTx(t.db, (tx) => markEffect(tx, next))
  await storeReply(deps, next, { status: 200, text: '{}', etag: null })
  assert.deepEqual(await claimKey(deps, keyed), { status: 200, text: '{}', etag: null })
})

test('a refused request releases its key, and a different body with a used key is 422', async () => {
  const send = (body: object) => root.post('/v1/admin/alerts', body, { headers: { 'idempotency-key': 'mended' } })
  assert.equal((await send({ message: '' })).status, 400)
  assert.equal((await send({ message: 'Mended.' })).status, 200)
  const other = await send({ message: 'Different.' })
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused'])
})

test('a body that differs only in a time is a different request', async () => {
  const { body: profile } = await root.post('/v1/profiles', { name: 'Times' })
  const create = (scheduledAt: string) =>
    root.post(
      '/v1/posts',
      { profileId: profile.id, content: 'x', saveAsDraft: true, scheduledAt },
      { headers: { 'idempotency-key': 'time' } },
    )
  assert.equal((await create('2027-03-01T09:00:00Z')).status, 201)
  assert.equal((await create('2027-03-01T10:00:00Z')).body.code, 'idempotency_key_reused')
})

test('of many concurrent requests with one key, one runs', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => raise('many', 'Many at once.')))
  for (const { status, body } of answers)
    assert.ok(status === 200 || body.code === 'idempotency_in_progress', JSON.stringify(body))
  assert.equal(await raised('Many at once.'), 1)
})
