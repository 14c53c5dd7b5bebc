import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { hours } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '../harness/app.ts'
import type { Client } from '../harness/client.ts'
import { until } from '../harness/until.ts'

let t: TestApp
let alice: Person
before(async () => {
  t = await startApp()
  alice = await t.as('alice')
})
after(() => t[Symbol.asyncDispose]())

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
const create = (key: string, body: object, person = alice) => person.post('/v1/profiles', body, keyed(key))
const named = async (name: string, person = alice) =>
  (await person.get('/v1/profiles')).body.filter((profile: { name: string }) => profile.name === name)

test('a repeat returns the first response byte for byte, marked as a repeat; nothing is created twice', async () => {
  const first = await create('repeat', { name: 'Once' })
  assert.equal(first.status, 200)
  assert.equal(first.headers['idempotency-replayed'], undefined)
  const again = await create('repeat', { name: 'Once' })
  assert.deepEqual([again.status, again.text], [200, first.text])
  assert.equal(again.headers['idempotency-replayed'], 'true')
  assert.equal(again.headers['content-type'], first.headers['content-type'])
  assert.equal((await named('Once')).length, 1)
})

test('the order of fields and whitespace do not make a different body', async () => {
  const first = await create('order', { name: 'Order', brandColor: '#123456' })
  const again = await alice.post('/v1/profiles', '{ "brandColor":"#123456",\n "name": "Order" }', keyed('order'))
  assert.equal(again.text, first.text)
})

test('422 idempotency_key_reused: a different body with the same key; the first response is kept', async () => {
  const first = await create('other', { name: 'First' })
  const other = await create('other', { name: 'Second' })
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused'])
  assert.equal((await create('other', { name: 'First' })).text, first.text)
  assert.equal((await named('Second')).length, 0)
})

test('409 idempotency_in_progress with Retry-After 1 is returned while the first request runs, and then its response', async () => {
  const started = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  // Creating a profile waits for its owner's row, which is locked here.
  const holding = t.db.transaction().execute(async (tx) => {
    await sql`select id from app_user for update`.execute(tx)
    started.resolve()
    await release.promise
  })
  await started.promise
  const first = create('slow', { name: 'Slow' })
  await until('the first waits in the database', async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db)
    return (rows[0]?.n ?? 0) > 0
  })
  const second = await create('slow', { name: 'Slow' })
  assert.deepEqual([second.status, second.body.code], [409, 'idempotency_in_progress'])
  assert.equal(second.headers['retry-after'], '1')
  assert.equal(second.body.retryAfterMs, 1_000)
  release.resolve()
  await holding
  const { status, text } = await first
  assert.equal(status, 200, text)
  assert.equal((await create('slow', { name: 'Slow' })).text, text)
  assert.equal((await named('Slow')).length, 1)
})

test('a rejected request stores nothing: the corrected request may use the same key', async () => {
  assert.equal((await create('corrected', { name: '' })).status, 400)
  const { body: parent } = await create('p', { name: 'Parent' })
  const { body: child } = await create('c', { name: 'Child' })
  const link = (body: object) => alice.post('/v1/profiles/links', body, keyed('corrected'))
  assert.equal((await link({ parentId: parent.id, childId: parent.id })).status, 409)
  assert.equal((await link({ parentId: parent.id, childId: child.id })).status, 200)
  assert.equal((await create('corrected', { name: 'Right' })).status, 200)
})

test('a key belongs to one person and one operation', async () => {
  const bob = await t.as('bob')
  const mine = await create('shared', { name: 'Shared' })
  const theirs = await create('shared', { name: 'Shared' }, bob)
  assert.equal(theirs.status, 200)
  assert.notEqual(theirs.body.id, mine.body.id)
  assert.equal(theirs.headers['idempotency-replayed'], undefined)
})

test('a key is bound to its permissions: a credential with fewer permissions never gets the response of another', async () => {
  const profileId = (await named('Once'))[0].id
  const scopes = ['posts:read', 'posts:write']
  const keyFor = async (limits: object) => {
    const made = await alice.post('/v1/api-keys', { name: 'k', scopes, ...limits })
    assert.equal(made.status, 201, made.text)
    return t.withToken(made.body.key)
  }
  const write = (by: Client) => by.post('/v1/posts', { profileId, content: 'x', saveAsDraft: true }, keyed('reach'))
  const credentials = [
    alice,
    await keyFor({}),
    await keyFor({ profileIds: [profileId] }),
    await keyFor({ scopes: ['posts:write'] }),
  ]
  const first = await Promise.all(credentials.map(write))
  assert.deepEqual(
    first.map(({ status, headers }) => [status, headers['idempotency-replayed']]),
    credentials.map(() => [201, undefined]),
  )
  assert.equal(new Set(first.map(({ body }) => body.id)).size, 4)
  // A renewed key with the same limits counts as the same caller.
  const renewed = await write(await keyFor({ profileIds: [profileId], scopes: [...scopes].reverse() }))
  assert.deepEqual([renewed.text, renewed.headers['idempotency-replayed']], [first[2]!.text, 'true'])
})

test('a key expires after exactly 24 hours, and the hourly sweep deletes its row', async () => {
  await using own = await startApp()
  const carol = await own.as('carol')
  const login = { email: carol.email, password: carol.password }
  const fresh = async () => own.withToken((await own.anyone.post('/v1/auth/sign-in', login)).body.token)
  const first = await carol.post('/v1/profiles', { name: 'Day' }, keyed('day'))
  await own.advance(hours(24) - 1)
  const late = await (await fresh()).post('/v1/profiles', { name: 'Day' }, keyed('day'))
  assert.equal(late.text, first.text)
  await own.advance(1)
  const next = await (await fresh()).post('/v1/profiles', { name: 'Another' }, keyed('day'))
  assert.equal(next.status, 200, next.text)
  assert.notEqual(next.body.id, first.body.id)
  await own.advance(hours(26))
  assert.deepEqual(await own.db.selectFrom('idempotency').select('idempotencyKey').execute(), [])
})

test('stored responses are encrypted', async () => {
  const { body } = await create('sealed', { name: 'Plainly visible name' })
  const rows = await t.db.selectFrom('idempotency').selectAll().execute()
  assert.ok(rows.length > 0)
  for (const row of rows) {
    const bytes = `${row.sealedReply.toString('latin1')}${JSON.stringify({ ...row, sealedReply: null })}`
    for (const secret of ['Plainly visible name', body.id, '"timezone"']) assert.ok(!bytes.includes(secret), secret)
  }
})

test('200 concurrent requests with one key on two processes: one profile, and each response is its response or 409', async () => {
  await using other = await startApp({ beside: t })
  const nodes = [alice, other.withToken(alice.token)]
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, nth) => nodes[nth % 2]!.post('/v1/profiles', { name: 'Race' }, keyed('race'))),
  )
  const good = answers.filter(({ status }) => status === 200)
  assert.ok(good.length >= 1)
  assert.equal(new Set(good.map(({ text }) => text)).size, 1)
  assert.equal(good.filter(({ headers }) => headers['idempotency-replayed'] !== 'true').length, 1)
  for (const { status, body } of answers)
    if (status !== 200) assert.deepEqual([status, body.code], [409, 'idempotency_in_progress'])
  assert.equal((await named('Race')).length, 1)
})
