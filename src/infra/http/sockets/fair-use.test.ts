import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import Fastify, { type FastifyRequest } from 'fastify'
import { beginLiveAnswer } from '../answer/live-answer.ts'
import { keepUseFair } from './fair-use.ts'
import { createLoopShare } from './loop-share.ts'

/** A server whose event loop has worked for as long as the test says. Each sender is a user. */
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
    /** Resolves when as many requests are in their handlers. */
    async insideAre(count: number) {
      while (inside.length < count) await new Promise(setImmediate)
    },
  }
}

const statusesOf = async (answers: readonly Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

test('a sender who took the event loop is answered one request after the other while another is there', async (t) => {
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

test('a sender who is alone may use all of the loop', async (t) => {
  const server = await serve(t)
  await server.get('greedy', '/work')
  const greedy = await server.wait('greedy', 5)
  await server.insideAre(5)
  server.open()
  assert.deepEqual(await statusesOf(greedy), Array(5).fill(200))
})

test('an answer without an end gives its place back when it begins, and a client that goes away does, too', async (t) => {
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
