import { sql } from 'kysely'
import { z } from 'zod'
import { addDocs } from '../docs/routes.ts'
import type { Edge } from '../server.ts'
import type { SystemDeps } from './deps.ts'
import { createMetrics } from './metrics.ts'

/** Adds the routes about the service itself: liveness, readiness, metrics, and the reference of the API. */
export async function addSystemRoutes(app: Edge, deps: SystemDeps): Promise<void> {
  const status = z.object({ status: z.literal('ok') })
  app.get('/healthz', {
    config: { access: { credential: 'none' }, rateLimited: false },
    schema: { operationId: 'health', tags: ['System'], summary: 'Is the process alive?', response: { 200: status } },
    handler: async () => ({ status: 'ok' as const }),
  })
  app.get('/readyz', {
    config: { access: { credential: 'none' }, rateLimited: false },
    schema: {
      operationId: 'readiness',
      tags: ['System'],
      summary: 'Will requests be served?',
      response: { 200: status },
    },
    handler: async () => {
      await sql`select 1`.execute(deps.db)
      return { status: 'ok' as const }
    },
  })

  const metrics = createMetrics(app, deps)
  app.get('/metrics', {
    config: { access: { credential: 'key-or-identity', scope: 'admin:read', role: 'support' }, anyAccept: true },
    schema: {
      operationId: 'metrics',
      tags: ['System'],
      summary: 'Figures for Prometheus',
      response: {
        200: { description: 'The text format of Prometheus.', content: { 'text/plain': { schema: z.string() } } },
      },
    },
    handler: async (_request, reply) => reply.type(metrics.contentType).send(await metrics.read()),
  })
  addDocs(app, deps.home)
}
