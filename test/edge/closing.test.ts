import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { startEdge } from '../harness/own-edge.ts'

const rounds = 4

/**
 * Sends requests nonstop, on kept-alive and new connections, until the server stops listening. Runs in its own process.
 */
const clients = `
  const { parentPort, workerData: url } = require('node:worker_threads')
  const { Agent, request } = require('undici')
  const agent = new Agent({ connections: 16, pipelining: 1 })
  const counts = {}
  const note = (what) => {
    counts[what] = (counts[what] ?? 0) + 1
    if (counts[what] === 1) parentPort.postMessage({ first: what })
    return what
  }
  const ask = async () => {
    const { statusCode, body } = await request(url, { dispatcher: agent })
    await body.text()
    return statusCode
  }
  const one = async () => {
    while (note(await ask().catch((error) => error.code ?? error.message)) !== 'ECONNREFUSED');
  }
  Promise.all(Array.from({ length: 16 }, one)).then(async () => {
    await agent.destroy()
    parentPort.postMessage({ counts })
  })
`

test('a server that closes under load responds to every request that it accepts, and resets none', async (c) => {
  for (let round = 0; round < rounds; round++) {
    const { app, url } = await startEdge(c, (edge) => {
      const config = { access: { credential: 'none' }, rateLimited: false } as const
      edge.get('/there', { config, schema: { hide: true } }, async () => ({ here: true }))
    })
    const worker = new Worker(clients, { eval: true, workerData: `${url}/there` })
    const ended = once(worker, 'exit')
    let counts: Record<string, number> = {}
    worker.on('message', (message: { counts?: typeof counts }) => {
      counts = message.counts ?? counts
    })
    await once(worker, 'message')
    await app.close()
    await ended
    assert.deepEqual(Object.keys(counts).sort(), ['200', 'ECONNREFUSED'], JSON.stringify(counts))
  }
})
