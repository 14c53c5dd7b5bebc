import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { after, minutes, seconds } from '#kernel/clock.ts'
import { openPublishing, type Publishing } from '#test/world/publishing.ts'
import { waitsOf } from '../index.ts'

const many = (count: number): string[] => Array.from({ length: count }, (_, nth) => `no. ${nth}`)

async function submitAll(p: Publishing, texts: readonly string[]): Promise<string[]> {
  const targets = []
  for (const text of texts) targets.push(await p.submit({ text }))
  return targets
}

/** Returns when each text reached the network while the engine ran, in seconds from now. */
async function sentAt(p: Publishing, engine: ReturnType<Publishing['engine']>, forMs: number): Promise<number[]> {
  const from = p.network.ledger.length
  const begin = p.now().getTime()
  await p.settle(engine)
  await p.settleFor(engine, forMs, seconds(5))
  return p.network.ledger.slice(from).map(({ at }) => (at - begin) / 1_000)
}

test('an account that fell behind without an outage catches up at its own pace', async (t) => {
  const p = await openPublishing(t)
  p.network.fail('post', { is: 'status', status: 429, headers: { 'retry-after': '600' } })
  await submitAll(p, many(12))
  const engine = p.engine()
  await p.settle(engine)
  await p.settleFor(engine, minutes(9), seconds(30))
  assert.deepEqual(p.texts(), [])
  await p.settleFor(engine, minutes(2), seconds(30))
  assert.deepEqual(p.texts(), many(12))
})

test('after a restart of less than a minute, no post counts as missed', async (t) => {
  const p = await openPublishing(t)
  await p.settle(p.engine())
  await submitAll(p, many(8))
  await p.advance(seconds(55))
  await p.settle(p.engine())
  assert.deepEqual(p.texts(), many(8))
})

test('posts at most 15 minutes late when the outage ended are published immediately', async (t) => {
  const p = await openPublishing(t)
  await p.settle(p.engine())
  await submitAll(p, many(8))
  await p.advance(minutes(15))
  await p.settle(p.engine())
  assert.deepEqual(p.texts(), many(8))
})

test('after an outage, posts that are less late overtake those that are more than 15 minutes late', async (t) => {
  const p = await openPublishing(t)
  await p.settle(p.engine())
  await submitAll(p, many(2))
  await p.advance(minutes(10))
  await submitAll(p, ['less late', 'less late, too'])
  await p.advance(minutes(10))
  const engine = p.engine()
  await p.settle(engine)
  assert.deepEqual(p.texts().toSorted(), ['less late', 'less late, too', 'no. 0'])
  assert.deepEqual(await sentAt(p, engine, minutes(2)), [60])
})

test('posts more than 15 minutes late after an outage are published a minute apart, and each shows its time', async (t) => {
  const p = await openPublishing(t)
  await p.settle(p.engine())
  const targets = await submitAll(p, many(4))
  await p.advance(minutes(20))
  const engine = p.engine()
  const back = p.now()
  await p.settle(engine)
  const times = []
  for (const target of targets) times.push((await p.row(target)).nextAttemptAt)
  assert.deepEqual(times, [null, after(back, minutes(1)), after(back, minutes(2)), after(back, minutes(3))])
  const { publicationId } = await p.row(targets[1]!)
  const wait = (await waitsOf(p.db, [publicationId])).get(publicationId)
  assert.deepEqual([wait?.reason, wait?.until], ['catching_up', after(back, minutes(1))])
  assert.deepEqual(await sentAt(p, engine, minutes(5)), [60, 120, 180])
  assert.deepEqual(p.texts(), many(4))
})

test('an on-time post overtakes missed posts on the same account', async (t) => {
  const p = await openPublishing(t)
  await p.settle(p.engine())
  await submitAll(p, many(3))
  await p.advance(minutes(20))
  const engine = p.engine()
  await p.settle(engine)
  await p.advance(seconds(10))
  await submitAll(p, ['on time', 'on time, too'])
  await p.settle(engine)
  assert.deepEqual(p.texts(), ['no. 0', 'on time', 'on time, too'])
  assert.deepEqual(await sentAt(p, engine, minutes(3)), [50, 110])
})

test('missed posts that wait for an account limit keep their gap when it ends', async (t) => {
  const p = await openPublishing(t)
  await p.settle(p.engine())
  await submitAll(p, many(4))
  await p.advance(minutes(20))
  p.network.fail('post', null, { is: 'status', status: 429, headers: { 'retry-after': '300' } })
  const sent = await sentAt(p, p.engine(), minutes(10))
  assert.equal(sent.length, 4)
  for (const [nth, at] of sent.entries()) assert.ok(nth === 0 || at - (sent[nth - 1] ?? 0) >= 60, sent.join(' '))
})

test('an engine that may not claim anything does not end an outage: posts that were due during the outage count as missed', async (t) => {
  const p = await openPublishing(t)
  let mayClaim = true
  const engine = p.engine({ onlyIf: () => sql<boolean>`${mayClaim}::boolean` })
  await p.settle(engine)
  mayClaim = false
  await submitAll(p, many(3))
  await p.settleFor(engine, minutes(20), seconds(30))
  mayClaim = true
  assert.deepEqual(await sentAt(p, engine, minutes(4)), [0, 60, 120])
})

test('an outage ends for every account, whichever engine comes back first', async (t) => {
  const p = await openPublishing(t)
  await p.settle(p.engine())
  await p.submit({ text: 'of ada' })
  await p.submit({ text: 'of bob', account: 'bob' })
  await p.submit({ text: 'of ada, too' })
  await p.advance(minutes(20))
  const [one, two] = [p.engine(), p.engine()]
  await Promise.all([p.settle(one), p.settle(two)])
  assert.deepEqual(p.texts().toSorted(), ['of ada', 'of bob'])
})

test('if a clock is still ahead, a post for now is published now, and a post for later at its time', async (t) => {
  const p = await openPublishing(t)
  await p.submit({ text: 'now', aheadMs: minutes(60) })
  await p.submit({ text: 'later', aheadMs: minutes(60), dueAt: after(p.now(), minutes(90)) })
  const engine = p.engine()
  await p.settle(engine)
  assert.deepEqual(p.texts(), ['now'])
  await p.advance(minutes(90))
  await p.settle(engine)
  assert.deepEqual(p.texts(), ['now', 'later'])
})
