import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routesOf } from '#infra/http/openapi/route-table.ts'
import { createLog } from '#infra/log/log.ts'
import { minutes, seconds } from '#kernel/clock.ts'
import { type AppOptions, startApp } from '../harness/app.ts'
import type { Answer, Client } from '../harness/client.ts'
import { startEdge } from '../harness/own-edge.ts'
import { until } from '../harness/process.ts'
import { oauthApp } from '../world/apps.ts'
import { uploaded } from '../world/media.ts'
import { plain } from '../world/pictures.ts'

const limited = (perMinute: number, more: AppOptions['settings'] = {}): AppOptions => ({
  settings: { RATE_LIMIT_PER_MINUTE: String(perMinute), ...more },
})

async function take(client: Client, times: number, path = '/v1/profiles'): Promise<Answer[]> {
  return await Promise.all(Array.from({ length: times }, () => client.get(path)))
}
const passed = (answers: readonly Answer[]) => answers.filter(({ status }) => status !== 429).length

test('each response says how many requests remain; one request too many returns 429 with Retry-After; the limit refills evenly', async () => {
  await using t = await startApp(limited(5))
  const alice = await t.as('alice')
  const answers: Answer[] = []
  for (let nth = 0; nth < 6; nth++) answers.push(await alice.get('/v1/profiles'))
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers.ratelimit]),
    [4, 3, 2, 1, 0, 0].map((left, nth) => [nth < 5 ? 200 : 429, `"default";r=${left};t=${12 * (5 - left)}`]),
  )
  assert.equal(answers[0]!.headers['ratelimit-policy'], '"default";q=5;w=60')
  const { body, headers } = answers[5]!
  assert.deepEqual([body.code, body.retryAfterMs, headers['retry-after']], ['rate_limited', 12_000, '12'])
  await t.advance(seconds(11))
  assert.equal((await alice.get('/v1/profiles')).status, 429)
  await t.advance(seconds(1))
  assert.deepEqual((await take(alice, 3)).map(({ status }) => status).sort(), [200, 429, 429])
  await t.advance(seconds(60))
  assert.equal((await alice.get('/v1/profiles')).headers.ratelimit, '"default";r=4;t=12')
})

test('a burst at the end of a minute leaves no room for a second burst at the start of the next minute', async () => {
  const limit = 20
  await using t = await startApp(limited(limit))
  const alice = await t.as('alice')
  await t.advance(seconds(60 - (t.now().getSeconds() % 60) - 1))
  assert.equal(passed(await take(alice, 30)), limit)
  await t.advance(seconds(2))
  assert.equal(passed(await take(alice, 30)), 0)
  await t.advance(seconds(28))
  assert.equal(passed(await take(alice, 30)), limit / 2)
})

test('correcting a clock that was ahead does not block anyone for the length of the correction', async () => {
  await using t = await startApp(limited(5))
  await t.advance(minutes(30))
  assert.equal(passed(await take(t.anyone, 9)), 5)
  await t.advance(-minutes(30))
  await take(t.anyone, 9)
  await t.advance(seconds(60))
  assert.equal(passed(await take(t.anyone, 9)), 5)
})

test('a user’s keys, sessions and connected apps share one limit; other users have separate limits', async () => {
  const limit = 8
  await using t = await startApp(limited(limit))
  const alice = await t.as('alice')
  const bob = await t.as('bob')
  const keys: Client[] = []
  for (let nth = 0; nth < 3; nth++) {
    const { body } = await bob.post('/v1/api-keys', { name: `k${nth}`, scopes: ['profiles:read'] })
    keys.push(t.withToken(body.key))
  }
  const left = () => bob.get('/v1/profiles').then(({ headers }) => headers.ratelimit)
  assert.equal(await left(), `"default";r=${limit - 4};t=30`)
  const answers = await Promise.all([...keys, bob].map((client) => take(client, limit)))
  assert.equal(passed(answers.flat()), limit - 4)
  assert.equal(passed(await take(alice, limit + 1)), limit)
  await t.advance(seconds(60))
  const { token } = (await bob.post('/v1/auth/sign-in', { email: bob.email, password: bob.password })).body
  assert.equal(passed(await take(t.withToken(token), limit)), limit)
  assert.equal(passed(await take(keys[0]!, 1)), 0)
})

test('a connected app uses the rate limit of the user who connected it', async () => {
  const limit = 8
  await using t = await startApp(limited(limit))
  const bob = await t.as('bob')
  const { tokens } = await oauthApp(t).signIn(bob)
  await t.advance(seconds(60))
  assert.equal(passed(await take(t.withToken(tokens.access_token), limit + 1)), limit)
  assert.equal(passed(await take(bob, 1)), 0)
})

test('a request without a credential, with an invalid credential, or without a route counts against its IP address', async () => {
  await using t = await startApp(limited(4))
  const odd = [t.anyone, t.withToken('nonsense'), t.anyone]
  const answers = await Promise.all(
    ['/v1/profiles', '/v1/profiles', '/v1/nothing'].flatMap((path, nth) => [1, 2, 3].map(() => odd[nth]!.get(path))),
  )
  assert.equal(passed(answers), 4)
})

const unsigned: Readonly<Record<string, string>> = {
  'GET /v1/faces/:id': '/v1/faces/none',
  'GET /v1/link-card/image': '/v1/link-card/image?token=x',
  'GET /v1/stock/thumbnail': '/v1/stock/thumbnail?token=x',
  'GET /v1/media/proxy/:token': '/v1/media/proxy/none',
  'POST /v1/agent/chat-a/webhook': '/v1/agent/chat-a/webhook',
  'POST /v1/agent/chat-b/events': '/v1/agent/chat-b/events',
  'POST /v1/agent/chat-b/commands': '/v1/agent/chat-b/commands',
  'POST /v1/agent/chat-b/interactions': '/v1/agent/chat-b/interactions',
  'POST /v1/connections/webhooks/:platform': '/v1/connections/webhooks/net-c',
  'POST /v1/platforms/netgroup/deauthorize': '/v1/platforms/netgroup/deauthorize',
  'POST /v1/platforms/netgroup/data-deletion': '/v1/platforms/netgroup/data-deletion',
}
const unlimited = ['GET /healthz', 'GET /readyz']

test('429: where requests are authenticated by signature, failures per IP address are limited', async () => {
  await using t = await startApp(limited(3, { TRUST_PROXY: 'loopback' }))
  const routes = routesOf(t.app).filter(({ method, rateLimited }) => method !== 'HEAD' && rateLimited !== true)
  assert.deepEqual(
    routes.map(({ method, url }) => `${method} ${url}`).sort(),
    [...Object.keys(unsigned), ...unlimited].sort(),
  )
  for (const [at, [route, path]] of Object.entries(unsigned).entries()) {
    const statuses: number[] = []
    const headers = { 'x-forwarded-for': `192.0.2.${at + 1}` }
    for (let nth = 0; nth < 5; nth++)
      statuses.push((await t.anyone.call(route.split(' ')[0] ?? '', path, undefined, { headers })).status)
    assert.deepEqual(
      statuses.map((status) => status === 429),
      [false, false, false, true, true],
      `${route}: ${statuses}`,
    )
    assert.ok(statuses[0]! >= 400 && statuses[0]! < 500, `${route}: ${statuses}`)
  }
})

test('file URLs have no rate limit', async () => {
  await using t = await startApp(limited(20))
  const ada = await t.as('ada')
  const file = await uploaded(t, ada, { file: await plain(2, 2).png().toBuffer(), fileName: 'a.png' })
  const path = new URL(file.url).pathname
  assert.deepEqual(new Set((await take(t.anyone, 50, path)).map(({ status }) => status)), new Set([200]))
})

test('probes have no rate limit, and 0 disables the limit silently', async () => {
  await using t = await startApp(limited(2))
  await take(t.anyone, 5, '/openapi.json')
  assert.equal((await t.anyone.get('/openapi.json')).status, 429)
  for (const path of ['/healthz', '/readyz'])
    assert.deepEqual(new Set((await take(t.anyone, 20, path)).map(({ status }) => status)), new Set([200]))
  await using free = await startApp(limited(0))
  const answers = await take(free.anyone, 50, '/openapi.json')
  assert.equal(passed(answers), 50)
  assert.equal(answers[0]!.headers.ratelimit, undefined)
})

test('two processes share one limit, and each may exceed it by at most a tenth', async () => {
  const limit = 100
  await using a = await startApp(limited(limit))
  await using b = await startApp({ beside: a, ...limited(limit) })
  const alice = await a.as('alice')
  const there = b.withToken(alice.token)
  const both = await Promise.all([take(alice, 150), take(there, 150)])
  const total = passed(both.flat())
  assert.ok(total >= limit && total <= limit * 1.2, `${total} of ${limit} passed`)
  await until('both processes report the used quota', async () => {
    const answers = [await alice.get('/v1/profiles'), await there.get('/v1/profiles')]
    return passed(answers) === 0
  })
  await a.advance(seconds(60))
  assert.deepEqual([(await alice.get('/v1/profiles')).status, (await there.get('/v1/profiles')).status], [200, 200])
})

const attempt = { email: 'nobody@example.com', password: 'wrong password' }
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

test('sign-in attempts are counted by IP address, and an untrusted client’s claims about its address are ignored', async () => {
  await using t = await startApp({ settings: { SIGN_IN_ATTEMPTS_PER_MINUTE: '3' } })
  const statuses: number[] = []
  for (let nth = 0; nth < 5; nth++)
    statuses.push((await t.anyone.post('/v1/auth/sign-in', attempt, from(`192.0.2.${nth}`))).status)
  assert.deepEqual(statuses, [401, 401, 401, 429, 429])
})

test('behind a trusted proxy, the client’s IP address is the one that the proxy reports', async () => {
  await using t = await startApp({ settings: { SIGN_IN_ATTEMPTS_PER_MINUTE: '1', TRUST_PROXY: 'loopback' } })
  const at = async (address: string) => (await t.anyone.post('/v1/auth/sign-in', attempt, from(address))).status
  assert.deepEqual([await at('192.0.2.1'), await at('192.0.2.2'), await at('192.0.2.1')], [401, 401, 429])
  // Only the last entry is the proxy's own; earlier entries came from the client.
  assert.equal(await at('198.51.100.7, 192.0.2.2'), 429)
})

test('a proxy that is not in TRUST_PROXY is logged once', async (c) => {
  const lines: string[] = []
  const log = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } })
  const untouched = { allowed: true, limit: 9, remaining: 9, resetAfterMs: 1, retryAfterMs: 0 }
  const limiter = {
    take: async () => untouched,
    peek: () => untouched,
    add: () => {},
    stop: async () => {},
  }
  const readLimits = async (trustProxy: string | false) => {
    const { url } = await startEdge(c, () => {}, { log, limiter, ratePerMinute: 9, trustProxy })
    for (const headers of [{}, { 'x-forwarded-for': '203.0.113.9' }, { 'x-forwarded-for': '203.0.113.9' }])
      await (await fetch(`${url}/`, { headers })).text()
    return lines.splice(0)
  }
  assert.deepEqual(await readLimits('loopback'), [])
  assert.match((await readLimits(false)).join('\n'), /^[^\n]*came through a proxy, but TRUST_PROXY is not set[^\n]*\n$/)
})
