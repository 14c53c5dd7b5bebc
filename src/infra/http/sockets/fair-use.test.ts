import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/errors.ts'
import { beginLiveAnswer } from '../answer/live-answer.ts'
import { createPlaces, keepUseFair } from './fair-use.ts'
import { createLoopShare } from './loop-share.ts'

/** A server whose event loop time is set by the test. Each client is a user. */
async function serve(t: TestContext) {
  const clock = { nowMs: 0, busyMs: 0 }
  const app = Fastify({ forceCloseConnections: true })
  t.after(() => app.close())
  const arrived: string[] = []
  const inside: string[] = []
  const most = { inside: 0 }
  const gate = { open: Promise.withResolvers<void>() }
  const senderIn = ({ headers }: FastifyRequest) => String(headers.sender)
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    request.caller = { uid: senderIn(request) } as never
    arrived.push(senderIn(request))
  })
  keepUseFair(
    app,
    createLoopShare(
      () => clock.nowMs,
      () => clock.busyMs,
    ),
  )
  app.get('/work', async () => {
    clock.nowMs += 5_000
    clock.busyMs += 5_000
    return 'done'
  })
  app.get('/wait', async (request) => {
    inside.push(senderIn(request))
    most.inside = Math.max(most.inside, inside.length)
    await gate.open.promise
    inside.pop()
    return 'done'
  })
  app.get('/now', async () => 'done')
  app.get('/stream', async (_request, reply) => {
    beginLiveAnswer(reply, 'text/plain').write('begun')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    inside,
    most,
    open: () => gate.open.resolve(),
    get: (sender: string, path: string, signal: AbortSignal | null = null) =>
      fetch(url + path, { headers: { sender }, signal }),
    /** Sends requests that wait in their handlers, and resolves when the server has read all of them. */
    async wait(sender: string, count: number, signal: AbortSignal | null = null) {
      const before = arrived.length
      const answers = Array.from({ length: count }, () => this.get(sender, '/wait', signal))
      while (arrived.length < before + count) await new Promise(setImmediate)
      return answers
    },
    /** Resolves when this many requests are in their handlers. */
    async insideAre(count: number) {
      while (inside.length < count) await new Promise(setImmediate)
    },
  }
}

const statusesOf = async (answers: readonly Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

const settled = () => new Promise(setImmediate)

test('a client that used up the event loop is served one request at a time while another is active', async (t) => {
  const server = await serve(t)
  await server.get('greedy', '/work')
  await server.get('modest', '/now')
  const greedy = await server.wait('greedy', 5)
  const modest = await server.wait('modest', 3)
  await server.insideAre(4)
  assert.equal(server.inside.filter((sender) => sender === 'greedy').length, 1)
  server.open()
  assert.deepEqual(await statusesOf([...greedy, ...modest]), Array(8).fill(200))
  assert.equal(server.most.inside, 4)
})

test('a single client may use the entire loop', async (t) => {
  const server = await serve(t)
  await server.get('greedy', '/work')
  const greedy = await server.wait('greedy', 5)
  await server.insideAre(5)
  server.open()
  assert.deepEqual(await statusesOf(greedy), Array(5).fill(200))
})

test('an endless response frees its place when it begins, and so does a client that disconnects', async (t) => {
  const server = await serve(t)
  await server.get('greedy', '/work')
  await server.get('modest', '/now')
  const streams = [await server.get('greedy', '/stream'), await server.get('greedy', '/stream')]
  assert.deepEqual(await statusesOf([server.get('greedy', '/now')]), [200])
  const leaving = new AbortController()
  const left = await server.wait('greedy', 3, leaving.signal)
  await server.insideAre(1)
  leaving.abort()
  assert.deepEqual(new Set((await Promise.allSettled(left)).map(({ status }) => status)), new Set(['rejected']))
  assert.deepEqual(await statusesOf([server.get('greedy', '/now')]), [200])
  assert.equal(server.most.inside, 1)
  server.open()
  for (const stream of streams) await stream.body?.cancel()
})

/** Requests of clients whose connections close when the test decides. */
function open(t: TestContext, restFactor = 0) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const clock = { nowMs: 0 }
  t.mock.method(performance, 'now', () => clock.nowMs)
  const places = createPlaces({ placesOfOne: 2, waitingMax: 3, detail: 'Too many.', restFactor })
  return {
    pass(ms: number) {
      clock.nowMs += ms
      t.mock.timers.tick(ms)
    },
    async send(sender: string) {
      const raw = Object.assign(new EventEmitter(), { closed: false })
      // The only fields that are read from a request and its reply.
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

type Sent = Awaited<ReturnType<ReturnType<typeof open>['send']>>
const states = (all: readonly Sent[]) => all.map(({ is }) => is)

async function sendMany(server: ReturnType<typeof open>, sender: string, count: number): Promise<Sent[]> {
  const all: Sent[] = []
  for (let nth = 0; nth < count; nth++) all.push(await server.send(sender))
  return all
}

test('429: a client’s places and queue are limited, which does not affect other clients', async (t) => {
  const server = open(t)
  const greedy = await sendMany(server, 'greedy', 6)
  assert.deepEqual(states(greedy), ['inside', 'inside', 'waiting', 'waiting', 'waiting', 'refused'])
  assert.deepEqual(states(await sendMany(server, 'modest', 2)), ['inside', 'inside'])
  greedy[1]?.close()
  await settled()
  assert.deepEqual(states(greedy), ['inside', 'inside', 'inside', 'waiting', 'waiting', 'refused'], 'the first in line')
  assert.equal((await server.send('greedy')).is, 'waiting', 'and the line has a place')
})

test('429: a request waits in line for at most ten seconds, and leaves it when its client disconnects', async (t) => {
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

test('a slot is suspended for a multiple of its response time, at most three seconds', async (t) => {
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
