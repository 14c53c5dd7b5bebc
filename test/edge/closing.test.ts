import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { startEdge } from '../harness/own-edge.ts'

const rounds = 4

interface Report {
  readonly counts: Readonly<Record<string, number>>
  /** The connections that the clients had. */
  readonly connected: number
}

/**
 * Sends requests nonstop, on kept-alive and new connections, until the server stops listening. Runs in its own process.
 */
const clients = `
  const { parentPort, workerData: url } = require('node:worker_threads')
  const { Agent, request } = require('undici')
  const agent = new Agent({ connections: 16, pipelining: 1 })
  const counts = {}
  let connected = 0
  agent.on('connect', () => {
    connected += 1
  })
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
    parentPort.postMessage({ counts, connected })
  })
`

test('a server that closes under load responds to every request that it accepts, and resets none', async (c) => {
  for (let round = 0; round < rounds; round++) {
    let asked = 0
    const { app, url } = await startEdge(c, (edge) => {
      const config = { access: { credential: 'none' }, rateLimited: false } as const
      edge.get('/there', { config, schema: { hide: true } }, async () => {
        asked += 1
        return { here: true }
      })
    })
    const worker = new Worker(clients, { eval: true, workerData: `${url}/there` })
    const ended = once(worker, 'exit')
    let taken = 0
    app.server.on('connection', () => {
      taken += 1
    })
    let report: Report = { counts: {}, connected: 0 }
    worker.on('message', (message: Report | { first: string }) => {
      if ('counts' in message) report = message
    })
    await once(worker, 'message')
    await app.close()
    await ended
    const { counts, connected } = report
    const { 200: answered = 0, ECONNREFUSED: refused = 0, ECONNRESET: reset = 0, ...others } = counts
    assert.deepEqual([answered, others], [asked, {}], JSON.stringify(counts))
    assert.ok(refused > 0)
    // The system makes connections before we take them, and resets those that are left when the listener closes.
    assert.ok(reset <= connected - taken, `${reset} resets, but ${taken} of ${connected} connections were taken`)
  }
})
