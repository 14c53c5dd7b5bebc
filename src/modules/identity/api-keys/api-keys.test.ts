import assert from 'node:assert/strict'
import { after as afterAll, before as beforeAll, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { after, before, minutes, seconds } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { setPlan, setRole } from '../index.ts'
import { recordKeyUse } from './store.ts'

const make = (person: Person, over: object = {}) =>
  person.post('/v1/api-keys', { name: 'Build server', scopes: ['profiles:read'], ...over })
const profiles = (t: TestApp, key: string) => t.withToken(key).get('/v1/profiles')

/** Most tests share one application; each creates separate users. */
let t: TestApp
let people = 0
const someone = (): Promise<Person> => t.as(`person${++people}`)
beforeAll(async () => {
  t = await startApp()
  await t.as('owner')
})
afterAll(() => t[Symbol.asyncDispose]())

test('201: a key is shown once, listed by its prefix, and stored as a hash', async () => {
  const ada = await someone()
  await t.advance(1)
  const made = await make(ada, { scopes: ['profiles:read', 'posts:write', 'profiles:read'] })
  assert.equal(made.status, 201)
  const { key, ...record } = made.body
  assert.match(key, /^ph_[0-9A-Za-z]{38}$/)
  assert.deepEqual(
    { ...record, id: '' },
    {
      id: '',
      name: 'Build server',
      prefix: key.slice(0, 10),
      scopes: ['profiles:read', 'posts:write'],
      profileIds: null,
      createdAt: t.now().toISOString(),
      expiresAt: null,
      lastUsedAt: null,
    },
  )
  assert.deepEqual((await ada.get('/v1/api-keys')).body, { apiKeys: [record], nextCursor: null, hasMore: false })
  const stored = await t.db.selectFrom('apiKey').selectAll().execute()
  assert.ok(!JSON.stringify(stored).includes(key.slice(10)))
  const [entry] = (await ada.get('/v1/auth/me/audit-log')).body.entries
  assert.deepEqual([entry.action, entry.subject], ['api-key.created', record.id])
  assert.ok(!JSON.stringify(entry).includes(key))
  const twice = { headers: { 'idempotency-key': 'one' } }
  const body = { name: 'x', scopes: ['posts:read'] }
  const [first, second] = [await ada.post('/v1/api-keys', body, twice), await ada.post('/v1/api-keys', body, twice)]
  assert.notEqual(first.body.key, second.body.key, 'a secret is never answered again')
})

test('keys are listed newest first, page by page, without other users’ keys', async () => {
  const [ada, bob] = [await someone(), await someone()]
  for (const name of ['one', 'two', 'three']) {
    await make(ada, { name })
    await t.advance(1)
  }
  await make(bob)
  const names = (answer: { body: { apiKeys: { name: string }[] } }) => answer.body.apiKeys.map((key) => key.name)
  const first = await ada.get('/v1/api-keys?limit=2')
  assert.deepEqual(names(first), ['three', 'two'])
  const second = await ada.get(`/v1/api-keys?limit=2&cursor=${first.body.nextCursor}`)
  assert.deepEqual([names(second), second.body.nextCursor], [['one'], null])
  assert.equal((await ada.get('/v1/api-keys?cursor=x')).body.code, 'cursor_invalid')
  for (const limit of ['0', '201', 'x', '-1', '1.5']) {
    assert.equal((await ada.get(`/v1/api-keys?limit=${limit}`)).status, 400, limit)
  }
})

test('a key works within its scopes; 403 scope_required names the missing one', async () => {
  const ada = await someone()
  const { key } = (await make(ada)).body
  assert.equal((await profiles(t, key)).status, 200)
  const answer = await t.withToken(key).post('/v1/profiles', { name: 'x' })
  assert.deepEqual([answer.status, answer.body.code], [403, 'scope_required'])
  assert.match(answer.body.detail, /profiles:write/)
})

test('401: a mistyped key is rejected without a database query, an unknown key with one', async () => {
  const ada = await someone()
  const { key } = (await make(ada)).body
  const mistyped = await profiles(t, key.slice(0, -1) + (key.endsWith('x') ? 'y' : 'x'))
  assert.deepEqual([mistyped.status, mistyped.body.code], [401, 'unauthenticated'])
  assert.match(mistyped.body.detail, /mistyped/)
})

test('a revoked key stops working immediately here, and within a second on another process', async () => {
  await using beside = await startApp({ beside: t })
  const ada = await someone()
  const { key, id } = (await make(ada)).body
  assert.equal((await profiles(t, key)).status, 200)
  assert.equal((await profiles(beside, key)).status, 200)
  const revoked = await ada.delete(`/v1/api-keys/${id}`)
  assert.deepEqual([revoked.status, revoked.body], [200, { ok: true }])
  assert.equal((await profiles(t, key)).status, 401)
  await t.advance(1_000)
  assert.equal((await profiles(beside, key)).status, 401)
  assert.deepEqual((await ada.get('/v1/api-keys')).body.apiKeys, [])
  assert.equal((await ada.delete(`/v1/api-keys/${id}`)).body.code, 'api_key_not_found')
})

test("403 for another user's key, 404 for an unknown or invalid ID", async () => {
  const [ada, bob] = [await someone(), await someone()]
  const { key, id } = (await make(ada)).body
  const foreign = await bob.delete(`/v1/api-keys/${id}`)
  assert.deepEqual([foreign.status, foreign.body.code], [403, 'api_key_forbidden'])
  const unknown = await bob.delete('/v1/api-keys/key_01kajv4z00e008000000000001')
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'api_key_not_found'])
  assert.equal((await bob.delete('/v1/api-keys/prof_01kajv4z00e008000000000001')).body.code, 'api_key_not_found')
  assert.equal((await profiles(t, key)).status, 200)
})

test('a key expires to the millisecond, cached or not', async () => {
  const ada = await someone()
  const { key, expiresAt } = (await make(ada, { expiresAt: after(t.now(), 500).toISOString() })).body
  assert.equal(expiresAt, after(t.now(), 500).toISOString())
  assert.equal((await profiles(t, key)).status, 200)
  await t.advance(499)
  assert.equal((await profiles(t, key)).status, 200)
  await t.advance(1)
  assert.equal((await profiles(t, key)).status, 401)
})

test('400: every error in a new key is listed', async () => {
  const ada = await someone()
  const bad: [object, string][] = [
    [{ name: '' }, '/name'],
    [{ name: 'x'.repeat(101) }, '/name'],
    [{ scopes: [] }, '/scopes'],
    [{ scopes: ['everything'] }, '/scopes/0'],
    [{ profileIds: [] }, '/profileIds'],
    [{ profileIds: ['x'] }, '/profileIds/0'],
    [{ expiresAt: t.now().toISOString() }, '/expiresAt'],
    [{ expiresAt: 'tomorrow' }, '/expiresAt'],
    [{ expiresAt: '9999-12-31T23:59:59-14:00' }, '/expiresAt'],
    [{ role: 'admin' }, '/role'],
  ]
  for (const [over, path] of bad) {
    const answer = await make(ada, over)
    assert.deepEqual([answer.status, answer.body.errors?.[0]?.path], [400, path], JSON.stringify(over))
  }
})

test('a key can be limited to its user’s profiles; 403 profile_forbidden for any other profile', async () => {
  const [ada, bob] = [await someone(), await someone()]
  const [one] = [
    (await ada.post('/v1/profiles', { name: 'one' })).body,
    (await ada.post('/v1/profiles', { name: 'two' })).body,
  ]
  const foreign = (await bob.post('/v1/profiles', { name: 'bobs' })).body
  const { status, body } = await make(ada, { profileIds: [one.id, one.id] })
  assert.deepEqual([status, body.profileIds], [201, [one.id]])
  assert.deepEqual(
    (await profiles(t, body.key)).body.map((profile: { id: string }) => profile.id),
    [one.id],
  )
  for (const profileIds of [[foreign.id], [one.id, foreign.id], ['prof_01kajv4z00e008000000000001']]) {
    const answer = await make(ada, { profileIds })
    assert.deepEqual([answer.status, answer.body.code], [403, 'profile_forbidden'])
  }
})

test('403 role_required: admin scopes require that the key’s owner has a staff role', async () => {
  const ada = await someone()
  const refused = await make(ada, { scopes: ['profiles:read', 'admin:read'] })
  assert.deepEqual([refused.status, refused.body.code], [403, 'role_required'])
  await setRole(t.deps, ada.email, 'support')
  assert.equal((await make(ada, { scopes: ['admin:read'] })).status, 201)
})

test('a plan change applies to keys and tokens immediately here, and within a second on another process', async () => {
  await using t = await startApp({ settings: { DEFAULT_PLAN: 'free' } })
  await using beside = await startApp({ beside: t })
  const ada = await t.as('ada')
  const { key } = (await make(ada, { scopes: ['profiles:write'] })).body
  const add = (app: TestApp) => app.withToken(key).post('/v1/profiles', { name: 'x' })
  assert.equal((await add(t)).status, 200)
  assert.equal((await add(t)).status, 409)
  assert.equal((await add(beside)).status, 409)
  await setPlan(t.deps, ada.email, 'pro')
  assert.equal((await add(t)).status, 200)
  await t.advance(1_000)
  assert.equal((await add(beside)).status, 200)
})

test('the last use of a key is recorded at most once a minute', async () => {
  const ada = await someone()
  const { key } = (await make(ada)).body
  const lastUsed = async () => (await ada.get('/v1/api-keys')).body.apiKeys[0].lastUsedAt
  const until = async (wanted: string) => {
    for (let n = 0; n < 200 && (await lastUsed()) !== wanted; n++) await pause(10)
    assert.equal(await lastUsed(), wanted)
  }
  await sql
    .raw(`
    create table noted (at timestamptz);
    create function note() returns trigger language plpgsql as
      'begin insert into noted values (new.last_used_at); return new; end';
    create trigger note after update on api_key for each row execute function note()`)
    .execute(t.db)
  const first = t.now().toISOString()
  await profiles(t, key)
  await until(first)
  for (const ms of [seconds(30), seconds(30) - 1]) {
    await t.advance(ms)
    assert.equal((await profiles(t, key)).status, 200)
  }
  await t.advance(seconds(1))
  const second = t.now().toISOString()
  await profiles(t, key)
  await until(second)
  const { rows } = await sql<{ at: Date }>`select at from noted order by at`.execute(t.db)
  assert.deepEqual(
    rows.map((row) => row.at.toISOString()),
    [first, second],
  )
})

test('if several processes record the same use, only one writes it', async () => {
  const ada = await someone()
  const id = fromWire('key', (await make(ada)).body.id)!
  const now = t.now()
  const changed = async () =>
    (await sql<{ xmin: string }>`select xmin::text as xmin from api_key where id = ${id}`.execute(t.db)).rows[0]?.xmin
  await recordKeyUse(t.db, id, now, before(now, minutes(1)))
  const first = await changed()
  await recordKeyUse(t.db, id, after(now, 1), before(after(now, 1), minutes(1)))
  assert.equal(await changed(), first)
  await recordKeyUse(t.db, id, after(now, minutes(1)), now)
  assert.notEqual(await changed(), first)
})
