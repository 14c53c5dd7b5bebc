import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { createEdge, type Edge, type EdgeOptions } from '#infra/http/server.ts'
import { createLog } from '#infra/log.ts'

export interface OwnEdge {
  readonly app: Edge
  readonly url: string
}

/** The HTTP edge with routes of the test's own, for what no route of ours shows well. It asks for no credential. */
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
    limiter: { take: () => assert.fail('nobody is counted here'), stop: async () => {} },
    authenticate: () => assert.fail('nobody shows a credential here'),
    ...options,
  })
  addRoutes(app)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  c.after(() => {
    // Connections that a client keeps would be waited for.
    app.server.closeAllConnections()
    return app.close()
  })
  return { app, url }
}
