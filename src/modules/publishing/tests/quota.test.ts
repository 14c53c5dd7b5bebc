import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { after, hours, minutes, seconds } from '#kernel/clock.ts'
import type { Quota } from '#rules/limits.ts'
import { openPublishing, type Publishing } from '#test/world/publishing.ts'
import { cancel } from '../actions/cancel.ts'
import { hold, release } from '../index.ts'
import { lockApp } from '../store/spends.ts'

const twoAnHour: Quota = { max: 2, perMs: hours(1), of: 'account' }
const open = (t: TestContext, ...quotas: Quota[]) => openPublishing(t, { quotas })

/** Submits the posts one at a time, in the order in which they become due. */
async function submit(p: Publishing, texts: readonly string[], more: Parameters<Publishing['submit']>[0] = {}) {
  const ids: string[] = []
  for (const text of texts) ids.push(await p.submit({ text, ...more }))
  return ids
}

const statuses = async (p: Publishing, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await p.row(id)).status))

test('a post beyond the account’s quota is held, says until when, and is published once there is room, which does not count as an attempt', async (t) => {
  const p = await open(t, twoAnHour)
  const ids = await submit(p, ['one', 'two', 'three'])
  const engine = p.engine()
  await p.settle(engine)
  assert.deepEqual(p.texts(), ['one', 'two'])
  const row = await p.row(ids[2]!)
  assert.deepEqual([row.status, row.heldWhy, row.errorCode, row.attempts], ['held', 'quota', 'quota_reached', 0])
  assert.match(
    row.error ?? '',
    /^Tiny allows 2 posts in an hour per account\. This post will be published when the limit resets\.$/,
  )
  assert.deepEqual(row.nextAttemptAt, after(p.now(), hours(1) + seconds(1)))
  await p.settleFor(engine, hours(1), minutes(10))
  assert.deepEqual(p.texts(), ['one', 'two'])
  await p.settleFor(engine, seconds(1))
  assert.deepEqual(p.texts(), ['one', 'two', 'three'])
  const went = await p.row(ids[2]!)
  assert.deepEqual([went.status, went.attempts, went.heldWhy, went.error], ['published', 1, null, null])
})

test('each post in a sliding window frees its place at a different time', async (t) => {
  const p = await open(t, twoAnHour)
  const engine = p.engine()
  await submit(p, ['one'])
  await p.settle(engine)
  await p.advance(minutes(20))
  const [, , four] = await submit(p, ['two', 'three', 'four'])
  await p.settle(engine)
  await p.settleFor(engine, minutes(40), minutes(5))
  assert.deepEqual(p.texts(), ['one', 'two'])
  await p.settleFor(engine, seconds(1))
  assert.deepEqual(p.texts(), ['one', 'two', 'three'])
  await p.settleFor(engine, minutes(20) + seconds(1), minutes(1))
  assert.deepEqual(p.texts(), ['one', 'two', 'three', 'four'])
  const held = p.changes.filter(({ targetId, to }) => targetId === four && to === 'held')
  assert.equal(held.length, 1, 'the units of the previous one are counted, so it is released once')
})

test('a later post does not pass a held one, and each is released once', async (t) => {
  const p = await open(t, twoAnHour)
  const engine = p.engine()
  const ids = await submit(p, ['one', 'two', 'three', 'four'])
  await p.settle(engine)
  await p.advance(minutes(59))
  await submit(p, ['late'])
  await p.settle(engine)
  await p.settleFor(engine, hours(2), minutes(1))
  assert.deepEqual(p.texts(), ['one', 'two', 'three', 'four', 'late'])
  const moves = p.changes.filter(({ targetId, to }) => targetId === ids[3] && to === 'held')
  assert.equal(moves.length, 1)
})

test('a post held beyond its latest time fails as too late, and is never sent', async (t) => {
  const p = await open(t, twoAnHour)
  const engine = p.engine()
  await submit(p, ['one', 'two'])
  const [late] = await submit(p, ['three'], { latestAt: after(p.now(), minutes(30)) })
  await p.settle(engine)
  assert.equal((await p.row(late!)).status, 'held')
  await p.settleFor(engine, minutes(30), minutes(10))
  const row = await p.row(late!)
  assert.deepEqual([row.status, row.errorCode, row.retryable], ['failed', 'too_late', true])
  await p.settleFor(engine, hours(2), minutes(10))
  assert.deepEqual(p.texts(), ['one', 'two'])
})

test('a thread needs room for all of its parts; one larger than the quota is published alone', async (t) => {
  const p = await open(t, { max: 3, perMs: hours(1), of: 'account' })
  const engine = p.engine()
  await submit(p, ['one', 'two'])
  const [thread] = await submit(p, ['a'], { thread: ['b'] })
  await p.settle(engine)
  assert.deepEqual([await statuses(p, [thread!]), p.texts()], [['held'], ['one', 'two']])
  await p.settleFor(engine, hours(1) + seconds(1), minutes(10))
  assert.deepEqual(p.texts(), ['one', 'two', 'a', 'b'])
  await p.advance(hours(2))
  await submit(p, ['c'], { thread: ['d', 'e', 'f', 'g'] })
  await p.settle(engine)
  assert.deepEqual(p.texts().slice(4), ['c', 'd', 'e', 'f', 'g'])
})

test('a quota for some kinds of posts counts and holds only these kinds', async (t) => {
  const p = await open(
    t,
    { max: 1, perMs: hours(1), of: 'account', kinds: ['reel', 'short'] },
    { max: 100, perMs: hours(1), of: 'account' },
  )
  const engine = p.engine()
  const ids = await submit(p, ['one', 'two'])
  ids.push(await p.submit({ format: 'reel' }), await p.submit({ format: 'short' }), await p.submit({ format: 'story' }))
  await p.settle(engine)
  assert.deepEqual(await statuses(p, ids), ['published', 'published', 'published', 'held', 'published'])
})

test('a post that the network takes long to process counts from the moment it is visible', async (t) => {
  let isReady = false
  const quotas: Quota[] = [{ max: 1, perMs: minutes(10), of: 'account' }]
  const p = await openPublishing(t, { quotas, polls: () => (isReady ? 0 : minutes(5)) })
  const engine = p.engine()
  await submit(p, ['one'])
  await p.settle(engine)
  isReady = true
  await p.settleFor(engine, minutes(5), minutes(5))
  assert.deepEqual(p.texts(), ['one'])
  const [two] = await submit(p, ['two'])
  await p.settle(engine)
  const { status: is, nextAttemptAt } = await p.row(two!)
  assert.deepEqual([is, nextAttemptAt], ['held', after(p.now(), minutes(10) + seconds(1))])
})

test('a quota of replies or of posts counts only replies or posts', async (t) => {
  const p = await open(
    t,
    { max: 2, perMs: hours(1), of: 'account', counts: 'posts' },
    { max: 3, perMs: hours(1), of: 'account', counts: 'replies' },
  )
  const engine = p.engine()
  await submit(p, ['one'], { thread: ['a', 'b'] })
  await submit(p, ['two'])
  await p.settle(engine)
  assert.deepEqual(p.texts(), ['one', 'a', 'b', 'two'])
  const [third] = await submit(p, ['three'])
  await p.settle(engine)
  assert.deepEqual(await statuses(p, [third!]), ['held'])
  const q = await open(t, { max: 3, perMs: hours(1), of: 'account', counts: 'replies' })
  const other = q.engine()
  await submit(q, ['one'], { thread: ['a', 'b'] })
  const [two] = await submit(q, ['two'], { thread: ['c', 'd'] })
  const [three] = await submit(q, ['three'])
  await q.settle(other)
  assert.deepEqual(await statuses(q, [two!, three!]), ['held', 'published'])
})

test('an app’s quota is shared by all of its accounts, but not with other apps', async (t) => {
  const p = await open(t, { max: 2, perMs: hours(1), of: 'app' })
  const engine = p.engine()
  const [a] = await submit(p, ['a'], { account: 'ada' })
  const [b] = await submit(p, ['b'], { account: 'bob' })
  await p.settle(engine)
  const [c] = await submit(p, ['c'], { account: 'cid' })
  await p.settle(engine)
  assert.deepEqual(await statuses(p, [a!, b!, c!]), ['published', 'published', 'held'])
  assert.match((await p.row(c!)).error ?? '', /across everyone on this server/)
  await p.accountNamed('live')
  await sql`update account set mode = 'live' where handle = 'live'`.execute(p.db)
  const [live] = await submit(p, ['live'], { account: 'live' })
  await p.settle(engine)
  assert.deepEqual(await statuses(p, [live!]), ['published'])
  await p.settleFor(engine, hours(1) + seconds(1), minutes(10))
  assert.deepEqual(await statuses(p, [c!]), ['published'])
})

test('an app’s monthly plan counts from the first day of the month to the last', async (t) => {
  const p = await openPublishing(t)
  const ownCaps = { tiny: [{ max: 1, per: 'month', of: 'app' }] } as const
  const engine = p.engine({ ownCaps })
  const [, held] = await submit(p, ['one', 'two'])
  await p.settle(engine)
  const row = await p.row(held!)
  const now = p.now()
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  assert.deepEqual([row.status, row.nextAttemptAt?.getTime()], ['held', next + seconds(1)])
  await p.advance(next - now.getTime())
  await p.settle(engine)
  assert.deepEqual(p.texts(), ['one'])
  await p.settleFor(engine, seconds(1))
  assert.deepEqual(p.texts(), ['one', 'two'])
})

test('if two processes compete for an app’s last free post, one gets it and the other’s post is held', async (t) => {
  const p = await open(t, { max: 1, perMs: hours(1), of: 'app' })
  const ids = [...(await submit(p, ['a'], { account: 'ada' })), ...(await submit(p, ['b'], { account: 'bob' }))]
  // Each engine takes one lane, and has read the count before either counts under the lock.
  const first = p.engine({ placesEach: 1 })
  const second = p.engine({ placesEach: 1 })
  const ticks: Promise<number>[] = []
  await inTx(p.db, async (tx) => {
    await lockApp(tx, 'tiny sandbox')
    for (const engine of [first, second]) {
      ticks.push(engine.tick())
      await until(async () => (await waiting(p)) === ticks.length)
    }
  })
  await Promise.all(ticks)
  assert.equal(p.texts().length, 1, p.texts().join())
  await p.settle(first)
  await p.settle(second)
  assert.equal(p.texts().length, 1, p.texts().join())
  assert.deepEqual((await statuses(p, ids)).toSorted(), ['held', 'published'])
})

const waiting = async (p: Publishing): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks
    where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`.execute(
    p.db,
  )
  return rows[0]?.n ?? 0
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('it never happened')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('an attempt without effect uses no quota', async (t) => {
  const p = await openPublishing(t, { quotas: [{ max: 1, perMs: minutes(10), of: 'account' }], uploads: true })
  p.network.fail('upload', { is: 'status', status: 503 })
  const engine = p.engine()
  await submit(p, ['one', 'two'])
  await p.settle(engine)
  assert.deepEqual(p.texts(), ['two'])
  await p.settleFor(engine, minutes(10), seconds(30))
  assert.deepEqual(p.texts(), ['two'])
  await p.settleFor(engine, seconds(31), seconds(31))
  assert.deepEqual(p.texts(), ['two', 'one'])
})

test('a post held for a quota can be cancelled, and a reconnect does not release it', async (t) => {
  const p = await open(t, twoAnHour)
  const engine = p.engine()
  const ids = await submit(p, ['one', 'two', 'three', 'four'])
  await p.settle(engine)
  const { id } = await p.accountNamed('ada')
  const owner = { lock: async () => {}, changed: async () => {} }
  await inTx(p.db, (tx) => hold({ owner }, tx, id, 'needs_reconnect'))
  await inTx(p.db, (tx) => release({ owner }, tx, id))
  assert.deepEqual(await statuses(p, ids.slice(2)), ['held', 'held'])
  await inTx(p.db, (tx) => cancel(tx, [ids[2]!]))
  await p.settleFor(engine, hours(1) + seconds(1), minutes(10))
  assert.deepEqual(await statuses(p, ids.slice(2)), ['cancelled', 'published'])
  assert.deepEqual(p.texts(), ['one', 'two', 'four'])
})

test('a post that cannot be released stays held, and does not block others from being released', async (t) => {
  const p = await open(t, { max: 1, perMs: hours(1), of: 'account' })
  const engine = p.engine()
  const held: string[] = []
  for (const account of ['ada', 'bob', 'carla']) {
    const [, second] = await submit(p, [`first of ${account}`, `second of ${account}`], { account })
    held.push(second!)
  }
  await p.settle(engine)
  assert.deepEqual(await statuses(p, held), ['held', 'held', 'held'])
  p.damaged.add(held[1]!)
  await p.settleFor(engine, hours(1) + seconds(1), minutes(10))
  assert.deepEqual(await statuses(p, held), ['published', 'held', 'published'])
  assert.ok(p.logged.some(({ level, message }) => level === 'error' && /could not be released/.test(message)))
})

test('an expired post that cannot be finished does not block others', async (t) => {
  const p = await openPublishing(t)
  p.grants.lost = 'gone'
  const latestAt = after(p.now(), hours(1))
  const targets = [await p.submit({ latestAt }), await p.submit({ latestAt, account: 'bob' })]
  const engine = p.engine()
  await p.settle(engine)
  p.damaged.add(targets[0]!)
  await p.settleFor(engine, hours(2), hours(1))
  assert.deepEqual(await statuses(p, targets), ['held', 'failed'])
})
