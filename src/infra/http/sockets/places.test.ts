import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { type TestContext, test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/errors.ts'
import { createPlaces } from './places.ts'

/** Requests of senders, whose connections close when the test says so. */
function open(t: TestContext, restFactor = 0) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const clock = { nowMs: 0 }
  t.mock.method(performance, 'now', () => clock.nowMs)
  const places = createPlaces({ atOnce: 2, line: 3, detail: 'Too many.', restFactor })
  return {
    pass(ms: number) {
      clock.nowMs += ms
      t.mock.timers.tick(ms)
    },
    async send(sender: string) {
      const raw = Object.assign(new EventEmitter(), { closed: false })
      // Only these are read of a request and its reply.
      const request = { caller: { uid: sender } } as unknown as FastifyRequest
      const sent = { is: 'waiting' as 'waiting' | 'inside' | 'refused', close: () => raw.emit('close') }
      places.enter(request, { raw } as unknown as FastifyReply).then(
        () => {
          sent.is = 'inside'
        },
        (error: unknown) => {
          assert.ok(error instanceof Refusal && error.code === 'rate_limited')
          sent.is = 'refused'
        },
      )
      await settled()
      return sent
    },
  }
}

const settled = () => new Promise(setImmediate)
type Sent = Awaited<ReturnType<ReturnType<typeof open>['send']>>
const states = (all: readonly Sent[]) => all.map(({ is }) => is)

async function sendMany(server: ReturnType<typeof open>, sender: string, count: number): Promise<Sent[]> {
  const all: Sent[] = []
  for (let nth = 0; nth < count; nth++) all.push(await server.send(sender))
  return all
}

test('429: a sender has so many places and so long a line, and the next request is refused; others notice nothing', async (t) => {
  const server = open(t)
  const greedy = await sendMany(server, 'greedy', 6)
  assert.deepEqual(states(greedy), ['inside', 'inside', 'waiting', 'waiting', 'waiting', 'refused'])
  assert.deepEqual(states(await sendMany(server, 'modest', 2)), ['inside', 'inside'])
  greedy[1]?.close()
  await settled()
  assert.deepEqual(states(greedy), ['inside', 'inside', 'inside', 'waiting', 'waiting', 'refused'], 'the first in line')
  assert.equal((await server.send('greedy')).is, 'waiting', 'and there is room in the line again')
})

test('429: a request waits ten seconds in line at most, and leaves it when its client goes', async (t) => {
  const server = open(t)
  const all = await sendMany(server, 'greedy', 5)
  all[3]?.close()
  await settled()
  assert.deepEqual(states(all), ['inside', 'inside', 'waiting', 'refused', 'waiting'])
  server.pass(9_999)
  await settled()
  assert.deepEqual(states(all), ['inside', 'inside', 'waiting', 'refused', 'waiting'])
  server.pass(1)
  await settled()
  assert.deepEqual(states(all), ['inside', 'inside', 'refused', 'refused', 'refused'])
  all[0]?.close()
  await settled()
  assert.equal((await server.send('greedy')).is, 'inside', 'the place is free for the next')
})

test('a place rests as long as its answer took, times a factor, and three seconds at most', async (t) => {
  for (const [tookMs, restMs] of [
    [500, 1_000],
    [1_500, 3_000],
    [60_000, 3_000],
  ] as const) {
    const server = open(t, 2)
    const [first] = await sendMany(server, 'greedy', 2)
    server.pass(tookMs)
    first?.close()
    const next = await server.send('greedy')
    server.pass(restMs - 1)
    await settled()
    assert.equal(next.is, 'waiting', `${tookMs} ms`)
    server.pass(1)
    await settled()
    assert.equal(next.is, 'inside', `${tookMs} ms`)
    t.mock.restoreAll()
    t.mock.timers.reset()
  }
})
