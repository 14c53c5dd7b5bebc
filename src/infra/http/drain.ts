import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the server is asked to close: whoever gives an answer that has no end by itself ends it then. */
    closing: AbortSignal
  }
}

const graceMs = 1_000
const lookEveryMs = 20

/**
 * How the server ends without losing a request. From the moment it is asked to close, each answer ends its connection,
 * but for a while the door stays open: a request that is on its way, on a connection that was kept or only just made,
 * would be reset otherwise. Without connections it is over at once.
 */
export function drainOnClose(app: FastifyInstance): void {
  const closing = new AbortController()
  app.decorate('closing', closing.signal)
  app.addHook('preClose', async () => {
    closing.abort()
    for (let waitedMs = 0; waitedMs < graceMs && (await connectionsOf(app.server)) > 0; waitedMs += lookEveryMs) {
      await sleep(lookEveryMs)
    }
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing.signal.aborted) reply.header('connection', 'close')
    done()
  })
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))
}
