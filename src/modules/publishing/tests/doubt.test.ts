import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Connector } from '#connectors/connector.ts'
import { inTx } from '#infra/db/client.ts'
import { hours, minutes, seconds } from '#kernel/clock.ts'
import { openPublishing } from '#test/world/publishing.ts'
import { cancel, resolve } from '../index.ts'

const lostAnswers = [
  ['cut off after it was done', { is: 'cut', after: true }],
  ['answered with 500 after it was done', { is: 'status', status: 500, after: true }],
  ['answered with something unreadable', { is: 'garbage' }],
  ['answered with 409, which may mean that it is there', { is: 'status', status: 409, after: true }],
] as const

for (const [what, fault] of lostAnswers) {
  test(`${what}: a readable network is queried immediately, and a hit is final`, async (t) => {
    const p = await openPublishing(t)
    p.network.knowsKeys = false
    p.network.fail('post', fault)
    const target = await p.submit()
    await p.settle(p.engine())
    const row = await p.row(target)
    assert.deepEqual([row.status, row.remoteId, row.attempts], ['published', 'p1', 1])
    assert.deepEqual(p.texts(), ['hello'])
    assert.deepEqual(p.network.calls, ['post', 'list'])
  })

  test(`${what}: a network that cannot be read and does not recognize repeats never receives a post twice`, async (t) => {
    const p = await openPublishing(t, { canFind: false })
    p.network.knowsKeys = false
    p.network.fail('post', fault)
    const target = await p.submit()
    const engine = p.engine()
    await p.settle(engine)
    await p.settleFor(engine, hours(3), hours(1))
    const row = await p.row(target)
    assert.deepEqual([row.status, row.errorCode, row.retryable], ['unknown', 'outcome_unknown', true])
    assert.match(row.error ?? '', /Check the network, then confirm it’s live or send it again/)
    assert.deepEqual(p.texts(), ['hello'])
  })
}

test('an absence counts only once the last attempt can no longer take effect; then the post is sent again', async (t) => {
  const p = await openPublishing(t, { post: { settleMs: 45_000, deadlineMs: 20_000 } })
  p.network.knowsKeys = false
  p.network.fail('post', { is: 'cut' })
  const target = await p.submit()
  const engine = p.engine()
  await p.settle(engine)
  assert.deepEqual(p.network.calls, ['post', 'list'])
  assert.equal((await p.row(target)).status, 'publishing')
  await p.settleFor(engine, seconds(64), seconds(8))
  assert.deepEqual(p.network.calls, ['post', 'list'])
  await p.settleFor(engine, seconds(1))
  assert.deepEqual(p.network.calls, ['post', 'list', 'list', 'post'])
  assert.deepEqual(p.texts(), ['hello'])
  const row = await p.row(target)
  assert.deepEqual([row.status, row.attempts], ['published', 2])
})

test('a post that becomes readable late is found, and not sent again', async (t) => {
  const p = await openPublishing(t)
  p.network.knowsKeys = false
  p.network.lagMs = 40_000
  p.network.fail('post', { is: 'cut', after: true })
  const target = await p.submit()
  const engine = p.engine()
  await p.settle(engine)
  await p.settleFor(engine, minutes(2))
  assert.deepEqual(p.texts(), ['hello'])
  assert.equal((await p.row(target)).status, 'published')
})

test('another publication’s post with the same text is not mistaken for this one', async (t) => {
  const p = await openPublishing(t)
  p.network.knowsKeys = false
  await p.submit({ text: 'again' })
  const engine = p.engine()
  await p.settle(engine)
  p.network.fail('post', { is: 'cut' })
  const second = await p.submit({ text: 'again' })
  await p.settle(engine)
  await p.settleFor(engine, minutes(2))
  assert.deepEqual(p.texts(), ['again', 'again'])
  assert.equal((await p.row(second)).remoteId, 'p2')
})

test('a network that recognizes repeats is called again with the same key for as long as it does', async (t) => {
  const p = await openPublishing(t, { post: { repeat: { forMs: hours(1) }, settleMs: 0 }, canFind: false })
  p.network.fail('post', { is: 'cut', after: true })
  const target = await p.submit()
  const engine = p.engine()
  await p.settle(engine)
  assert.equal((await p.row(target)).status, 'publishing', 'in flight, so that no one withdraws it')
  await p.settleFor(engine, seconds(30))
  const row = await p.row(target)
  assert.deepEqual([row.status, row.remoteId, row.attempts], ['published', 'p1', 2])
  assert.deepEqual(p.network.calls, ['post', 'post'])
})

test('a call is not repeated once the network no longer recognizes a repeat', async (t) => {
  const p = await openPublishing(t, { post: { repeat: { forMs: minutes(5) } }, canFind: false })
  p.network.fail('post', { is: 'cut', after: true })
  const target = await p.submit()
  const engine = p.engine()
  await p.settle(engine)
  await p.settleFor(engine, minutes(6), minutes(6))
  assert.equal((await p.row(target)).status, 'unknown')
  assert.deepEqual(p.network.calls, ['post'])
})

test('a visible step whose repeat changes nothing is repeated, and stopping does not claim that nothing is published', async (t) => {
  const p = await openPublishing(t, { post: { repeat: 'safe', shows: true }, canFind: false })
  p.network.fail('post', { is: 'cut', after: true })
  const first = await p.submit({ text: 'first' })
  const engine = p.engine()
  await p.settle(engine)
  await p.settleFor(engine, seconds(30))
  assert.deepEqual([(await p.row(first)).status, p.texts()], ['published', ['first']])

  p.network.fail('post', ...Array.from({ length: 6 }, () => ({ is: 'cut' as const, after: true as const })))
  const second = await p.submit({ text: 'second' })
  await p.settleFor(engine, hours(4), minutes(10))
  assert.equal((await p.row(second)).status, 'unknown')
})

test('a rejected repeat does not prove that the first attempt had no effect', async (t) => {
  const p = await openPublishing(t, { post: { repeat: { forMs: hours(1) }, settleMs: 0 } })
  p.network.fail('post', { is: 'cut', after: true }, { is: 'status', status: 403 })
  const target = await p.submit()
  const engine = p.engine()
  await p.settle(engine)
  await p.settleFor(engine, minutes(1))
  assert.deepEqual(p.network.calls, ['post', 'post', 'list'])
  assert.equal((await p.row(target)).status, 'published')
})

test('a call that sent no bytes leaves no doubt, and is retried with backoff', async (t) => {
  const p = await openPublishing(t, { canFind: false })
  const target = await p.submit()
  const { url } = p.network
  await p.network[Symbol.asyncDispose]()
  const engine = p.engine()
  await p.settle(engine)
  assert.equal((await p.row(target)).status, 'queued')
  const { rows } = await sql<{ sent: string; outcome: string }>`select sent, outcome from publication_call`.execute(
    p.db,
  )
  assert.deepEqual(rows, [{ sent: 'no', outcome: 'retry' }], url)
})

test('a failure after an earlier change in the same step leaves doubt, whatever its verdict', async (t) => {
  const p = await openPublishing(t, {
    canFind: false,
    steps: {
      post: {
        repeat: 'once',
        async run(call) {
          const json = { 'content-type': 'application/json' }
          const url = p.network.url
          await call.http.send({
            name: 'post',
            method: 'POST',
            url: `${url}/post`,
            headers: json,
            body: '{"text":"out"}',
          })
          await call.http.send({ name: 'list', method: 'GET', url: `${url}/list` })
          return { memo: {}, end: true }
        },
      },
    },
  })
  p.network.fail('list', { is: 'status', status: 404 })
  const target = await p.submit()
  await p.settle(p.engine())
  assert.equal((await p.row(target)).status, 'unknown')
})

test('a post with the same text as one in doubt waits, and the account’s other posts are published', async (t) => {
  const p = await openPublishing(t)
  p.network.knowsKeys = false
  p.network.fail('post', { is: 'cut' })
  await p.submit({ text: 'same' })
  await p.submit({ text: 'same' })
  await p.submit({ text: 'other' })
  await p.submit({ text: 'same', account: 'bob' })
  const engine = p.engine()
  await p.settle(engine)
  assert.deepEqual(p.network.ledger.map((entry) => `${entry.account} ${entry.text}`).sort(), ['ada other', 'bob same'])
  await p.settleFor(engine, minutes(2))
  assert.deepEqual(p.texts().filter((text) => text === 'same').length, 3)
})

test('a post with an unknown outcome does not block others', async (t) => {
  const p = await openPublishing(t, { canFind: false })
  p.network.fail('post', { is: 'cut' })
  await p.submit({ text: 'same' })
  await p.submit({ text: 'same' })
  await p.settle(p.engine())
  assert.deepEqual(p.texts(), ['same'])
})

test('a post’s outcome is unknown if every lookup fails', async (t) => {
  const p = await openPublishing(t)
  p.network.fail('post', { is: 'cut' })
  p.network.fail('list', ...Array.from({ length: 50 }, () => ({ is: 'status' as const, status: 503 })))
  const target = await p.submit()
  const engine = p.engine()
  await p.settle(engine)
  await p.settleFor(engine, hours(4), minutes(10))
  assert.equal((await p.row(target)).status, 'unknown')
  assert.deepEqual(p.texts(), [])
})

test('an unavailable grant delays the lookup, and is not logged as an error', async (t) => {
  const p = await openPublishing(t)
  const target = await p.submit()
  p.network.fail('post', { is: 'cut', after: true })
  p.network.fail('list', { is: 'status', status: 503 })
  const engine = p.engine()
  await p.settle(engine)
  p.grants.fails = new Error('the network does not renew it now')
  await p.settleFor(engine, minutes(1))
  p.grants.fails = null
  await p.settleFor(engine, minutes(5), minutes(1))
  assert.deepEqual([(await p.row(target)).status, p.texts()], ['published', ['hello']])
  assert.deepEqual(
    p.logged.filter((line) => line.level === 'error'),
    [],
  )
})

test('a thread part that is in doubt is found, and the thread continues after it', async (t) => {
  const p = await openPublishing(t)
  p.network.knowsKeys = false
  p.network.fail('post', null, { is: 'cut', after: true })
  const target = await p.submit({ text: 'one', thread: ['two', 'three'] })
  await p.settle(p.engine())
  assert.deepEqual(p.texts(), ['one', 'two', 'three'])
  assert.equal(p.network.ledger[2]?.replyTo, 'p2')
  assert.equal((await p.row(target)).status, 'published')
})

test('six lost responses, each followed by an absence, end in a failure rather than in doubt', async (t) => {
  const p = await openPublishing(t)
  p.network.fail('post', ...Array.from({ length: 20 }, () => ({ is: 'cut' as const })))
  const target = await p.submit()
  const engine = p.engine()
  await p.settle(engine)
  await p.settleFor(engine, hours(1), seconds(50))
  const row = await p.row(target)
  assert.deepEqual([row.status, row.errorCode, row.attempts], ['failed', 'network_unavailable', 6])
  assert.equal(p.network.calls.filter((call) => call === 'post').length, 6)
})

test('a user resolves an unknown post once; if sent again, it has the same key', async (t) => {
  const p = await openPublishing(t, { canFind: false })
  const engine = p.engine()
  p.network.fail('post', { is: 'cut', after: true }, { is: 'cut', after: true })
  const there = await p.submit({ text: 'there' })
  const notThere = await p.submit({ text: 'not there' })
  await p.settle(engine)
  const ask = async (target: string, as: 'published' | 'absent', remoteId: string | null = null) => {
    const { publicationId } = await p.row(target)
    return await inTx(p.db, (tx) => resolve(p, tx, publicationId, as, { remoteId, url: null }))
  }
  assert.equal((await ask(there, 'published', 'p1')).outcome, 'resolved')
  assert.equal((await ask(there, 'absent')).outcome, 'not_unknown')
  assert.deepEqual([(await p.row(there)).status, (await p.row(there)).remoteId], ['published', 'p1'])

  assert.equal((await ask(notThere, 'published', 'p1')).outcome, 'belongs_to_another')
  assert.equal((await ask(notThere, 'absent')).outcome, 'resolved')
  const failed = await p.row(notThere)
  assert.deepEqual([failed.status, failed.errorCode, failed.retryable], ['failed', 'not_published', true])
  await p.submit({ text: 'not there', resumeFrom: failed.publicationId })
  await p.settle(engine)
  assert.deepEqual(p.texts(), ['there', 'not there'], 'the network knew the key')
  assert.equal((await p.row(notThere)).remoteId, 'p2')
})

test('content that the network accepted is in flight, and unknown if it never becomes visible', async (t) => {
  const p = await openPublishing(t, {
    polls: () => 60_000,
    steps: {
      // The network accepts the post, and shows it later without another call.
      start: {
        repeat: 'once',
        run: async (call, _post, memo) => {
          await call.http.send({ name: 'upload', method: 'POST', url: `${p.network.url}/upload`, body: '{}' })
          return { memo, then: 'poll', afterMs: 60_000 }
        },
      },
    },
    first: 'start',
  })
  const target = await p.submit()
  const engine = p.engine()
  await p.settle(engine)
  assert.equal((await p.row(target)).status, 'processing')
  assert.deepEqual((await inTx(p.db, (tx) => cancel(tx, [target]))).inFlight, [target])
  await p.settleFor(engine, minutes(20), minutes(1))
  assert.equal((await p.row(target)).status, 'unknown')
})

const diesAt422: Connector['judge'] = ({ status }) =>
  status === 422 ? { is: 'again', from: 'upload', why: 'The upload has died.' } : null

test('an upload that expired during a repeat does not end the doubt: the first attempt is looked up before a new upload', async (t) => {
  const post = { repeat: { forMs: hours(1) }, settleMs: 0 }
  const p = await openPublishing(t, { uploads: true, post, judge: diesAt422 })
  p.network.knowsKeys = false
  p.network.fail('post', { is: 'cut', after: true }, { is: 'status', status: 422 })
  const target = await p.submit()
  const engine = p.engine()
  await p.settle(engine)
  await p.settleFor(engine, minutes(3))
  assert.deepEqual(p.network.calls, ['upload', 'post', 'post', 'list'])
  assert.deepEqual([(await p.row(target)).status, p.texts()], ['published', ['hello']])
})

test('an expired upload is repeated once the network has confirmed that the first attempt had no effect', async (t) => {
  const post = { repeat: { forMs: hours(1) }, settleMs: 0 }
  const p = await openPublishing(t, { uploads: true, post, judge: diesAt422 })
  p.network.fail('post', { is: 'cut' }, { is: 'status', status: 422 }, { is: 'status', status: 422 })
  const target = await p.submit()
  const engine = p.engine()
  await p.settle(engine)
  await p.settleFor(engine, minutes(3))
  assert.deepEqual(p.network.calls, ['upload', 'post', 'post', 'list', 'post', 'upload', 'post'])
  assert.deepEqual([(await p.row(target)).status, p.texts()], ['published', ['hello']])
})

test('a post that is cancelled during its last doubt ends as cancelled, not as failed', async (t) => {
  const p = await openPublishing(t)
  p.network.fail('post', ...Array.from({ length: 20 }, () => ({ is: 'cut' as const })))
  const target = await p.submit()
  const engine = p.engine()
  await p.settle(engine)
  for (let steps = 0; p.network.calls.filter((call) => call === 'post').length < 6; steps++) {
    assert.ok(steps < 100)
    await p.settleFor(engine, seconds(50), seconds(50))
  }
  assert.deepEqual((await inTx(p.db, (tx) => cancel(tx, [target]))).inFlight, [target])
  await p.settleFor(engine, minutes(3))
  const { status, error, errorCode, rawError, retryable } = await p.row(target)
  assert.deepEqual([status, error, errorCode, rawError, retryable], ['cancelled', null, null, null, false])
})

test('a cancellation in doubt takes effect as soon as an absence counts, not at the next attempt', async (t) => {
  const p = await openPublishing(t, { post: { repeat: { forMs: hours(8) }, settleMs: 0 } })
  p.network.fail('post', ...Array.from({ length: 4 }, () => ({ is: 'cut' as const })))
  const target = await p.submit()
  const engine = p.engine()
  await p.settle(engine)
  for (const waitMs of [seconds(30), minutes(2), minutes(10)]) await p.settleFor(engine, waitMs, waitMs)
  assert.equal(p.network.calls.length, 4, 'the next try is half an hour away')
  await inTx(p.db, (tx) => cancel(tx, [target]))
  await p.settleFor(engine, seconds(30))
  assert.equal((await p.row(target)).status, 'cancelled')
  assert.deepEqual([p.network.calls.slice(4), p.texts()], [['list', 'list'], []])
})

test('a cancellation right before a repeat stops it', async (t) => {
  const p = await openPublishing(t, { post: { repeat: { forMs: hours(1) }, settleMs: 0 } })
  p.network.fail('post', { is: 'cut' })
  const target = await p.submit()
  await p.settle(p.engine())
  await p.advance(seconds(30))
  const frozen = p.freezeAt('before-intent')
  const engine = p.engine({ probe: frozen.probe })
  const ends = engine.tick()
  await frozen.reached
  await inTx(p.db, (tx) => cancel(tx, [target]))
  frozen.wake()
  await ends
  await p.settleFor(engine, minutes(1))
  assert.deepEqual([(await p.row(target)).status, p.texts()], ['cancelled', []])
})

test('a post cancelled during a hold no longer shows the reason for the hold', async (t) => {
  const p = await openPublishing(t)
  p.grants.lost = 'gone'
  const target = await p.submit()
  await p.settle(p.engine())
  assert.equal((await p.row(target)).errorCode, 'needs_reconnect')
  await inTx(p.db, (tx) => cancel(tx, [target]))
  const { status, error, errorCode, heldWhy } = await p.row(target)
  assert.deepEqual([status, error, errorCode, heldWhy], ['cancelled', null, null, null])
})
