import type { Edge } from '#infra/http/server.ts'
import { access } from '../access.ts'
import type { OverviewDeps, QueueDeps } from '../deps.ts'
import { readOverview, readStats } from './read-overview.ts'
import { overview, stats } from './schema.ts'

const tags = ['Administration']

export function overviewRoutes(app: Edge, deps: OverviewDeps & QueueDeps): void {
  app.get(
    '/v1/admin/overview',
    {
      config: { access: access.supportReads },
      schema: {
        operationId: 'getAdminOverview',
        tags,
        summary: 'Get the service overview',
        description:
          'Returns what was published in the last day and week and how late, pending work, deliveries, users, open alerts, the database, and each process with its last heartbeat.',
        response: { 200: overview },
      },
    },
    () => readOverview(deps),
  )
  app.get(
    '/v1/admin/stats',
    {
      config: { access: access.supportReads },
      schema: {
        operationId: 'getAdminStats',
        tags,
        summary: 'Count users, profiles, accounts and posts',
        description: 'Counts each of them by type.',
        response: { 200: stats },
      },
    },
    () => readStats(deps),
  )
}
