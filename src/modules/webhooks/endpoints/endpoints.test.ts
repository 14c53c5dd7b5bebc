import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setPlan } from '#modules/identity/index.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { withKey } from '#test/world/posts.ts'
import { createWebhook, createWebhookKey, listDeliveries, sendTest } from '#test/world/webhooks.ts'

/** The API of webhook endpoints and their deliveries. No server listens at the URL, and nothing is sent here. */
const url = 'http://127.0.0.1:9/hook'

let t: TestApp
let person: Person
let ada: Client
let id: string
before(async () => {
  t = await startApp({ settings: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
  person = await t.as('ada')
  ada = await createWebhookKey(t, person)
  id = (await createWebhook(ada, url)).id
})
after(() => t[Symbol.asyncDispose]())

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code]

test('only the response that creates an endpoint shows its secret', async () => {
  const made = await ada.post('/v1/webhooks', { url, events: ['post.failed', 'account.connected'] })
  const { secret, ...record } = made.body
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.deepEqual(record, {
    id: record.id,
    url,
    events: ['post.failed', 'account.connected'],
    headers: {},
    active: true,
    disabledReason: null,
    profileIds: null,
    createdAt: t.now().toISOString(),
    updatedAt: t.now().toISOString(),
    lastDeliveryAt: null,
  })
  const path = `/v1/webhooks/${record.id}`
  const renewed = await ada.post(`${path}/regenerate-secret`)
  assert.deepEqual(Object.keys(renewed.body), ['secret'])
  assert.notEqual(renewed.body.secret, secret)
  const answers = [
    await ada.get(path),
    await ada.get('/v1/webhooks'),
    await ada.patch(path, { events: ['post.failed'] }),
    await ada.post(`${path}/test`),
    await ada.get(`${path}/deliveries`),
    await person.get('/v1/auth/me/audit-log'),
  ]
  for (const { status, text } of answers) {
    assert.equal(status, 200, text)
    assert.ok(!text.includes('whsec_'), text)
  }
  assert.deepEqual((await ada.get(path)).body.events, ['post.failed'])
  assert.deepEqual((await ada.delete(path)).body, { ok: true })
  assert.deepEqual(codeOf(await ada.get(path)), [404, 'webhook_not_found'])
})

const fewHeaders = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, at) => [`X-A${at}`, 'a']))
const badFields: [body: object, pointer: string][] = [
  [{ events: [] }, '/events'],
  [{ events: ['post.exploded'] }, '/events/0'],
  [{ events: ['post.failed', 'post.*'] }, '/events/1'],
  [{ events: ['post.failed', 'post.failed'] }, '/events'],
  [{ events: 'post.failed' }, '/events'],
  [{ headers: fewHeaders(21) }, '/headers'],
  [{ headers: { 'X-A': '1', 'x-a': '2' } }, '/headers'],
  [{ headers: { 'X-A': 5 } }, '/headers/X-A'],
  ...['a\r\nb', 'a\nb', 'a\rb', 'a\0b', '', ' a', 'a ', 'é', 'a'.repeat(4_097)].map((value): [object, string] => [
    { headers: { 'X-A': value } },
    '/headers/X-A',
  ]),
  ...[
    ...['Host', 'host', 'HOST', 'Content-Type', 'content-length', 'Content-Anything', 'X-service-Signature'],
    ...['x-service-anything', 'webhook-id', 'Webhook-Signature', 'webhook-x', 'Transfer-Encoding', 'Connection'],
    ...['Keep-Alive', 'TE', 'Trailer', 'Upgrade', 'Expect', 'Proxy-Authorization', 'User-Agent', 'X A', 'X:A', 'X-Ä'],
  ].map((name): [object, string] => [{ headers: { [name]: 'a' } }, `/headers/${name}`]),
]

test('400 names the invalid field: events, headers', async () => {
  for (const [body, pointer] of badFields) {
    const calls = [
      ada.post('/v1/webhooks', { url, events: ['post.failed'], ...body }),
      ada.patch(`/v1/webhooks/${id}`, body),
    ]
    for (const answer of await Promise.all(calls)) {
      assert.deepEqual(codeOf(answer), [400, 'validation_failed'], JSON.stringify(body))
      const paths = answer.body.errors.map((fault: { path: string }) => fault.path)
      assert.deepEqual([...new Set(paths)], [pointer], JSON.stringify(body))
    }
  }
  for (const [body, pointer] of [
    [{ events: ['post.failed'] }, '/url'],
    [{ url }, '/events'],
    [{ url: '', events: ['post.failed'] }, '/url'],
    [{ url: `${url}?${'a'.repeat(2_048)}`, events: ['post.failed'] }, '/url'],
    [{ url, events: ['post.failed'], secret: 'whsec_mine' }, '/secret'],
  ] as const) {
    const answer = await ada.post('/v1/webhooks', body)
    assert.deepEqual([answer.status, answer.body.errors?.[0]?.path], [400, pointer], JSON.stringify(body))
  }
  assert.equal((await ada.post('/v1/webhooks', { url, events: ['post.failed'], headers: fewHeaders(20) })).status, 200)
})

const whsec = (bytes: number): string => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`

test('400: the URL cannot be changed, and a custom secret must have the right format; otherwise nothing changes', async () => {
  const path = `/v1/webhooks/${id}`
  const before = (await ada.get(path)).text
  for (const given of [url, 'https://example.com/', null, 5]) {
    const answer = await ada.patch(path, { url: given, events: ['post.failed'] })
    assert.deepEqual(codeOf(answer), [400, 'webhook_url_immutable'], String(given))
  }
  const bad = ['x', 'whsec_', whsec(23), whsec(65), whsec(32).slice(6), whsec(32).replace('=', ''), `${whsec(33)} `]
  for (const secret of [...bad, `whsec_${'-_'.repeat(16)}`, whsec(32).toUpperCase()]) {
    const answer = await ada.patch(path, { secret, events: ['post.failed'] })
    assert.deepEqual(codeOf(answer), [400, 'webhook_secret_invalid'], secret)
  }
  assert.equal((await ada.get(path)).text, before)
  for (const secret of [whsec(24), whsec(64)]) {
    const answer = await ada.patch(path, { secret })
    assert.equal(answer.status, 200, answer.text)
    assert.ok(!answer.text.includes(secret))
  }
})

test('header values are masked, and new headers replace all previous ones', async () => {
  const headers = { Authorization: 'Bearer abcdefghijkl', 'X-Short': 'short' }
  const made = await ada.post('/v1/webhooks', { url, events: ['post.failed'], headers })
  assert.deepEqual(made.body.headers, { Authorization: '••••ijkl', 'X-Short': '••••' })
  const path = `/v1/webhooks/${made.body.id}`
  const changed = await ada.patch(path, { headers: { 'X-Other': 'another value' } })
  assert.deepEqual(changed.body.headers, { 'X-Other': '••••alue' })
  const answers = [made, changed, await ada.get('/v1/webhooks'), await person.get('/v1/auth/me/audit-log')]
  for (const { text } of answers) {
    assert.ok(!/abcdefg|another value/.test(text), text)
  }
  const { rows } = await t.deps.pool.query('select sealed_headers::text as sealed from webhook_endpoint')
  assert.ok(!JSON.stringify(rows).includes(Buffer.from('another value').toString('hex')))
  assert.deepEqual((await ada.patch(path, { headers: null })).body.headers, {})
})

const everyCall = (endpoint: string, delivery: string): [string, string, unknown?][] => [
  ['GET', `/v1/webhooks/${endpoint}`],
  ['PATCH', `/v1/webhooks/${endpoint}`, { events: ['post.failed'] }],
  ['POST', `/v1/webhooks/${endpoint}/regenerate-secret`],
  ['POST', `/v1/webhooks/${endpoint}/test`],
  ['GET', `/v1/webhooks/${endpoint}/deliveries`],
  ['GET', `/v1/webhooks/${endpoint}/deliveries/${delivery}`],
  ['POST', `/v1/webhooks/${endpoint}/deliveries/${delivery}/replay`],
  ['POST', `/v1/webhooks/${endpoint}/replay-failed`, { since: '2027-01-01T00:00:00Z' }],
  ['DELETE', `/v1/webhooks/${endpoint}`],
]

test('403 for another user’s endpoint, 404 for an unknown one, 403 without the scope', async () => {
  const delivery = await sendTest(ada, id)
  const bob = await createWebhookKey(t, await t.as('bob'))
  const reader = await withKey(t, person, ['webhooks:read'])
  const nothing = await withKey(t, person, ['posts:read'])
  const unknown = 'wh_01kajv4z00e008000000000001'
  for (const [method, path, body] of everyCall(id, delivery)) {
    const what = `${method} ${path}`
    assert.deepEqual(codeOf(await bob.call(method, path, body)), [403, 'webhook_forbidden'], what)
    assert.deepEqual(codeOf(await ada.call(method, path.replace(id, unknown), body)), [404, 'webhook_not_found'], what)
    assert.equal((await t.anyone.call(method, path, body)).status, 401, what)
    assert.deepEqual(codeOf(await nothing.call(method, path, body)), [403, 'scope_required'], what)
    if (method !== 'GET') assert.deepEqual(codeOf(await reader.call(method, path, body)), [403, 'scope_required'], what)
  }
  assert.deepEqual((await bob.get('/v1/webhooks')).body, [])
  assert.equal((await reader.get(`/v1/webhooks/${id}`)).status, 200)
  const other = await createWebhook(ada, url)
  for (const path of [`deliveries/${delivery}`, 'deliveries/dl_01kajv4z00e008000000000001']) {
    const at = path.includes(delivery) ? other.id : id
    assert.deepEqual(codeOf(await ada.get(`/v1/webhooks/${at}/${path}`)), [404, 'webhook_delivery_not_found'])
    const replay = await ada.post(`/v1/webhooks/${at}/${path}/replay`)
    assert.deepEqual(codeOf(replay), [404, 'webhook_delivery_not_found'])
  }
})

test('the plan limits the number of endpoints, even for two concurrent requests', async () => {
  const carol = await t.as('carol')
  const client = await createWebhookKey(t, carol)
  const create = () => client.post('/v1/webhooks', { url, events: ['post.failed'] })
  for (const plan of ['free', 'starter']) {
    await setPlan(t.deps, carol.email, plan)
    assert.deepEqual(codeOf(await create()), [403, 'plan_required'])
    const bad = await client.post('/v1/webhooks', { url: 'http://169.254.169.254/', events: ['post.failed'] })
    assert.deepEqual(codeOf(bad), [403, 'plan_required'], 'the plan is checked before any name is resolved')
  }
  await setPlan(t.deps, carol.email, 'pro')
  const first = await createWebhook(client, url)
  await createWebhook(client, url)
  const both = await Promise.all([create(), create()])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  await client.patch(`/v1/webhooks/${first.id}`, { active: false })
  assert.deepEqual(codeOf(await create()), [409, 'plan_limit_reached'], 'a paused endpoint still exists')

  const delivery = await sendTest(client, first.id)
  await setPlan(t.deps, carol.email, 'free')
  const open: string[] = []
  for (const [method, path, body] of everyCall(first.id, delivery)) {
    const answer = await client.call(method, path, body)
    if (answer.status === 200) open.push(`${method} ${path.split('/').slice(4).join('/')}`)
    else assert.deepEqual(codeOf(answer), [403, 'plan_required'], `${method} ${path}`)
  }
  assert.deepEqual(open, ['GET ', 'GET deliveries', `GET deliveries/${delivery}`, 'DELETE '])
  assert.equal((await client.get('/v1/webhooks')).body.length, 2)
})

test('a key that is limited to profiles creates endpoints for those profiles and has no access to others', async () => {
  const dora = await t.as('dora')
  const whole = await createWebhookKey(t, dora)
  const [one, two] = await Promise.all(
    ['one', 'two'].map(async (name) => (await dora.post('/v1/profiles', { name })).body.id as string),
  )
  const narrow = await createWebhookKey(t, dora, { profileIds: [one] })
  const both = await createWebhookKey(t, dora, { profileIds: [one, two] })
  const ofAll = await createWebhook(whole, url)
  const ofBoth = await createWebhook(both, url)
  const endpointRefusals = await createWebhook(narrow, url)
  const seen = async (client: Client) =>
    (await client.get('/v1/webhooks')).body.map((row: { id: string; profileIds: string[] | null }) => [
      row.id,
      row.profileIds?.length ?? null,
    ])
  assert.deepEqual(await seen(narrow), [[endpointRefusals.id, 1]])
  assert.deepEqual(await seen(both), [
    [ofBoth.id, 2],
    [endpointRefusals.id, 1],
  ])
  assert.deepEqual(await seen(whole), [
    [ofAll.id, null],
    [ofBoth.id, 2],
    [endpointRefusals.id, 1],
  ])
  const delivery = await sendTest(whole, ofBoth.id)
  for (const [method, path, body] of everyCall(ofBoth.id, delivery)) {
    assert.deepEqual(codeOf(await narrow.call(method, path, body)), [403, 'webhook_forbidden'], `${method} ${path}`)
  }
  assert.deepEqual(codeOf(await both.get(`/v1/webhooks/${ofAll.id}`)), [403, 'webhook_forbidden'])
})

test('409 answer_shown_once: a repeat creates nothing, shows no secret, and says how to get a new one', async () => {
  const body = { url, events: ['post.failed'] }
  const first = await ada.post('/v1/webhooks', body, keyed('shown'))
  const again = await ada.post('/v1/webhooks', body, keyed('shown'))
  assert.deepEqual(codeOf(again), [409, 'answer_shown_once'])
  assert.ok(!again.text.includes('whsec_'))
  const [, method, path] = /(POST) (\/\S+)\./.exec(again.body.detail) ?? []
  assert.equal(path, `/v1/webhooks/${first.body.id}/regenerate-secret`)
  assert.equal((await ada.call(method ?? '', path ?? '')).status, 200)
})

test('an Idempotency-Key creates one endpoint, one test or one replay', async () => {
  const count = async () => (await ada.get('/v1/webhooks')).body.length
  const body = { url, events: ['post.failed'] }
  const before = await count()
  const first = await ada.post('/v1/webhooks', body, keyed('a'))
  assert.equal((await ada.post('/v1/webhooks', body, keyed('a'))).status, 409)
  assert.equal(await count(), before + 1)
  const other = await ada.post('/v1/webhooks', { ...body, events: ['post.queued'] }, keyed('a'))
  assert.equal(other.body.code, 'idempotency_key_reused')

  const path = `/v1/webhooks/${first.body.id}`
  const tests = [
    await ada.post(`${path}/test`, undefined, keyed('b')),
    await ada.post(`${path}/test`, undefined, keyed('b')),
  ]
  assert.equal(tests[1]?.text, tests[0]?.text)
  const replay = () => ada.post(`${path}/deliveries/${tests[0]?.body.id}/replay`, undefined, keyed('c'))
  const replays = [await replay(), await replay()]
  assert.equal(replays[1]?.text, replays[0]?.text)
  assert.equal((await listDeliveries(ada, first.body.id)).length, 2)
})

test('deliveries are listed newest first, in pages, and can be filtered by status and event', async () => {
  const made = await createWebhook(ada, url)
  // Deliveries of the same millisecond may be in any order.
  const older = await Promise.all(Array.from({ length: 6 }, () => sendTest(ada, made.id)))
  await t.advance(1)
  const ids = [await sendTest(ada, made.id), ...older.sort().reverse()]
  const path = `/v1/webhooks/${made.id}/deliveries`
  const seen: string[] = []
  let query = '?limit=3'
  for (let pages = 1; ; pages++) {
    const { body } = await ada.get(path + query)
    seen.push(...body.deliveries.map((row: { id: string }) => row.id))
    query = `?limit=3&cursor=${body.nextCursor}`
    if (body.nextCursor === null) {
      assert.equal(pages, 3)
      break
    }
  }
  assert.deepEqual(seen, ids)
  const { body } = await ada.get(`${path}?limit=7`)
  assert.deepEqual([body.deliveries.length, body.nextCursor], [7, null])
  const [row] = body.deliveries
  assert.deepEqual(Object.keys(row).sort(), ['attempts', 'createdAt', 'event', 'id', 'responseStatus', 'status'])
  const count = async (more: string) => (await listDeliveries(ada, made.id, more)).length
  assert.deepEqual(
    await Promise.all(
      ['?status=retrying', '?status=delivered', '?event=webhook.test', '?event=post.failed'].map(count),
    ),
    [6, 0, 7, 0],
  )
  for (const bad of ['limit=0', 'limit=101', 'status=done', 'event=nothing', 'page=2'])
    assert.deepEqual(codeOf(await ada.get(`${path}?${bad}`)), [400, 'validation_failed'], bad)
  for (const bad of ['x', Buffer.from('dl_1').toString('base64url'), Buffer.from(made.id).toString('base64url')])
    assert.deepEqual(codeOf(await ada.get(`${path}?cursor=${bad}`)), [400, 'cursor_invalid'], bad)
})
