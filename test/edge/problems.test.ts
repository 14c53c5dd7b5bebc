import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type RefusalCode, refusals } from '#kernel/errors.ts'
import { type Person, startApp, type TestApp } from '../harness/app.ts'
import type { Answer } from '../harness/client.ts'

let t: TestApp
let alice: Person
before(async () => {
  t = await startApp()
  alice = await t.as('alice')
})
after(() => t[Symbol.asyncDispose]())

/** Asserts the complete form of a refusal. */
function isProblem(answer: Answer, code: RefusalCode): void {
  const { status, title } = refusals[code]
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8')
  assert.equal(answer.headers['cache-control'], 'no-store')
  const { body } = answer
  assert.deepEqual([body.code, body.status, body.title], [code, status, title])
  assert.equal(body.type, `/docs/errors#${code}`)
  assert.equal(typeof body.detail, 'string')
  assert.equal(body.requestId, answer.headers['x-request-id'])
}

const faultsOf = (answer: Answer) =>
  answer.body.errors.map((fault: { path: string; code: string }) => [fault.path, fault.code]).sort()
const asJson = { 'content-type': 'application/json' }

test('400 validation_failed: all errors in a body are reported at once, each with its JSON Pointer and what is valid', async () => {
  const answer = await alice.post('/v1/profiles', {
    brandColor: 'red',
    timezone: 'Mars/Olympus',
    'a/b~c': 1,
    avatar: 7,
  })
  isProblem(answer, 'validation_failed')
  assert.deepEqual(faultsOf(answer), [
    ['/avatar', 'invalid_type'],
    ['/a~1b~0c', 'unknown_field'],
    ['/brandColor', 'invalid_format'],
    ['/name', 'required'],
    ['/timezone', 'invalid_value'],
  ])
  for (const { message } of answer.body.errors) assert.match(message, /must be|is required|isn’t a known field/)
})

test('400 validation_failed: an error deep inside a body has its full path', async () => {
  const answer = await alice.post('/v1/profiles/links', {
    parentId: 'x',
    childId: 'prof_0',
    inheritanceRules: { autoRepost: 'yes', more: true },
  })
  isProblem(answer, 'validation_failed')
  assert.deepEqual(faultsOf(answer), [
    ['/childId', 'invalid_format'],
    ['/inheritanceRules/autoRepost', 'invalid_type'],
    ['/inheritanceRules/more', 'unknown_field'],
    ['/parentId', 'invalid_format'],
  ])
})

test('400 validation_failed: invalid query parameters are reported, including unknown ones, with and without known ones', async () => {
  const audit = await alice.get('/v1/auth/me/audit-log?limit=0&colour=red')
  isProblem(audit, 'validation_failed')
  assert.deepEqual(
    faultsOf(audit).map(([path]: [string]) => path),
    ['/query/colour', '/query/limit'],
  )
  const none = await alice.get('/v1/profiles?limit=5&x=1')
  isProblem(none, 'validation_failed')
  assert.deepEqual(faultsOf(none), [
    ['/query/limit', 'unknown_field'],
    ['/query/x', 'unknown_field'],
  ])
  for (const { path, message } of [...audit.body.errors, ...none.body.errors])
    if (path !== '/query/limit' || message.includes('known')) assert.equal(message, 'is not a known parameter')
})

test('400 validation_failed: each error is one entry, with a code from the catalog and a well-formed sentence', async () => {
  const limit = await alice.get('/v1/auth/me/audit-log?limit=abc')
  assert.deepEqual(limit.body.errors, [
    {
      path: '/query/limit',
      code: 'invalid_value',
      message: 'must be a whole number from 1 to 200',
    },
  ])
  const blank = await alice.post('/v1/webhooks', { name: '', url: 'https://example.com/in', events: [] })
  for (const { path, message } of blank.body.errors) assert.ok(!/items long/.test(message), `${path} ${message}`)
  const paths = blank.body.errors.map(({ path }: { path: string }) => path)
  assert.deepEqual(paths, [...new Set(paths)])
})

test('400 validation_failed: an Idempotency-Key that is too long or not printable is rejected', async () => {
  for (const key of ['x'.repeat(256), 'a\tb']) {
    const answer = await alice.post('/v1/profiles', { name: 'x' }, { headers: { 'idempotency-key': key } })
    isProblem(answer, 'validation_failed')
    assert.deepEqual(
      faultsOf(answer).map(([path]: [string]) => path),
      ['/headers/idempotency-key'],
    )
  }
})

test('400 malformed_json: half a document, no document, two documents, or one that sets a prototype is rejected', async () => {
  for (const body of [
    '{',
    '{"name":"x"}{"name":"y"}',
    'name=x',
    ' ',
    '{"__proto__":{"name":"x"}}',
    '{"name":"\u0001"}',
  ])
    isProblem(await alice.post('/v1/profiles', body), 'malformed_json')
})

test('400: a mebibyte of open brackets is rejected and does no harm', async () => {
  isProblem(await alice.post('/v1/profiles', '['.repeat(1024 * 1024)), 'malformed_json')
  const deep = 500_000
  isProblem(await alice.post('/v1/profiles', '['.repeat(deep) + ']'.repeat(deep)), 'malformed_json')
  const nested = `{"name":"x","inheritanceRules":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}}`
  isProblem(await alice.post('/v1/profiles/links', nested), 'malformed_json')
})

test('400 malformed_json: a body that is nested more than 64 levels deep is rejected', async () => {
  const nested = (deep: number) => `${'['.repeat(deep)}"[["${']'.repeat(deep)}`
  isProblem(await alice.post('/v1/profiles', nested(64)), 'validation_failed')
  const answer = await alice.post('/v1/profiles', nested(65))
  isProblem(answer, 'malformed_json')
  assert.match(answer.body.detail, /more than 64 levels deep/)
})

test('413 body_too_large: a body with too many values is rejected, even if it is small', async () => {
  const answer = await alice.post('/v1/profiles', `[${'1,'.repeat(30_000)}1]`)
  isProblem(answer, 'body_too_large')
  assert.match(answer.body.detail, /more than 20971 values/)
  isProblem(await alice.post('/v1/profiles', JSON.stringify({ name: '[,'.repeat(300_000) })), 'validation_failed')
})

test('400 validation_failed: at most a hundred errors are listed, and the response says that there are more', async () => {
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, 1]))
  const few = await alice.post('/v1/profiles', { name: 'x', ...fields(100) })
  assert.deepEqual([few.body.errors.length, few.body.truncated], [100, undefined])
  const many = await alice.post('/v1/profiles', { name: 'x', ...fields(15_000) })
  isProblem(many, 'validation_failed')
  assert.deepEqual([many.body.errors.length, many.body.truncated], [100, true])
  assert.match(many.body.detail, /15000 errors/)
  assert.ok(many.text.length < 20_000, `${many.text.length}`)
})

test('400 cursor_invalid: a cursor that no list returned is rejected', async () => {
  for (const cursor of ['x', 'AAAA', Buffer.from('[1,2]').toString('base64url')])
    isProblem(await alice.get(`/v1/auth/me/audit-log?cursor=${cursor}`), 'cursor_invalid')
})

const wayIn = 'Bearer realm="posthorn", resource_metadata="http://posthorn.test/.well-known/oauth-protected-resource"'

test('401 unauthenticated says in WWW-Authenticate how to authenticate', async () => {
  const ways: readonly [headers: Record<string, string>, says: string][] = [
    [{}, wayIn],
    [{ authorization: 'Basic YTpi' }, wayIn],
    [{ authorization: 'Bearer' }, wayIn],
    // The bearer token is present but invalid.
    [{ authorization: 'Bearer a b' }, `${wayIn}, error="invalid_token"`],
  ]
  for (const [headers, says] of ways) {
    const answer = await t.anyone.get('/v1/profiles', { headers })
    isProblem(answer, 'unauthenticated')
    assert.equal(answer.headers['www-authenticate'], says)
  }
})

test('403 scope_required names the scope in a field and in WWW-Authenticate', async () => {
  const { key } = (await alice.post('/v1/api-keys', { name: 'k', scopes: ['profiles:read'] })).body
  const answer = await t.withToken(key).post('/v1/profiles', { name: 'x' })
  isProblem(answer, 'scope_required')
  assert.equal(answer.body.requiredScope, 'profiles:write')
  const challenge = `${wayIn}, error="insufficient_scope", scope="profiles:write"`
  assert.equal(answer.headers['www-authenticate'], challenge)
})

test('404 route_not_found: a path without a route is rejected, even under the reference page', async () => {
  for (const path of ['/v1', '/v1/nothing', '/V1/profiles', '/docs/nothing'])
    isProblem(await alice.get(path), 'route_not_found')
})

test('405 method_not_allowed lists the supported methods in Allow', async () => {
  const cases = [
    ['PUT', '/v1/profiles', 'GET, HEAD, POST'],
    ['POST', '/v1/profiles/prof_x', 'DELETE, GET, HEAD, PATCH'],
    ['OPTIONS', '/v1/profiles', 'GET, HEAD, POST'],
    ['PROPFIND', '/healthz', 'GET, HEAD'],
  ] as const
  for (const [method, path, allow] of cases) {
    const answer = await alice.call(method, path)
    isProblem(answer, 'method_not_allowed')
    assert.equal(answer.headers.allow, allow)
  }
})

test('406 not_acceptable if JSON is excluded, while any variant of JSON is accepted', async () => {
  for (const accept of ['text/html', 'image/*', 'application/xml', 'application/json;q=0'])
    isProblem(await alice.get('/v1/profiles', { headers: { accept } }), 'not_acceptable')
  for (const accept of ['*/*', 'application/*', 'text/html, application/json;q=0.1', 'application/problem+json'])
    assert.equal((await alice.get('/v1/profiles', { headers: { accept } })).status, 200, accept)
  assert.equal((await alice.get('/docs/errors', { headers: { accept: 'text/html' } })).status, 200)
})

test('413 body_too_large: one byte more than a mebibyte is rejected, and a mebibyte is accepted', async () => {
  const frame = '{"name":""}'.length
  const ofLength = (bytes: number) => `{"name":"${'x'.repeat(bytes - frame)}"}`
  isProblem(await alice.post('/v1/profiles', ofLength(1024 * 1024)), 'validation_failed')
  isProblem(await alice.post('/v1/profiles', ofLength(1024 * 1024 + 1)), 'body_too_large')
})

test('413 body_too_large: a body of unknown length is also rejected, even if it is endless', async () => {
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(Buffer.alloc(65_536, 'x')) })
  const answer = await fetch(`${t.url}/v1/profiles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${alice.token}`, ...asJson },
    body: endless,
    duplex: 'half',
  } as RequestInit)
  assert.equal(answer.status, 413)
  assert.equal(((await answer.json()) as { code: string }).code, 'body_too_large')
})

test('414 uri_too_long: a path segment that is longer than any ID is rejected', async () => {
  isProblem(await alice.get(`/v1/profiles/${'x'.repeat(513)}`), 'uri_too_long')
})

test('415 unsupported_media_type: a body that is not JSON or has no type is rejected', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'a'])
    isProblem(await alice.post('/v1/profiles', 'x', { headers: { 'content-type': type } }), 'unsupported_media_type')
  const bare = await fetch(`${t.url}/v1/profiles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${alice.token}` },
    body: new Uint8Array([123, 125]),
  })
  assert.equal(bare.status, 415)
})

test('400 malformed_request: a path with an invalid escape is rejected, with the headers that every response has', async () => {
  const answer = await alice.get('/v1/profiles/%zz', { headers: { 'x-request-id': 'mine-7' } })
  isProblem(answer, 'malformed_request')
  assert.equal(answer.body.requestId, 'mine-7')
  assert.equal(answer.headers['x-content-type-options'], 'nosniff')
})

test('an operation without a body accepts no body, an empty body declared as JSON, and {}; anything else is 400', async () => {
  const fresh = async () => `/v1/profiles/${(await alice.post('/v1/profiles', { name: 'to go' })).body.id}`
  assert.equal((await alice.delete(await fresh())).status, 200)
  assert.equal((await alice.call('DELETE', await fresh(), '', { headers: asJson })).status, 200)
  assert.equal((await alice.delete(await fresh(), {})).status, 200)

  const kept = await fresh()
  const cases = [
    [{ force: true }, '/force', 'unknown_field'],
    [[], '', 'invalid_type'],
    ['"x"', '', 'invalid_type'],
    ['null', '', 'invalid_type'],
  ] as const
  for (const [body, path, code] of cases) {
    const answer = await alice.delete(kept, body)
    isProblem(answer, 'validation_failed')
    assert.deepEqual(faultsOf(answer), [[path, code]])
  }
  assert.equal((await alice.get(kept)).status, 200)
})
