import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { createEdge, type Edge, type EdgeOptions } from '#infra/http/server.ts'
import { createLog } from '#infra/log/log.ts'

interface OwnEdge {
  readonly app: Edge
  readonly url: string
}

/**
 * Starts the HTTP edge with a test's own routes, for behavior that no real route shows well. It requires no credential.
 */
export async function startEdge(
  c: TestContext,
  addRoutes: (app: Edge) => void,
  options: Partial<EdgeOptions> = {},
): Promise<OwnEdge> {
  const app = await createEdge({
    log: createLog({ level: 'silent' }),
    trustProxy: false,
    https: false,
    corsOrigins: [],
    ratePerMinute: 0,
    limiter: {
      take: () => assert.fail('no rate limit is expected here'),
      peek: () => assert.fail('no rate limit is expected here'),
      add: () => assert.fail('no rate limit is expected here'),
      stop: async () => {},
    },
    authenticate: () => assert.fail('no credential is expected here'),
    ...options,
  })
  addRoutes(app)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  c.after(() => {
    // Closing would otherwise wait for kept-alive connections.
    app.server.closeAllConnections()
    return app.close()
  })
  return { app, url }
}
