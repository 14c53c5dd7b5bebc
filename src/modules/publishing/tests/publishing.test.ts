import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { JsonObject, OutgoingMedia, Sendable, Step } from '#connectors/connector.ts'
import { inTx } from '#infra/db/client.ts'
import { NoTurn } from '#infra/fair-line/fair-line.ts'
import { after, hours, minutes, seconds } from '#kernel/clock.ts'
import { openPublishing, type Publishing } from '#test/world/publishing.ts'
import { hold, release } from '../index.ts'

const status = { is: 'status' as const }

/** The owner for a test's engines, which records the changes reported to it. */
const owner = (p: Publishing) => ({
  lock: async () => {},
  changed: async (_: unknown, changes: readonly object[]) => void p.received.push(...changes),
})

test('an enqueued target is published, and each move is reported to its owner', async (t) => {
  const p = await openPublishing(t)
  const target = await p.submit({ text: 'hello' })
  await p.settle(p.engine())
  assert.deepEqual(p.texts(), ['hello'])
  const row = await p.row(target)
  assert.equal(row.status, 'published')
  assert.equal(row.remoteId, 'p1')
  assert.equal(row.attempts, 1)
  assert.deepEqual(row.publishedAt, p.now())
  assert.deepEqual(
    p.changes.map((change) => `${change.from} ${change.to}`),
    ['queued publishing', 'publishing published'],
  )
})

test('a post that is not due yet waits for its time', async (t) => {
  const p = await openPublishing(t)
  await p.submit({ dueAt: after(p.now(), minutes(5)) })
  const engine = p.engine()
  await p.settleFor(engine, minutes(5) - 1, minutes(4))
  assert.deepEqual(p.texts(), [])
  await p.settleFor(engine, 1)
  assert.deepEqual(p.texts(), ['hello'])
})

test('an account’s posts are published in chronological order, one at a time', async (t) => {
  const p = await openPublishing(t)
  for (const [text, agoMs] of [
    ['third', 1],
    ['first', 3],
    ['second', 2],
    ['fourth', 0],
  ] as const) {
    await p.submit({ text, dueAt: new Date(p.now().getTime() - agoMs) })
  }
  await p.settle(p.engine())
  assert.deepEqual(p.texts(), ['first', 'second', 'third', 'fourth'])
})

test('a network that does not respond is retried with backoff, while the account’s other posts are published', async (t) => {
  const p = await openPublishing(t, { uploads: true })
  p.network.fail('upload', { ...status, status: 503 })
  const first = await p.submit({ text: 'first' })
  await p.submit({ text: 'second' })
  const engine = p.engine()
  await p.settle(engine)
  assert.deepEqual(p.texts(), ['second'])
  const waiting = await p.row(first)
  assert.equal(waiting.status, 'queued')
  assert.deepEqual(waiting.nextAttemptAt, after(p.now(), seconds(30)))
  assert.match(waiting.rawError ?? '', /^HTTP 503/)
  await p.settleFor(engine, seconds(30))
  assert.deepEqual(p.texts(), ['second', 'first'])
  const { attempts, error, rawError } = await p.row(first)
  assert.deepEqual({ attempts, error, rawError }, { attempts: 2, error: null, rawError: null })
})

test('after six attempts a post fails with the network’s message', async (t) => {
  const p = await openPublishing(t, { uploads: true })
  p.network.fail('upload', ...Array.from({ length: 9 }, () => ({ ...status, status: 502 })))
  const target = await p.submit()
  const engine = p.engine()
  const triedAt: number[] = []
  const begin = p.now().getTime()
  for (let calls = 0, minute = 0; minute < 200; minute += 0.5) {
    await p.settle(engine)
    if (p.network.calls.length > calls) triedAt.push(p.now().getTime() - begin)
    calls = p.network.calls.length
    await p.advance(seconds(30))
  }
  assert.deepEqual(
    triedAt.map((ms) => ms / 60_000),
    [0, 0.5, 2.5, 12.5, 42.5, 162.5],
  )
  const row = await p.row(target)
  assert.deepEqual([row.status, row.errorCode, row.retryable, row.attempts], ['failed', 'network_unavailable', true, 6])
  assert.match(row.rawError ?? '', /502/)
  assert.deepEqual(p.texts(), [])
})

test('a rejected post fails immediately, with the network’s message and without secrets', async (t) => {
  const p = await openPublishing(t, {
    judge: ({ status: code }) =>
      code === 422 ? { is: 'refused', code: 'text_too_long', why: 'Too long. Shorten it' } : null,
  })
  p.network.fail('post', { ...status, status: 422 })
  const target = await p.submit()
  await p.settle(p.engine())
  const row = await p.row(target)
  assert.deepEqual(
    [row.status, row.errorCode, row.error, row.retryable],
    ['failed', 'text_too_long', 'Too long. Shorten it.', false],
  )
  assert.equal(row.rawError, 'HTTP 422 {"error":"as configured"}')

  await p.submit({ resumeFrom: row.publicationId })
  await p.settle(p.engine())
  assert.equal((await p.row(target)).status, 'published')
  const { rows } = await sql<{ keys: number }>`select count(distinct key_of) as keys from publication`.execute(p.db)
  assert.equal(rows[0]?.keys, 2, 'a post that is known to be absent is sent as new')
})

test('a rate-limited account is parked until the time that the network states, which does not count as an attempt', async (t) => {
  const p = await openPublishing(t)
  p.network.fail('post', { ...status, status: 429, headers: { 'retry-after': '600' } })
  const first = await p.submit({ text: 'first' })
  await p.submit({ text: 'second' })
  await p.submit({ text: 'of another', account: 'bob' })
  const engine = p.engine()
  await p.settle(engine)
  await p.settleFor(engine, minutes(9), minutes(9))
  assert.deepEqual(p.texts(), ['of another'])
  assert.equal((await p.row(first)).attempts, 0)
  await p.settleFor(engine, minutes(3), minutes(1))
  assert.deepEqual(p.texts(), ['of another', 'first', 'second'])
})

test('a network that rejects our app is parked as a whole, and the server administrator is alerted', async (t) => {
  const p = await openPublishing(t, {
    judge: ({ status: code }) => (code === 402 ? { is: 'operator', why: 'No credits.' } : null),
  })
  p.network.fail('post', { ...status, status: 402 })
  const refused = await p.submit({ text: 'first' })
  const engine = p.engine()
  await p.settle(engine)
  assert.equal((await p.row(refused)).errorCode, 'app_refused')
  await p.submit({ text: 'of another', account: 'bob' })
  await p.settleFor(engine, minutes(14), minutes(14))
  assert.deepEqual(p.texts(), [])
  assert.equal(p.logged.filter((line) => line.level === 'error').length, 1)
  assert.equal(await engine.watched.overdue(p.db, 5_000), null)
  await p.settleFor(engine, minutes(2), minutes(2))
  assert.deepEqual(p.texts().sort(), ['first', 'of another'])
})

test('a rejected grant is renewed once and the call is repeated, which does not count as an attempt', async (t) => {
  const p = await openPublishing(t)
  p.network.fail('post', { ...status, status: 401 })
  const target = await p.submit()
  await p.settle(p.engine())
  assert.equal(p.grants.version, 2)
  assert.deepEqual(p.texts(), ['hello'])
  assert.equal((await p.row(target)).attempts, 1)
})

test('if a renewed grant is rejected, it is tried twice more; then the post is held until a reconnect', async (t) => {
  const p = await openPublishing(t)
  p.network.fail('post', ...Array.from({ length: 6 }, () => ({ ...status, status: 401 })))
  const target = await p.submit()
  const engine = p.engine()
  await p.settle(engine)
  assert.equal((await p.row(target)).status, 'queued')
  await p.settleFor(engine, seconds(60), seconds(60))
  assert.deepEqual([(await p.row(target)).status, p.grants.reconnect], ['queued', []])
  await p.settleFor(engine, minutes(3), minutes(3))
  const held = await p.row(target)
  assert.deepEqual([held.status, held.errorCode], ['held', 'needs_reconnect'])
  assert.equal(p.grants.reconnect.length, 1)
  await p.settleFor(engine, hours(5), hours(5))
  const { id } = await p.accountNamed('ada')
  p.grants.lost = null
  await inTx(p.db, (tx) => release({ owner: owner(p) }, tx, id))
  await p.settle(engine)
  assert.equal((await p.row(target)).status, 'published')
})

test('a network that does not know a renewed grant yet does not disconnect the account', async (t) => {
  const p = await openPublishing(t)
  p.network.fail('post', { ...status, status: 401 }, { ...status, status: 401 })
  const target = await p.submit()
  const engine = p.engine()
  await p.settle(engine)
  await p.settleFor(engine, minutes(1), minutes(1))
  assert.deepEqual([(await p.row(target)).status, p.grants.reconnect], ['published', []])
})

test('a post that is held just after a reconnect is not left behind', async (t) => {
  const p = await openPublishing(t)
  p.grants.lost = 'taken back'
  const target = await p.submit()
  // The account works again by the time of the hold, and the release of held publications has already run.
  p.grants.lostOnce = true
  await p.settle(p.engine())
  assert.equal((await p.row(target)).status, 'published')
})

test('all of a held account’s posts wait, and are published a minute apart once the account is released', async (t) => {
  const p = await openPublishing(t)
  const { id } = await p.accountNamed('ada')
  for (const text of ['one', 'two', 'three']) await p.submit({ text })
  await inTx(p.db, (tx) => hold({ owner: owner(p) }, tx, id, 'needs_reconnect'))
  const engine = p.engine()
  await p.settleFor(engine, minutes(20), minutes(10))
  assert.deepEqual(p.texts(), [])
  await inTx(p.db, (tx) => release({ owner: owner(p) }, tx, id))
  const at: number[] = []
  for (let second = 0; second <= 180; second += 5) {
    await p.settle(engine)
    while (at.length < p.texts().length) at.push(second)
    await p.advance(seconds(5))
  }
  assert.deepEqual(p.texts(), ['one', 'two', 'three'])
  assert.deepEqual(at, [0, 60, 120])
})

test('an account’s posts keep the gap that its network requires', async (t) => {
  const p = await openPublishing(t, { leastGapMs: 20_000 })
  for (const text of ['one', 'two', 'three']) await p.submit({ text })
  const engine = p.engine()
  await p.settle(engine)
  assert.deepEqual(p.texts(), ['one'])
  await p.settleFor(engine, seconds(20), seconds(5))
  assert.deepEqual(p.texts(), ['one', 'two'])
})

test('a post whose publication has not begun by its latest time is not sent', async (t) => {
  const p = await openPublishing(t)
  const latestAt = after(p.now(), hours(1))
  const queued = await p.submit({ text: 'queued', latestAt })
  const held = await p.submit({ text: 'held', latestAt, account: 'bob' })
  const { id } = await p.accountNamed('bob')
  await inTx(p.db, (tx) => hold({ owner: owner(p) }, tx, id, 'disconnected'))
  await p.advance(hours(1))
  await p.settle(p.engine())
  for (const target of [queued, held]) {
    const row = await p.row(target)
    assert.deepEqual([row.status, row.errorCode, row.retryable], ['failed', 'too_late', true])
  }
  assert.deepEqual(p.texts(), [])
})

test('a network that is still processing a post is polled again until the step’s patience ends', async (t) => {
  let waits = 3
  const p = await openPublishing(t, { uploads: true, polls: () => (waits-- > 0 ? 5_000 : 0) })
  const target = await p.submit({ text: 'quick' })
  const engine = p.engine()
  await p.settle(engine)
  assert.equal((await p.row(target)).status, 'processing')
  await p.settleFor(engine, seconds(15), seconds(5))
  assert.equal((await p.row(target)).status, 'published')

  waits = 1_000
  const slow = await p.submit({ text: 'slow' })
  await p.settleFor(engine, minutes(17), minutes(1))
  const row = await p.row(slow)
  assert.deepEqual([row.status, row.errorCode], ['failed', 'network_too_slow'])
})

test('content that a network has lost is sent again with growing delays, but not indefinitely', async (t) => {
  const p = await openPublishing(t, {
    uploads: true,
    judge: ({ status: code }) => (code === 410 ? { is: 'again', from: 'upload', why: 'The file is gone.' } : null),
  })
  const engine = p.engine()
  p.network.fail('post', { ...status, status: 410 })
  const target = await p.submit({ text: 'twice uploaded' })
  await p.settle(engine)
  assert.deepEqual(p.network.calls, ['upload', 'post', 'upload', 'post'])
  assert.equal((await p.row(target)).status, 'published')

  p.network.fail('post', ...Array.from({ length: 20 }, () => ({ ...status, status: 410 })))
  const never = await p.submit({ text: 'never' })
  await p.settleFor(engine, hours(1), minutes(1))
  assert.equal((await p.row(never)).errorCode, 'network_forgot')
})

test('an upload that expired before a part was published is repeated', async (t) => {
  const p = await openPublishing(t, { uploads: true, dies: () => after(p.now(), minutes(1)) })
  p.network.fail('post', { ...status, status: 429, headers: { 'retry-after': '300' } })
  await p.submit()
  const engine = p.engine()
  await p.settle(engine)
  await p.settleFor(engine, minutes(6), minutes(1))
  assert.deepEqual(p.network.calls, ['upload', 'post', 'upload', 'post'])
  assert.deepEqual(p.texts(), ['hello'])
})

test('a thread is published part by part, each in reply to the previous one', async (t) => {
  const p = await openPublishing(t)
  const target = await p.submit({ text: 'one', thread: ['two', 'three'] })
  await p.settle(p.engine())
  assert.deepEqual(
    p.network.ledger.map((entry) => [entry.text, entry.replyTo]),
    [
      ['one', null],
      ['two', 'p1'],
      ['three', 'p2'],
    ],
  )
  const row = await p.row(target)
  assert.deepEqual([row.status, row.remoteId, row.parts.shown], ['published', 'p1', 3])
})

test('a thread that stops after a published part is published and incomplete, and a retry continues there', async (t) => {
  const p = await openPublishing(t)
  p.network.fail('post', null, null, { ...status, status: 422 })
  const target = await p.submit({ text: 'one', thread: ['two', 'three', 'four'] })
  const engine = p.engine()
  await p.settle(engine)
  const stopped = await p.row(target)
  assert.deepEqual(
    [stopped.status, stopped.errorCode, stopped.parts, stopped.retryable, stopped.remoteId],
    ['published', 'thread_incomplete', { shown: 2, total: 4 }, true, 'p1'],
  )
  await p.submit({ text: 'one', thread: ['two', 'three', 'four'], resumeFrom: stopped.publicationId })
  await p.settle(engine)
  assert.deepEqual(p.texts(), ['one', 'two', 'three', 'four'])
  assert.equal(p.network.ledger[2]?.replyTo, 'p2')
  const whole = await p.row(target)
  assert.deepEqual([whole.status, whole.errorCode, whole.parts.shown, whole.remoteId], ['published', null, 4, 'p1'])
})

test('a failing step after the post is a warning, because the post is published', async (t) => {
  const p = await openPublishing(t, {
    post: { repeat: 'once' },
    steps: {
      comment: {
        repeat: 'once',
        optional: true,
        run: (call) =>
          call.http
            .send({ name: 'post', method: 'POST', url: `${p.network.url}/upload`, body: '{}' })
            .then(() => ({ memo: {}, end: true as const })),
      },
    },
    afterPost: 'comment',
  })
  p.network.fail('upload', { ...status, status: 403 })
  const target = await p.submit()
  await p.settle(p.engine())
  const row = await p.row(target)
  assert.deepEqual([row.status, row.errorCode, row.warnings.length], ['published', null, 1])
})

test('a post at an unknown step restarts, and an internal error is not repeated immediately', async (t) => {
  const p = await openPublishing(t)
  const target = await p.submit()
  await sql`update publication set step = 'of an older version'`.execute(p.db)
  await p.settle(p.engine())
  assert.equal((await p.row(target)).status, 'published')

  await p.submit({ text: 'second' })
  const faulty = p.engine({ owner: { lock: async () => {}, changed: () => Promise.reject(new Error('a bug')) } })
  for (let round = 0; round < 5; round++) await faulty.tick()
  assert.equal(p.logged.filter((line) => line.level === 'error').length, 1)
  await p.settleFor(p.engine(), seconds(30))
  assert.deepEqual(p.texts(), ['hello', 'second'])
})

test('an image that waits for the converter delays its post, which is neither an attempt nor an error', async (t) => {
  const p = await openPublishing(t)
  const post = p.connector.steps.post ?? assert.fail()
  const pictured: Step<JsonObject, JsonObject> = {
    ...post,
    async run(call, outgoing, memo) {
      await call.media({} as OutgoingMedia)
      return post.run(call, outgoing, memo)
    },
  }
  let requestCount = 0
  const media = () => (++requestCount <= 8 ? Promise.reject(new NoTurn('full')) : Promise.resolve({} as Sendable))
  const connector = { ...p.connector, steps: { ...p.connector.steps, post: pictured } }
  const target = await p.submit()
  const engine = p.engine({ connector, media })
  await p.settle(engine)
  const waiting = await p.row(target)
  assert.deepEqual([waiting.status, waiting.attempts, waiting.errorCode], ['queued', 0, null])
  assert.match(waiting.error ?? '', /Converting a lot of images/)
  for (let round = 0; round < 8; round++) await p.settleFor(engine, seconds(5))
  const { status: now, attempts, error } = await p.row(target)
  assert.deepEqual([now, attempts, error], ['published', 1, null])
  assert.deepEqual(
    p.logged.filter(({ level }) => level === 'error'),
    [],
  )
})
