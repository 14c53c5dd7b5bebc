import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { patienceMs } from '#test/harness/patience.ts'
import { movableClock } from '../core/kit/clock.ts'
import { ask } from '../core/tests/kit.ts'
import { createSandbox } from '../index.ts'
import { createReceivers } from './receivers.ts'

const eight = Date.UTC(2026, 10, 21, 8)
const secret = 'whsec_YSBrZXkgb2YgdGhpcnR5LXR3byBieXRlcywgbm8gbW8='
const body = '{"id":"evt_1","type":"post.published","createdAt":"2026-11-21T08:00:00.000Z","data":{"name":"Zoë"}}'
/** Signatures that openssl created with this secret and this body. */
const signed = {
  'content-type': 'application/json',
  'x-service-event': 'post.published',
  'x-service-signature': 'sha256=65f07afb37a1730a22755d45a0f36781e4b8a0b36dee9a55fa69afd35865fe60',
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(eight / 1_000),
  'webhook-signature': 'v1,F7E8CAnO3qGkNP0GF+TJhtA88KVoXsA/bTHcEP22TZo=',
}

async function open() {
  const sandbox = await createSandbox({ now: () => eight })
  const call = (
    method: string,
    path: string,
    given?: string | Buffer<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) => ask(`${sandbox.url}${path}`, { method, headers: new Headers(headers), body: given })
  return {
    sandbox,
    send: (headers: Record<string, string> = signed, given: string | Buffer<ArrayBuffer> = body, name = 'hook') =>
      call('POST', `/receiver/${name}`, given, headers),
    page: async () => (await call('GET', '/receiver/hook')).text,
    press: (given: string, headers: Record<string, string> = {}) =>
      call('POST', '/receiver/hook/told', given, { 'content-type': 'application/x-www-form-urlencoded', ...headers }),
    control: (method: string, path: string, given?: object) =>
      call(method, `/control/${path}`, given && JSON.stringify(given), { 'content-type': 'application/json' }),
    tell: (given: object) =>
      call('POST', '/control/receivers/hook', JSON.stringify(given), { 'content-type': 'application/json' }),
    read: async (name = 'hook') => (await call('GET', `/control/receivers/${name}`)).body,
    [Symbol.asyncDispose]: sandbox.close,
  }
}

test('a delivery is stored byte for byte and verified with each scheme independently', async () => {
  await using t = await open()
  await t.tell({ secret })
  assert.equal((await t.send()).status, 200)
  const altered = body.replace('Zoë', 'Zoe')
  const other = `v1,${Buffer.alloc(32).toString('base64')}`
  const cases: [what: string, headers: Record<string, string>, body: string, service: string, standard: string][] = [
    ['as it was signed', signed, body, 'valid', 'valid'],
    ['one letter altered', signed, altered, 'invalid', 'invalid'],
    ['written again', signed, JSON.stringify(JSON.parse(body), null, 1), 'invalid', 'invalid'],
    ['another id', { ...signed, 'webhook-id': 'evt_2' }, body, 'valid', 'invalid'],
    [
      'hex in capitals',
      { ...signed, 'x-service-signature': signed['x-service-signature'].toUpperCase() },
      body,
      'invalid',
      'valid',
    ],
    [
      'a second signature',
      { ...signed, 'webhook-signature': `${other} ${signed['webhook-signature']}` },
      body,
      'valid',
      'valid',
    ],
    ['of another secret', { ...signed, 'webhook-signature': other }, body, 'valid', 'invalid'],
    ['no version', { ...signed, 'webhook-signature': signed['webhook-signature'].slice(3) }, body, 'valid', 'invalid'],
    ['the old family only', { 'x-service-signature': signed['x-service-signature'] }, body, 'valid', 'header missing'],
    ['nothing signed', {}, body, 'header missing', 'header missing'],
  ]
  for (const [what, headers, given, service, standard] of cases) {
    await t.send(headers, given)
    const { body: stored, verification } = (await t.read()).deliveries[0]
    assert.deepEqual([stored, verification.service, verification.standard], [given, service, standard], what)
  }
  const reasonsAt = async (nth: number) => (await t.read()).deliveries.at(nth).verification.reasons
  assert.match((await reasonsAt(5)).service, /must be "sha256=" and 64 hexadecimal digits/)
  assert.equal((await reasonsAt(4)).standard, 'signature 2 of 2 matches this secret')
  assert.match((await reasonsAt(2)).standard, /has no "v1," and base64/)
  const first = (await t.read()).deliveries.at(-1)
  assert.deepEqual(
    [first.id, first.event, first.at, first.answered, first.headers['webhook-timestamp']],
    ['evt_1', 'post.published', '2026-11-21T08:00:00.000Z', 200, '1795248000'],
  )
  await t.send(signed, Buffer.from('ff00', 'hex'))
  const { body: stored, bodyEncoding } = (await t.read()).deliveries[0]
  assert.deepEqual([stored, bodyEncoding], ['/wA=', 'base64'])
})

test('a timestamp is valid within exactly five minutes of the sandbox’s clock', async () => {
  await using t = await open()
  await t.tell({ secret })
  const standard = async () => {
    await t.send()
    const { verification } = (await t.read()).deliveries[0]
    return [verification.standard, verification.reasons.standard, verification.service]
  }
  await t.control('POST', 'clock', { advanceMs: 300_000 })
  assert.deepEqual(await standard(), ['valid', null, 'valid'])
  await t.control('POST', 'clock', { advanceMs: 1_000 })
  const late = "webhook-timestamp is 301 s behind this receiver's time; 300 are allowed"
  assert.deepEqual(await standard(), ['invalid', late, 'valid'])
  await t.send({ ...signed, 'webhook-timestamp': String(eight / 1_000 + 602) })
  assert.match((await t.read()).deliveries[0].verification.reasons.standard, /is 301 s ahead of this receiver's time/)
})

test('earlier deliveries are verified once the secret is set, and the secret is never returned', async () => {
  await using t = await open()
  await t.send()
  assert.equal((await t.read()).deliveries[0].verification.service, 'no secret known')
  const response = await t.tell({ secret })
  assert.deepEqual(response.body.receiver, { name: 'hook', total: 1, hasSecret: true, answer: { status: 200 } })
  const { deliveries } = await t.read()
  assert.deepEqual([deliveries[0].verification.service, deliveries[0].verification.standard], ['valid', 'valid'])

  const rotated = { ...signed, 'x-service-signature': `sha256=${'0'.repeat(64)}` }
  await t.send({ ...rotated, 'x-service-signature-previous': signed['x-service-signature'] })
  assert.match((await t.read()).deliveries[0].verification.reasons.service, /^signed with a newer secret;/)
  const refused = await t.tell({ secret: `${secret} with a blank` })
  const everything = [response.text, refused.text, JSON.stringify(await t.read()), await t.page()].join('\n')
  assert.equal(refused.status, 400)
  assert.doesNotMatch(everything, /YSBrZXkg/)
})

test('a receiver returns the configured response to the given number of deliveries, then 200 again', async () => {
  await using t = await open()
  await t.tell({ answer: { status: 503, body: 'not now', headers: { 'Retry-After': '7' }, times: 2 } })
  const first = await t.send()
  assert.deepEqual([first.status, first.text, first.headers.get('retry-after')], [503, 'not now', '7'])
  assert.equal((await t.read()).answer.times, 1)
  const statuses = [(await t.send()).status, (await t.send()).status]
  assert.deepEqual(statuses, [503, 200])
  await t.tell({ answer: { status: 301, headers: { location: '/receiver/elsewhere' } } })
  assert.deepEqual([(await t.send()).status, (await t.send()).status], [301, 301])
  await t.tell({ answer: { status: 204 } })
  assert.equal((await t.send()).status, 204)
  await t.tell({ answer: null })
  assert.equal((await t.send()).status, 200)
  const { total, deliveries } = await t.read()
  assert.deepEqual(
    deliveries.map((each: { answered: number; repeats: number }) => [each.answered, each.repeats]),
    [200, 204, 301, 301, 200, 503, 503].map((status, at) => [status, 6 - at]),
  )
  assert.equal(total, 7)
})

test('a receiver can be slow, or can keep a sender waiting until the sandbox stops', async () => {
  const t = await open()
  await t.tell({ answer: { status: 200, delayMs: 60, times: 1 } })
  const begun = performance.now()
  await t.send()
  assert.ok(performance.now() - begun >= 55)
  await t.tell({ answer: { hang: true, times: 1 } })
  const hanging = request(`${t.sandbox.url}/receiver/hook`, { method: 'POST' })
  const lost = new Promise<string>((resolve) => {
    hanging.once('response', () => resolve('answered')).once('error', () => resolve('cut'))
  })
  hanging.end(body)
  for (const deadline = performance.now() + patienceMs(); (await t.read()).total < 2; )
    assert.ok(performance.now() < deadline, 'the delivery came')
  assert.equal((await t.read()).deliveries[0].answered, 0)
  await t.sandbox.close()
  assert.equal(await lost, 'cut')
})

test('memory is bounded: 200 deliveries and 8 MiB per receiver, 50 receivers; emptying one makes room', () => {
  const receivers = createReceivers(movableClock(() => eight))
  for (let nth = 0; nth < 203; nth += 1) receivers.take('hook', { 'webhook-id': `evt_${nth}` }, Buffer.from(body))
  const { total, deliveries } = receivers.read('hook')
  assert.deepEqual([total, deliveries.length, deliveries.at(-1)!.id], [203, 200, 'evt_3'])
  for (let nth = 0; nth < 9; nth += 1) receivers.take('large', {}, Buffer.alloc(1_048_576))
  assert.equal(receivers.read('large').deliveries.length, 8)

  for (let nth = 0; nth < 48; nth += 1) assert.ok(receivers.take(`name-${nth}`, {}, Buffer.from(body)))
  assert.equal(receivers.take('one-more', {}, Buffer.from(body)), null)
  assert.equal(receivers.configure('one-more', { secret }), false)
  assert.equal(receivers.empty('name-7'), 1)
  assert.ok(receivers.take('one-more', {}, Buffer.from(body)))
  assert.equal(receivers.list().length, 50)
})

test('a delivery may have up to 1 MiB, and a 51st receiver is rejected with a reason', async () => {
  await using t = await open()
  assert.equal((await t.send({}, 'x'.repeat(1_048_577))).status, 413)
  assert.equal((await t.send({}, 'x'.repeat(1_048_576))).status, 200)
  for (let nth = 1; nth < 50; nth += 1) await t.control('POST', `receivers/name-${nth}`, { secret })
  assert.equal((await t.send(signed, body, 'one-more')).status, 507)
  const refused = await t.control('POST', 'receivers/one-more', { secret })
  assert.deepEqual([refused.status, refused.body.error.field], [400, 'name'])
})

test('an invalid call is rejected with a message that names the valid values', async () => {
  await using t = await open()
  const cases: [given: object, field: string][] = [
    [{ answer: { status: 199 } }, 'status'],
    [{ answer: { status: 200, times: 0 } }, 'times'],
    [{ answer: { status: 200, delayMs: -1 } }, 'delayMs'],
    [{ answer: { hang: 'yes' } }, 'hang'],
    [{ answer: { body: {} } }, 'body'],
    [{ answer: { headers: { 'content-length': '3' } } }, 'headers'],
    [{ answer: { headers: { 'x-a': 'b\r\nx-c: d' } } }, 'headers'],
    [{ answer: { statuses: 200 } }, 'statuses'],
    [{ url: 'x' }, 'url'],
  ]
  for (const [given, field] of cases) {
    const { status, body: answer } = await t.tell(given)
    assert.deepEqual([status, answer.error?.field], [400, field], JSON.stringify(given))
  }
  for (const name of ['A', 'a_b', 'a'.repeat(41), 'a/b']) {
    assert.equal((await t.send(signed, body, name)).status, 404)
    assert.equal((await t.control('POST', `receivers/${name}`, {})).body.error.field, 'name')
  }
  assert.equal((await t.control('PUT', 'receivers/hook', {})).status, 404)
  assert.match((await t.control('GET', 'nothing')).body.error.message, /POST \/receivers\/<name>/)
})

test('the page escapes deliveries, its buttons set the response, and other sites cannot use them', async () => {
  await using t = await open()
  await t.tell({ secret })
  await t.send({ ...signed, 'x-service-event': '<script>alert(1)</script>' }, '<img src=x onerror=alert(2)>')
  const page = await t.page()
  assert.match(page, /&lt;script&gt;alert\(1\)/)
  assert.match(page, /&lt;img src=x onerror/)
  assert.doesNotMatch(page, /<script>|<img/)
  assert.match(page, /X-service-Signature: invalid/)
  assert.match(
    (await ask(t.sandbox.url, { method: 'GET', headers: new Headers(), body: undefined })).text,
    /href="\/receiver\/hook"/,
  )

  const pressed = await t.press('answer=gone&once=on', { origin: t.sandbox.url })
  assert.deepEqual([pressed.status, pressed.headers.get('location')], [303, '/receiver/hook'])
  assert.match(await t.page(), /<strong>410, once, then 200<\/strong>/)
  assert.deepEqual([(await t.send()).status, (await t.send()).status], [410, 200])
  assert.equal((await t.press('answer=broken', { origin: 'https://elsewhere.example.com' })).status, 403)
  assert.equal((await t.press('answer=constructor')).status, 400)
  assert.equal((await t.send()).status, 200)
  await t.press('answer=empty')
  assert.match(await t.page(), /No deliveries yet/)
})

test('a reset discards deliveries, responses and secrets', async () => {
  await using t = await open()
  await t.tell({ secret, answer: { status: 500 } })
  await t.send()
  await t.control('POST', 'reset', {})
  assert.deepEqual(await t.read(), {
    name: 'hook',
    total: 0,
    hasSecret: false,
    answer: { status: 200 },
    deliveries: [],
  })
  assert.deepEqual((await t.control('GET', 'receivers')).body, { receivers: [] })
})
