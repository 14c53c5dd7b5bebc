import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { days, hours, minutes } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { readEvents } from '#test/world/event-stream.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { done } from '#test/world/people.ts'
import { connectBoth } from '#test/world/posts.ts'
import { createSyncer, verifyAnalytics } from '../index.ts'

/** Reading of metrics: when, how many at once, and what is stored. */
let t: TestApp
let ada: Client
let profileId: string
let both: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({
    sandbox: true,
    numbers: true,
    settings: { PUBLIC_URL: 'http://127.0.0.1:4000', X_MONTHLY_READS: '3' },
  })
  await t.as('root')
  both = await connectBoth(t)
  ada = both.ada
  for (const network of ['x', 'threads'])
    done(await connectHeadless(t, both.person, network, both.profileId, { login: both.login }))
  profileId = both.profileId
})
beforeEach(() => t.sandbox.faults.remove())
after(() => t[Symbol.asyncDispose]())

async function publish(platforms: readonly string[], count = 1): Promise<string[]> {
  const ids: string[] = []
  for (let nth = 0; nth < count; nth += 1)
    ids.push(done(await ada.post('/v1/posts', { profileId, platforms, content: `post ${nth}` }), 201).body.id)
  await t.settle()
  await t.advance(minutes(1))
  return ids
}
const calls = (network: string, ...names: string[]) =>
  t.sandbox.calls.list({ network } as never).calls.filter(({ call }) => names.some((name) => call.endsWith(name)))
    .length
const snapshotsOf = async (postId: string) => {
  const { rows } = await sql<{ at: Date; likes: number }>`
    select s.at, s.likes::int as likes from metrics_snapshot s join post_target t on t.id = s.target_id
    where t.post_id = ${fromWire('post', postId)} order by s.at`.execute(t.db)
  return rows
}

/** Returns the account with the most consecutive failures. */
const parked = async () => {
  const { rows } = await sql<{ failures: number; waits: number }>`
    select failures, extract(epoch from nullif(parked_until, '-infinity') - ph.now())::int as waits from metrics_account
    order by failures desc limit 1`.execute(t.db)
  return rows[0]
}

test('a post is read every hour for two days, then every day for a month, then every week', async () => {
  const [id = ''] = await publish(['mastodon'])
  const dueAfter = async () => {
    const { rows } = await sql<{ ms: number }>`select extract(epoch from w.due_at - ph.now()) * 1000 as ms
      from metrics_watch w join post_target t on t.id = w.target_id where t.post_id = ${fromWire('post', id)}`.execute(
      t.db,
    )
    return Math.round(Number(rows[0]?.ms) / 60_000) * 60_000
  }
  await t.advance(hours(1))
  assert.equal(await dueAfter(), hours(1))
  await t.advance(days(2))
  assert.equal(await dueAfter(), days(1))
  await t.advance(days(30))
  assert.equal(await dueAfter(), days(7))
})

test('one reading covers all of an account’s due posts in as few calls as the network allows', async () => {
  await publish(['mastodon'], 12)
  const requestCount = calls('mastodon', 'listStatuses', 'getStatus', 'listStatusesById')
  await t.advance(hours(1))
  const more = calls('mastodon', 'listStatuses', 'getStatus', 'listStatusesById') - requestCount
  assert.ok(more >= 1 && more <= 2, `${more} calls for 12 posts`)
})

test('a snapshot is stored only if a metric has changed, and the roll-ups match the snapshots', async () => {
  const [id = ''] = await publish(['bluesky', 'mastodon'])
  for (let nth = 0; nth < 6; nth += 1) await t.advance(hours(1))
  const { length } = await snapshotsOf(id)
  assert.ok(length >= 6, `${length} snapshots`)
  await sql`update metrics_watch set due_at = ph.now()`.execute(t.db)
  const requestCount = calls('bluesky', 'getPosts')
  await t.settle()
  assert.ok(calls('bluesky', 'getPosts') > requestCount)
  assert.equal((await snapshotsOf(id)).length, length)
  assert.deepEqual(await verifyAnalytics(t.db), { accounts: 4, faults: [] })
})

test('analytics.synced is sent once for each reading of an account that changed metrics', async () => {
  const read = async () => {
    const { events, hasMore } = done(await readEvents(t, ada, '?limit=100&type=analytics.synced')).body
    assert.equal(hasMore, false)
    return events.filter((event: { data: { network: string } }) => event.data.network === 'mastodon')
  }
  await publish(['mastodon'], 3)
  await t.advance(hours(1))
  // Posts of the tests above are due at other times, which would be separate readings.
  await sql`update metrics_watch set due_at = ph.now() + interval '1 hour' where due_at is not null`.execute(t.db)
  const before = (await read()).length
  await t.advance(hours(1))
  const after = await read()
  assert.equal(after.length, before + 1)
  const { data } = after.at(-1)
  assert.ok(data.posts >= 3, JSON.stringify(data))
  assert.deepEqual([data.accountId, data.profileId, data.platform], [both.mastodon, profileId, 'mastodon'])
  await sql`update metrics_watch set due_at = ph.now()`.execute(t.db)
  await t.settle()
  assert.equal((await read()).length, after.length)
})

test('analytics.synced is sent even if the account itself could not be read', async () => {
  const read = async () => {
    const { events } = done(await readEvents(t, ada, '?limit=100&type=analytics.synced')).body
    return events.filter((event: { data: { network: string } }) => event.data.network === 'mastodon').length
  }
  await publish(['mastodon'])
  await sql`update metrics_watch set due_at = ph.now() + interval '1 day' where due_at is not null`.execute(t.db)
  await t.advance(hours(3))
  const before = await read()
  t.sandbox.faults.add({ network: 'mastodon', kind: 'error_before', call: 'verifyCredentials', times: 9 })
  const { status, body, text } = await ada.post('/v1/analytics/refresh')
  assert.equal(status, 200, text)
  const counts = Object.values<{ posts: number; failed: number }>(body).find(({ failed }) => failed > 0)
  assert.ok(counts && counts.posts > 0, text)
  assert.equal(await read(), before + 1)
  t.sandbox.faults.remove()
  await t.advance(minutes(6))
  done(await ada.post('/v1/analytics/refresh'))
})

test('verify names the roll-up that differs', async () => {
  const tamper = async (change: ReturnType<typeof sql>, back: ReturnType<typeof sql>, fault: RegExp) => {
    await change.execute(t.db)
    const { faults } = await verifyAnalytics(t.db)
    await back.execute(t.db)
    assert.equal(faults.length, 1, faults.join())
    assert.match(faults[0] ?? '', fault)
  }
  const gained = (n: number) => sql`update metrics_gained set likes[24] = likes[24] + ${n}::int`
  await tamper(gained(1), gained(-1), /hours with wrong gains/)
  const published = (n: number) => sql`update metrics_published set views = views + ${n}::int`
  await tamper(published(1), published(-1), /publication days/)
  const posts = (n: number) => sql`update metrics_post set comments = comments + ${n}::int`
  await tamper(posts(1), posts(-1), /posts whose metrics/)
})

test('a failing network is suspended for longer after each failure, then queried again', async () => {
  await publish(['mastodon'])
  t.sandbox.faults.add({ network: 'mastodon', kind: 'error_before', times: 100 })
  await t.advance(hours(1))
  assert.deepEqual(await parked(), { failures: 1, waits: 300 })
  await t.advance(minutes(5))
  assert.deepEqual(await parked(), { failures: 2, waits: 600 })
  t.sandbox.faults.remove()
  await t.advance(minutes(10))
  assert.equal((await parked())?.failures, 0)
})

test('if a network refuses one post’s metrics, the other posts’ metrics are stored, and readings continue', async () => {
  const posts = await publish(['threads'], 3)
  // The post is queried together with the others, and then separately.
  t.sandbox.faults.add({ network: 'threads', kind: 'reject', call: 'getInsights', times: 2 })
  const countStored = async () => (await Promise.all(posts.map(snapshotsOf))).filter(({ length }) => length > 0).length
  await t.advance(hours(1))
  assert.equal(await countStored(), 2)
  await t.advance(hours(1))
  assert.equal(await countStored(), 3)
  // If every post is refused, the account is suspended.
  t.sandbox.faults.add({ network: 'threads', kind: 'reject', call: 'getInsights', times: 100 })
  await t.advance(hours(1))
  assert.equal((await parked())?.failures, 1)
})

test('a network that charges for reads is queried only within the monthly budget, and again the next month', async () => {
  await publish(['x'])
  const used = async () => {
    const { rows } = await sql<{
      used: number
    }>`select used::int from metrics_reads order by month desc limit 1`.execute(t.db)
    return rows[0]?.used ?? 0
  }
  for (let nth = 0; nth < 4; nth += 1) await t.advance(hours(1))
  assert.equal(await used(), 3)
  const spent = calls('x', 'getPosts')
  await t.advance(days(32))
  assert.ok(calls('x', 'getPosts') > spent)
  assert.ok((await used()) < 3)
})

test('a reading taken over by another worker stores nothing, and no gain is counted twice', async () => {
  const [id = ''] = await publish(['mastodon'])
  await t.advance(hours(1))
  const { length } = await snapshotsOf(id)
  const { mastodon } = t.deps.connectors
  assert.ok(mastodon?.metrics)
  const read = mastodon.metrics.bind(mastodon)
  let lostAt = 0
  const slow: typeof read = async (call, ids) => {
    const old = await read(call, ids)
    // This worker's lease ends, and the application's own worker reads in the meantime.
    if (ids.length > 0 && lostAt === 0) {
      lostAt = t.now().getTime()
      await t.advance(hours(1))
    }
    return old
  }
  const deps = { ...t.deps, connectors: { ...t.deps.connectors, mastodon: { ...mastodon, metrics: slow } } }
  await sql`update metrics_watch set due_at = ph.now() where due_at is not null`.execute(t.db)
  await createSyncer(deps, { holder: 'slow' }).tick()
  assert.equal(t.now().getTime(), lostAt + hours(1))
  const after = await snapshotsOf(id)
  assert.equal(after.length, length + 1)
  assert.deepEqual(
    after.map(({ likes }) => likes),
    after.map(({ likes }) => likes).toSorted((one, other) => one - other),
  )
  assert.deepEqual((await verifyAnalytics(t.db)).faults, [])
})
