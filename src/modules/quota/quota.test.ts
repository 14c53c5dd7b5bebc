import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { bluesky } from '#connectors/bluesky/index.ts'
import { CallFailed } from '#connectors/connector.ts'
import { seconds } from '#kernel/clock.ts'
import type { AccountId } from '#kernel/ids.ts'
import { platformFields } from '#rules/network-names.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { createReadings } from './readings.ts'

/** Networks accept callbacks only at https URLs and at localhost. */
const here = { PUBLIC_URL: 'http://127.0.0.1:4000' }

let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true, settings: { X_MONTHLY_POSTS: '500', ...here } })
  await t.as('root')
  t.sandbox.network('x').settings.change({ rateLimits: true })
})
after(() => t[Symbol.asyncDispose]())

async function publishing(name: string) {
  const person = await t.as(name)
  const { body: profile } = await person.post('/v1/profiles', { name: 'Harbour' })
  const { body: account, status, text } = await connectHeadless(t, person, 'x', profile.id, { login: name })
  assert.equal(status, 200, text)
  const publish = async (content: string, more = {}) => {
    const draft = { profileId: profile.id, platforms: ['x'], content, saveAsDraft: true, ...more }
    const { body } = await person.post('/v1/posts', draft)
    assert.equal((await person.post(`/v1/posts/${body.id}/publish-now`)).status, 200)
    await t.settle()
  }
  const quota = async () => (await person.get('/v1/platforms/x/quota')).body
  return { person, account, publish, quota }
}

test('this month’s posts are counted, each part of a thread as one post, without last month’s', async () => {
  const alice = await publishing('alice')
  await alice.publish('one')
  await alice.publish('two', { thread: [{ content: 'three' }] })
  await t.advance(seconds(5))
  const { readings: _, ...now } = await alice.quota()
  const next = new Date(Date.UTC(t.now().getUTCFullYear(), t.now().getUTCMonth() + 1, 1)).toISOString()
  assert.deepEqual(now, {
    ...platformFields('x'),
    mode: 'sandbox',
    limit: 500,
    used: 3,
    remaining: 497,
    resetsAt: next,
  })
  await sql`update publication_part set shown_at = shown_at - interval '32 days'`.execute(t.db)
  assert.equal((await alice.quota()).used, 0)
})

test('each account’s latest limits from the network’s headers are stored, and shown only to its own users', async () => {
  const bob = await publishing('bob')
  const own = async () =>
    (await bob.quota()).readings.filter(({ accountId }: { accountId: string }) => accountId === bob.account.accountId)
  await bob.publish('one')
  const first = await own()
  assert.equal(first.length, 1)
  await bob.publish('two')
  const second = await own()
  assert.equal(second.length, 1)
  assert.ok(second[0].remaining < first[0].remaining, `${second[0].remaining} < ${first[0].remaining}`)
  assert.equal((await bob.quota()).readings.filter(({ scope }: { scope: string }) => scope === 'app').length, 1)
  const carla = await t.as('carla')
  const { readings } = (await carla.get('/v1/platforms/x/quota')).body
  assert.deepEqual(
    readings.map(({ scope }: { scope: string }) => scope),
    ['app'],
  )
})

test('a server that reports impossible limits does not prevent others’ limits from being stored', async () => {
  const readings = createReadings(t.deps)
  const hear = async (id: string, headers: Record<string, string>) => {
    const answer = { status: 200, headers, body: Buffer.from('') }
    const http = { addresses: {}, app: null, now: t.now(), send: async () => answer }
    const account = { id: id as AccountId, network: 'bluesky', mode: 'sandbox' } as const
    await readings.listen(http, bluesky, account).send({ name: 'any', method: 'GET', url: 'http://any.test' })
  }
  const resets = String(Math.floor(t.now().getTime() / 1_000) + 60)
  await hear('broken', { 'ratelimit-remaining': '1.5', 'ratelimit-reset': resets })
  await hear('huge', { 'ratelimit-remaining': '1e30', 'ratelimit-reset': resets })
  await hear('never', { 'ratelimit-remaining': '7', 'ratelimit-reset': '1e18' })
  await hear('far', { 'ratelimit-remaining': '7', 'ratelimit-reset': '8000000000000' })
  await hear('honest', { 'ratelimit-remaining': '7', 'ratelimit-reset': resets })
  await readings.flush()
  const { rows } = await sql<{
    subject: string
  }>`select subject from network_reading where network = 'bluesky'`.execute(t.db)
  assert.deepEqual(rows, [{ subject: 'honest' }])
})

test('a server configured by a user reports only about its own account, in responses and refusals', async () => {
  const readings = createReadings(t.deps)
  const resets = String(Math.floor(t.now().getTime() / 1_000) + 60)
  // The form in which Bluesky reports its limit by IP address.
  const headers = { 'ratelimit-remaining': '0', 'ratelimit-reset': resets, 'ratelimit-policy': '3000;w=300' }
  const answer = { status: 200, headers, body: Buffer.from(''), isUserNamed: true } as const
  const refusal = { sent: 'answered', status: 429, headers, body: '', code: null, isUserNamed: true } as const
  const base = { addresses: {}, app: null, now: t.now() }
  for (const [id, send] of [
    ['answered', async () => answer],
    ['refused', async () => Promise.reject(new CallFailed(refusal))],
  ] as const) {
    const account = { id: id as AccountId, network: 'bluesky', mode: 'live' } as const
    const http = readings.listen({ ...base, send }, bluesky, account)
    await http.send({ name: 'any', method: 'GET', url: 'http://any.test' }).catch(() => {})
  }
  await readings.flush()
  const { rows } = await sql<{ scope: string; subject: string }>`
    select scope, subject from network_reading where network = 'bluesky' and mode = 'live' order by subject`.execute(
    t.db,
  )
  assert.deepEqual(rows, [
    { scope: 'account', subject: 'answered' },
    { scope: 'account', subject: 'refused' },
  ])
})

test('an X plan that charges per post has no limit', async () => {
  await using beside = await startApp({ beside: t, settings: here })
  const person = beside.withToken((await t.as('alice')).token)
  const { body } = await person.get('/v1/platforms/x/quota')
  assert.deepEqual([body.limit, body.remaining], [null, null])
})
