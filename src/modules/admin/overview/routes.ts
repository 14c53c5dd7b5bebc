import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { access } from '../access.ts'
import type { OverviewDeps, QueueDeps } from '../deps.ts'
import { readOverview, readStats } from './read-overview.ts'
import { overview, stats } from './schema.ts'

const route = routesWith({ tag: 'Administration', access: access.supportReads })

export function overviewRoutes(app: Edge, deps: OverviewDeps & QueueDeps): void {
  route(app, {
    get: '/v1/admin/overview',
    id: 'getAdminOverview',
    summary: 'Get the service overview',
    description:
      'Returns what was published in the last day and week and how late, pending work, deliveries, users, open ' +
      'alerts, the database, and each process with its last heartbeat.',
    answers: overview,
    does: () => readOverview(deps),
  })
  route(app, {
    get: '/v1/admin/stats',
    id: 'getAdminStats',
    summary: 'Count users, profiles, accounts and posts',
    description: 'Counts each of them by type.',
    answers: stats,
    does: () => readStats(deps),
  })
}
