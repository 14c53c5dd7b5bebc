import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, startApp, type TestApp } from '../harness/app.ts'

let t: TestApp
let alice: Person
const page = 'https://dash.example.com'
before(async () => {
  t = await startApp({ settings: { CORS_ORIGINS: page } })
  alice = await t.as('alice')
})
after(() => t[Symbol.asyncDispose]())

test('a valid request ID is kept and any other is replaced, and each response contains it', async () => {
  const idOf = async (id: string) =>
    (await alice.get('/v1/profiles', { headers: { 'x-request-id': id } })).headers['x-request-id'] ?? ''
  assert.equal(await idOf('Order.7_b-c'), 'Order.7_b-c')
  for (const odd of ['a b', 'x'.repeat(129), '{"a":1}', '<b>']) assert.match(await idOf(odd), /^req_[0-9a-z]{12,}$/)
  const made = await Promise.all([1, 2, 3].map(() => alice.get('/v1/profiles')))
  assert.equal(new Set(made.map(({ headers }) => headers['x-request-id'])).size, 3)
})

test('ETag and If-Match: if the object has changed since it was read, the response is 412 and nothing changes', async () => {
  const path = `/v1/profiles/${(await alice.post('/v1/profiles', { name: 'First' })).body.id}`
  const change = (name: string, match: string) => alice.patch(path, { name }, { headers: { 'if-match': match } })
  const read = (await alice.get(path)).headers.etag ?? ''
  assert.match(read, /^"[^"]+"$/)
  assert.equal((await change('Second', read)).status, 200)
  const late = await change('Third', read)
  assert.deepEqual([late.status, late.body.code], [412, 'precondition_failed'])
  const now = (await alice.get(path)).headers.etag ?? ''
  assert.ok(late.body.detail.includes(now))
  assert.equal((await alice.get(path)).body.name, 'Second')
  assert.equal((await change('Third', `"0", ${now}`)).status, 200)
  assert.equal((await change('Fourth', '*')).status, 200)
  assert.equal((await change('Fifth', `W/${now}`)).status, 412)
})

test('a cursor is opaque and continues after the end of a page, and the last page has none', async () => {
  const bob = await t.as('bob')
  for (let nth = 0; nth < 5; nth++) await bob.post('/v1/profiles', { name: `p${nth}` })
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const { body }: { body: { entries?: { id: string }[]; items?: { id: string }[]; nextCursor: string | null } } =
      await bob.get(`/v1/auth/me/audit-log?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`)
    const items = Object.values(body).find((value) => Array.isArray(value)) as unknown as object[]
    assert.ok(items.length <= 2)
    seen.push(...items.map((item) => JSON.stringify(item)))
    cursor = body.nextCursor
    if (cursor !== null) assert.match(cursor, /^[A-Za-z0-9_-]+$/)
  } while (cursor !== null)
  assert.ok(seen.length >= 5, `${seen.length}`)
  assert.equal(new Set(seen).size, seen.length)
})

test('CORS: the configured origins may send credentials and read the headers; others may not', async () => {
  const allowed = await alice.get('/v1/profiles', { headers: { origin: page } })
  assert.equal(allowed.headers['access-control-allow-origin'], page)
  assert.equal(allowed.headers['access-control-allow-credentials'], 'true')
  assert.match(allowed.headers['access-control-expose-headers'] ?? '', /etag.*x-request-id/)
  assert.match(allowed.headers.vary ?? '', /origin/i)
  for (const origin of [
    'https://evil.example',
    'http://dash.example.com',
    'null',
    'https://dash.example.com.evil.example',
  ])
    assert.equal(
      (await alice.get('/v1/profiles', { headers: { origin } })).headers['access-control-allow-origin'],
      undefined,
    )
  // A page must be able to read the reason for a refusal.
  const refused = await t.anyone.get('/v1/profiles', { headers: { origin: page } })
  assert.deepEqual([refused.status, refused.headers['access-control-allow-origin']], [401, page])
})

test('CORS: a preflight needs no credential, and any other OPTIONS request returns 405', async () => {
  const preflight = (origin: string) =>
    t.anyone.call('OPTIONS', '/v1/profiles/prof_x', undefined, {
      headers: {
        origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,if-match',
      },
    })
  const answer = await preflight(page)
  assert.deepEqual([answer.status, answer.text], [204, ''])
  assert.equal(answer.headers['access-control-allow-origin'], page)
  assert.match(answer.headers['access-control-allow-methods'] ?? '', /PATCH/)
  assert.equal(answer.headers['access-control-allow-headers'], 'authorization,if-match')
  assert.equal((await preflight('https://evil.example')).headers['access-control-allow-origin'], undefined)
  const bare = await t.anyone.call('OPTIONS', '/v1/profiles')
  assert.deepEqual([bare.status, bare.body.code, bare.headers.allow], [405, 'method_not_allowed', 'GET, HEAD, POST'])
})

test('without CORS_ORIGINS, no origin is allowed and a preflight returns 405', async () => {
  await using closed = await startApp()
  const headers = { origin: page, 'access-control-request-method': 'GET' }
  const answer = await closed.anyone.call('OPTIONS', '/v1/profiles', undefined, { headers })
  assert.deepEqual([answer.status, answer.headers['access-control-allow-origin']], [405, undefined])
})

test('successes and errors have security headers; HSTS only over HTTPS', async () => {
  for (const answer of [await alice.get('/v1/profiles'), await t.anyone.get('/v1/profiles'), await alice.get('/x')]) {
    assert.equal(answer.headers['content-security-policy'], "default-src 'none';frame-ancestors 'none'")
    assert.equal(answer.headers['x-content-type-options'], 'nosniff')
    assert.equal(answer.headers['referrer-policy'], 'no-referrer')
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal(answer.headers['strict-transport-security'], undefined)
    assert.equal(answer.headers['x-powered-by'] ?? answer.headers.server, undefined)
  }
  await using secure = await startApp({ settings: { PUBLIC_URL: 'https://posts.example.com' } })
  assert.match((await secure.anyone.get('/healthz')).headers['strict-transport-security'] ?? '', /^max-age=\d{8}/)
})
