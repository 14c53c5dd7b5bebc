import { sql } from 'kysely'
import { z } from 'zod'
import { seconds } from '#kernel/clock.ts'
import { addDocs } from '../docs/routes.ts'
import { routesWith } from '../route.ts'
import type { Edge } from '../server.ts'
import type { SystemDeps } from './deps.ts'
import { createMetrics } from './metrics.ts'

/** Anyone may request the readiness, and each check costs a write. */
const tryDiskEveryMs = seconds(5)
const route = routesWith({ tag: 'System' })

/** Adds the routes about the service itself: liveness, readiness, metrics, and the reference of the API. */
export async function addSystemRoutes(app: Edge, deps: SystemDeps): Promise<void> {
  const status = z.object({ status: z.literal('ok') })
  route(app, {
    get: '/healthz',
    id: 'health',
    summary: 'Check whether the process is alive',
    description: 'Succeeds while the process runs, even without a database. Use it to decide about a restart.',
    access: 'anyone',
    rateLimited: false,
    answers: status,
    does: async () => ({ status: 'ok' as const }),
  })
  const tryDisk = deps.tryDisk && keptFor(tryDiskEveryMs, deps.tryDisk)
  route(app, {
    get: '/readyz',
    id: 'readiness',
    summary: 'Check whether requests can be served',
    description:
      'Returns 503 if this process cannot do what another could, because it cannot reach the database or write to ' +
      'its disk. A shared database that does not accept writes does not make a process unready.',
    access: 'anyone',
    refuses: ['storage_unavailable'],
    rateLimited: false,
    answers: status,
    does: async () => {
      await sql`select 1`.execute(deps.db)
      await tryDisk?.()
      return { status: 'ok' as const }
    },
  })

  const metrics = createMetrics(app, deps)
  route(app, {
    get: '/metrics',
    id: 'metrics',
    summary: 'Get Prometheus metrics',
    description: 'The text format of Prometheus. The guide Operations describes each metric.',
    access: { credential: 'key-or-identity', scope: 'admin:read', role: 'support' },
    anyAccept: true,
    answers: { description: 'Prometheus text format.', content: { 'text/plain': { schema: z.string() } } },
    does: async (_request, reply) => reply.type(metrics.contentType).send(await metrics.read()),
  })
  addDocs(app, deps.home)
}

/** Caches an outcome for a while. Concurrent callers share it. */
function keptFor(ms: number, work: () => Promise<void>): () => Promise<void> {
  let kept: Promise<void> | null = null
  return () => {
    if (kept) return kept
    kept = work()
    const forget = () => {
      kept = null
    }
    setTimeout(forget, ms).unref()
    return kept
  }
}
