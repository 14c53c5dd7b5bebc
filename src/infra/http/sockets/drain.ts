import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as afterPolling, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the server begins to close. A route with an endless response must end it then. */
    closing: AbortSignal
  }
}

const doorOpenMs = 1_000
const lastWaitMs = 250
const lookEveryMs = 20
const mostRounds = 1_000

/**
 * Closes the server without losing a request. Once the close begins, each response ends its connection, but for a while
 * the server still accepts connections. Otherwise a request in transit would be reset, on a kept connection or a new
 * one. Then the server stops accepting connections and finishes the requests that it has. Without connections it closes
 * immediately.
 */
export function drainOnClose(app: FastifyInstance): void {
  const closing = new AbortController()
  app.decorate('closing', closing.signal)
  app.addHook('preClose', async () => {
    closing.abort()
    await waitForNobody(app.server, doorOpenMs)
    await closeDoor(app.server)
    await waitForNobody(app.server, lastWaitMs)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing.signal.aborted) reply.header('connection', 'close')
    done()
  })
}

async function waitForNobody(server: Server, mostMs: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < mostMs && (await connectionsOf(server)) > 0; waitedMs += lookEveryMs) {
    await sleep(lookEveryMs)
  }
}

/**
 * Connections that the system has made and we have not taken yet would be reset, so the listener is closed after an
 * iteration of the event loop in which none arrived: each iteration accepts one, and an immediate runs next. Only the
 * listener is closed; an HTTP server would also end kept connections, on which a request may be in transit.
 */
async function closeDoor(server: Server): Promise<void> {
  let taken = 0
  const count = () => {
    taken += 1
  }
  server.on('connection', count)
  for (let rounds = 0, before = -1; before !== taken && rounds < mostRounds; rounds++) {
    before = taken
    await afterPolling()
  }
  server.off('connection', count)
  if (server.listening) NetServer.prototype.close.call(server)
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))
}
