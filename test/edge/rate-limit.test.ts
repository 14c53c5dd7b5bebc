import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '#infra/log/log.ts'
import { minutes, seconds } from '#kernel/clock.ts'
import { type AppOptions, startApp } from '../harness/app.ts'
import type { Answer, Client } from '../harness/client.ts'
import { startEdge } from '../harness/own-edge.ts'
import { until } from '../harness/process.ts'

const limited = (perMinute: number, more: AppOptions['settings'] = {}): AppOptions => ({
  settings: { RATE_LIMIT_PER_MINUTE: String(perMinute), ...more },
})

async function take(client: Client, times: number, path = '/v1/profiles'): Promise<Answer[]> {
  return await Promise.all(Array.from({ length: times }, () => client.get(path)))
}
const passed = (answers: readonly Answer[]) => answers.filter(({ status }) => status !== 429).length

test('each answer says what is left; one more is 429 with Retry-After; requests come back evenly', async () => {
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

test('a burst at the end of a minute leaves nothing for a second one at its turn', async () => {
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

test('a clock that was ahead for a while and is set right holds nobody back for as long', async () => {
  await using t = await startApp(limited(5))
  await t.advance(minutes(30))
  assert.equal(passed(await take(t.anyone, 9)), 5)
  await t.advance(-minutes(30))
  await take(t.anyone, 9)
  await t.advance(seconds(60))
  assert.equal(passed(await take(t.anyone, 9)), 5)
})

test('each person and each key has a limit of its own; what nobody signed counts for the address', async () => {
  await using t = await startApp(limited(4))
  const alice = await t.as('alice')
  const bob = await t.as('bob')
  const { body } = await bob.post('/v1/api-keys', { name: 'k', scopes: ['profiles:read'] })
  assert.equal(passed(await take(alice, 9)), 4)
  assert.equal(passed(await take(t.withToken(body.key), 9)), 4)
  assert.equal(passed(await take(bob, 9)), 3)
  // All of these come from one address: no credential, a bad credential, and a path that does not exist.
  const odd = [t.anyone, t.withToken('nonsense'), t.anyone]
  const answers = await Promise.all(
    ['/v1/profiles', '/v1/profiles', '/v1/nothing'].flatMap((path, nth) => [1, 2, 3].map(() => odd[nth]!.get(path))),
  )
  assert.equal(passed(answers), 4)
})

test('probes are never refused, and 0 lets everything through without a word', async () => {
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

test('two processes share one limit, and let through at most a tenth each too much', async () => {
  const limit = 100
  await using a = await startApp(limited(limit))
  await using b = await startApp({ beside: a, ...limited(limit) })
  const alice = await a.as('alice')
  const there = b.withToken(alice.token)
  const both = await Promise.all([take(alice, 150), take(there, 150)])
  const total = passed(both.flat())
  assert.ok(total >= limit && total <= limit * 1.2, `${total} of ${limit} passed`)
  await until('what one has used up is told by the other as well', async () => {
    const answers = [await alice.get('/v1/profiles'), await there.get('/v1/profiles')]
    return passed(answers) === 0
  })
  await a.advance(seconds(60))
  assert.deepEqual([(await alice.get('/v1/profiles')).status, (await there.get('/v1/profiles')).status], [200, 200])
})

const attempt = { email: 'nobody@example.com', password: 'wrong password' }
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

test('attempts to sign in are counted by address; what a stranger says of its own address is not believed', async () => {
  await using t = await startApp({ settings: { SIGN_IN_ATTEMPTS_PER_MINUTE: '3' } })
  const statuses: number[] = []
  for (let nth = 0; nth < 5; nth++)
    statuses.push((await t.anyone.post('/v1/auth/sign-in', attempt, from(`192.0.2.${nth}`))).status)
  assert.deepEqual(statuses, [401, 401, 401, 429, 429])
})

test('behind a proxy that is trusted, the address is the one that it names', async () => {
  await using t = await startApp({ settings: { SIGN_IN_ATTEMPTS_PER_MINUTE: '1', TRUST_PROXY: 'loopback' } })
  const at = async (address: string) => (await t.anyone.post('/v1/auth/sign-in', attempt, from(address))).status
  assert.deepEqual([await at('192.0.2.1'), await at('192.0.2.2'), await at('192.0.2.1')], [401, 401, 429])
  // Only the last entry is the proxy's own; earlier entries came from the client.
  assert.equal(await at('198.51.100.7, 192.0.2.2'), 429)
})

test('a proxy that TRUST_PROXY does not name is told in the log, once', async (c) => {
  const lines: string[] = []
  const log = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } })
  const limiter = {
    take: async () => ({ allowed: true, limit: 9, remaining: 9, resetAfterMs: 1, retryAfterMs: 0 }),
    stop: async () => {},
  }
  const said = async (trustProxy: string | false) => {
    const { url } = await startEdge(c, () => {}, { log, limiter, ratePerMinute: 9, trustProxy })
    for (const headers of [{}, { 'x-forwarded-for': '203.0.113.9' }, { 'x-forwarded-for': '203.0.113.9' }])
      await (await fetch(`${url}/`, { headers })).text()
    return lines.splice(0)
  }
  assert.deepEqual(await said('loopback'), [])
  assert.match((await said(false)).join('\n'), /^[^\n]*came through a proxy, and TRUST_PROXY is not set[^\n]*\n$/)
})
