import assert from 'node:assert/strict'
import { after as afterAll, before as beforeAll, test } from 'node:test'
import { sql } from 'kysely'
import { days, hours } from '#kernel/clock.ts'
import { type ApiKeyId, fromWire } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { createRequestLog } from './request-log.ts'
import { selectRequests } from './store.ts'

/** The tests share one application; each creates separate users. */
let t: TestApp
let people = 0
const someone = (): Promise<Person> => t.as(`person${++people}`)
beforeAll(async () => {
  t = await startApp()
  await t.as('owner')
})
afterAll(() => t[Symbol.asyncDispose]())

interface Key {
  readonly id: string
  readonly key: string
}
const makeKey = async (person: Person, name = 'Build server'): Promise<Key> =>
  (await person.post('/v1/api-keys', { name, scopes: ['profiles:read', 'profiles:write'] })).body
const listed = async (person: Pick<Person, 'get'>, query = '') =>
  (await person.get(`/v1/requests${query}`)).body.requests
const keyIdOf = ({ id }: Key) => fromWire('key', id) as ApiKeyId
const countRows = async ({ id }: Key): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from api_request where key_id = ${fromWire('key', id)}`.execute(t.db)
  return rows[0]?.n ?? 0
}
const one = (key: Key, nth = 0) => ({
  keyId: keyIdOf(key),
  method: 'GET',
  path: '/v1/profiles',
  status: 200,
  code: null,
  requestId: `req_${nth}`,
})

test('the requests of a key are listed newest first, with the code of each refusal', async () => {
  const ada = await someone()
  const key = await makeKey(ada)
  const client = t.withToken(key.key)
  const made = await client.post('/v1/profiles', { name: 'One' }, { headers: { 'x-request-id': 'mine-1' } })
  await t.advance(1)
  await client.post('/v1/profiles', { name: '' })
  await t.advance(1)
  await client.get(`/v1/profiles/${made.body.id}`)
  const requests = await listed(ada)
  assert.deepEqual(
    requests.map((r: Record<string, unknown>) => [r.method, r.path, r.status, r.code]),
    [
      ['GET', `/v1/profiles/${made.body.id}`, 200, null],
      ['POST', '/v1/profiles', 400, 'validation_failed'],
      ['POST', '/v1/profiles', 200, null],
    ],
  )
  assert.deepEqual(requests[2], {
    at: new Date(t.now().getTime() - 2).toISOString(),
    method: 'POST',
    path: '/v1/profiles',
    status: 200,
    code: null,
    requestId: 'mine-1',
    keyId: key.id,
    keyName: 'Build server',
  })
})

test('neither query strings nor tokens in paths are stored', async () => {
  const ada = await someone()
  const client = t.withToken((await makeKey(ada)).key)
  const secret = 'S3cretS3cretS3cret'
  for (const path of [
    `/v1/profiles?token=${secret}`,
    `/v1/media/proxy/${secret}`,
    `/v1/share/p/${secret}`,
    `/v1/nothing/${secret}/here?x=${secret}`,
    `/v1/api-keys/${(await makeKey(ada)).key}`,
    `/v1/admin/secrets/${secret}/test`,
    '/v1/platforms/bluesky/auth-url',
  ])
    await client.call(path.endsWith('/test') ? 'POST' : 'GET', path)
  const requests = await listed(ada)
  assert.deepEqual(
    requests.map((r: { path: string }) => r.path),
    [
      '/v1/platforms/net-a/auth-url',
      '/v1/admin/secrets/{name}/test',
      '/v1/api-keys/{…}',
      '/v1/nothing/{…}/here',
      '/v1/share/p/{token}',
      '/v1/media/proxy/{token}',
      '/v1/profiles',
    ],
  )
  const { rows } = await sql<{ text: string }>`select to_jsonb(r)::text as text from api_request r`.execute(t.db)
  assert.ok(rows.length > 0 && !rows.some(({ text }) => text.includes(secret) || text.includes('ph_')))
})

test('403: neither a key nor another person can read the requests of a key', async () => {
  const [ada, bob] = [await someone(), await someone()]
  const key = await makeKey(ada)
  const byKey = await t.withToken(key.key).get('/v1/requests')
  assert.deepEqual([byKey.status, byKey.body.code], [403, 'identity_token_required'])
  assert.equal((await listed(ada)).length, 1)
  assert.deepEqual(await listed(bob), [])
  const foreign = await bob.get(`/v1/requests?keyId=${key.id}`)
  assert.deepEqual([foreign.status, foreign.body.code], [403, 'api_key_forbidden'])
  const unknown = await bob.get('/v1/requests?keyId=key_01kajv4z00e008000000000001')
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'api_key_not_found'])
})

test('pages follow each other without a gap, also over several keys, and filters apply to each', async () => {
  const ada = await someone()
  const [first, second] = [await makeKey(ada, 'first'), await makeKey(ada, 'second')]
  for (let nth = 0; nth < 4; nth++) {
    await t.withToken(first.key).get('/v1/profiles')
    await t.withToken(second.key).get('/v1/posts')
    await t.advance(1)
  }
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page = await ada.get(`/v1/requests?limit=3${cursor ? `&cursor=${cursor}` : ''}`)
    seen.push(...page.body.requests.map((r: { keyName: string; status: number }) => `${r.keyName} ${r.status}`))
    cursor = page.body.nextCursor
  } while (cursor)
  assert.deepEqual(seen, Array.from({ length: 4 }, () => ['second 403', 'first 200']).flat())
  assert.equal((await listed(ada, `?keyId=${first.id}`)).length, 4)
  assert.equal((await listed(ada, '?status=4xx')).length, 4)
  assert.deepEqual(await listed(ada, `?status=4xx&keyId=${first.id}`), [])
  assert.equal((await ada.get('/v1/requests?cursor=x')).body.code, 'cursor_invalid')
  for (const query of ['status=400', 'limit=0', 'limit=201', 'keyId=x'])
    assert.equal((await ada.get(`/v1/requests?${query}`)).status, 400, query)
})

test('requests end after 7 days, and stay until then if their key is revoked', async () => {
  const ada = await someone()
  const key = await makeKey(ada)
  await t.withToken(key.key).get('/v1/profiles')
  await ada.delete(`/v1/api-keys/${key.id}`)
  await t.advance(days(7) - hours(1))
  const { email, password } = ada
  const signIn = async () => t.withToken((await t.anyone.post('/v1/auth/sign-in', { email, password })).body.token)
  assert.equal((await listed(await signIn(), `?keyId=${key.id}`)).length, 1)
  await t.advance(hours(1) - 1)
  assert.equal((await listed(await signIn())).length, 1)
  await t.advance(2)
  assert.deepEqual(await listed(await signIn()), [])
  await t.advance(hours(1))
  assert.equal(await countRows(key), 0)
})

test('requests are erased with their user, including those not yet written, and those of others are stored', async () => {
  const [ada, bob] = [await someone(), await someone()]
  const [key, other] = [await makeKey(ada), await makeKey(bob)]
  await t.withToken(key.key).get('/v1/profiles')
  await t.deps.requestLog.flush()
  assert.equal(await countRows(key), 1)
  await t.withToken(key.key).get('/v1/profiles')
  await t.withToken(other.key).get('/v1/profiles')
  assert.equal((await ada.delete('/v1/auth/me')).status, 200)
  await t.deps.requestLog.flush()
  assert.deepEqual([await countRows(key), await countRows(other)], [0, 1])
})

test('a hundred requests are written in one statement', async () => {
  const ada = await someone()
  const key = await makeKey(ada)
  const log = createRequestLog({ ...t.deps, log: silent })
  for (let nth = 0; nth < 100; nth++) log.note(one(key, nth))
  await log.stop()
  const { rows } = await sql<{ xmin: string; n: number }>`
    select xmin::text as xmin, count(*)::int as n from api_request where key_id = ${keyIdOf(key)} group by 1`.execute(
    t.db,
  )
  assert.deepEqual(
    rows.map(({ n }) => n),
    [100],
  )
})

test('a key keeps its 1,000 newest requests, and little more between two cleanups', async () => {
  const ada = await someone()
  const key = await makeKey(ada)
  const log = createRequestLog({ ...t.deps, log: silent })
  for (let nth = 0; nth < 1_500; nth++) {
    log.note(one(key, nth))
    if (nth % 150 === 0) await log.flush()
    if (nth % 150 === 0) assert.ok((await countRows(key)) <= 1_350)
  }
  await log.stop()
  assert.ok((await countRows(key)) >= 1_000)
  await t.advance(hours(1))
  assert.equal(await countRows(key), 1_000)
  const [newest] = await selectRequests(t.db, t.now(), {
    uid: fromWire('usr', ada.uid)!,
    keyId: keyIdOf(key),
    statusClass: null,
    before: null,
    limit: 1,
  })
  assert.equal(newest?.requestId, 'req_1499')
})

test('while the database is away, requests wait, and those beyond 10,000 are dropped with a count', async () => {
  const ada = await someone()
  const key = await makeKey(ada)
  const warnings: Record<string, unknown>[] = []
  const log = createRequestLog({ ...t.deps, log: { warn: (fields) => void warnings.push({ ...fields }) } })
  await sql`alter table api_request rename to api_request_away`.execute(t.db)
  for (let nth = 0; nth < 10_050; nth++) log.note(one(key, nth))
  await log.flush()
  await sql`alter table api_request_away rename to api_request`.execute(t.db)
  assert.ok(warnings.some(({ event }) => event === 'request_log.write_failed'))
  assert.equal((await listed(ada)).length, 0)
  await log.stop()
  assert.deepEqual(
    warnings.flatMap(({ event, count }) => (event === 'request_log.dropped' ? [count] : [])),
    [50],
  )
  assert.equal(await countRows(key), 1_000)
})

test('a process writes what it has noted when it stops, and other processes list it', async () => {
  const ada = await someone()
  const key = await makeKey(ada)
  {
    await using beside = await startApp({ beside: t })
    await beside.withToken(key.key).get('/v1/profiles')
    assert.equal(await countRows(key), 0)
  }
  assert.equal((await listed(ada)).length, 1)
})

const silent = { warn: () => {} }
