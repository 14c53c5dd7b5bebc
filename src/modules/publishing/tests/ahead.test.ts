import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTx } from '#infra/db/client.ts'
import { minutes } from '#kernel/clock.ts'
import { until } from '#test/harness/queue.ts'
import { openPublishing } from '#test/world/publishing.ts'
import { cancel } from '../index.ts'

/** Two posts of one account: the response to the first is delayed until released, and the second is taken ahead. */
async function openAhead(t: Parameters<typeof openPublishing>[0], more: Parameters<typeof openPublishing>[1] = {}) {
  const p = await openPublishing(t, more)
  const answer = Promise.withResolvers<void>()
  p.network.fail('post', { is: 'wait', for: answer.promise })
  const first = await p.submit({ text: 'first' })
  const second = await p.submit({ text: 'second' })
  const engine = p.engine()
  const ticking = engine.tick()
  await until('the first is there', () => p.network.ledger.length === 1)
  return { p, engine, first, second, ticking, answer: answer.resolve }
}

test('the next post leaves the queue during the previous call, and is sent only after its response', async (t) => {
  const { p, first, second, ticking, answer } = await openAhead(t)
  await until('the second is taken', async () => (await p.row(second)).status === 'publishing')
  assert.deepEqual(p.texts(), ['first'])
  answer()
  await ticking
  assert.deepEqual(p.texts(), ['first', 'second'])
  for (const target of [first, second])
    assert.deepEqual([(await p.row(target)).status, (await p.row(target)).attempts], ['published', 1])
})

test('a post that was taken ahead can still be cancelled, and is then not sent', async (t) => {
  const { p, second, ticking, answer } = await openAhead(t)
  await until('the second is taken', async () => (await p.row(second)).status === 'publishing')
  assert.deepEqual(await inTx(p.db, (tx) => cancel(tx, [second])), { cancelled: [second], inFlight: [] })
  answer()
  await ticking
  assert.deepEqual([p.texts(), (await p.row(second)).status], [['first'], 'cancelled'])
})

test('a post that was taken ahead returns to the queue if the account is parked, which does not count as an attempt', async (t) => {
  const p = await openPublishing(t, { canFind: false })
  const answer = Promise.withResolvers<void>()
  p.network.fail('post', { is: 'wait', for: answer.promise, before: true, then: 429 })
  await p.submit({ text: 'first' })
  const second = await p.submit({ text: 'second' })
  const engine = p.engine()
  const ticking = engine.tick()
  await until('the second is taken', async () => (await p.row(second)).status === 'publishing')
  answer.resolve()
  await ticking
  const { status, attempts } = await p.row(second)
  assert.deepEqual([status, attempts, p.texts()], ['queued', 0, []])
  await p.settleFor(engine, minutes(4), minutes(1))
  assert.deepEqual(p.texts(), ['first', 'second'])
})

test('no post is taken ahead if the network requires a gap between posts', async (t) => {
  const { p, second, ticking, answer } = await openAhead(t, { leastGapMs: 20_000 })
  answer()
  await ticking
  assert.deepEqual(
    p.changes.filter(({ targetId }) => targetId === second),
    [],
  )
  assert.deepEqual([(await p.row(second)).status, p.texts()], ['queued', ['first']])
})

test('a post with the same text is not taken ahead, because the previous one may be in doubt', async (t) => {
  const p = await openPublishing(t)
  const first = await p.submit({ text: 'same' })
  const twin = await p.submit({ text: 'same' })
  await p.settle(p.engine())
  assert.deepEqual(
    p.changes.map(({ targetId, to }) => [targetId === first ? 'first' : targetId === twin ? 'twin' : '', to]),
    [
      ['first', 'publishing'],
      ['first', 'published'],
      ['twin', 'publishing'],
      ['twin', 'published'],
    ],
  )
})
