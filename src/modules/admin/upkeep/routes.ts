import type { Edge } from '#infra/http/server.ts'
import type { Access } from '#kernel/caller.ts'
import { access, route } from '../access.ts'
import type { UpkeepDeps } from '../deps.ts'
import { refreshConnections, retryFailedDeliveries, syncMetrics } from './do-upkeep.ts'
import { refreshed, retried, synced } from './schema.ts'

const byCron = { ...access.adminActs, orCronSecret: true } as const satisfies Access

export function upkeepRoutes(app: Edge, deps: UpkeepDeps): void {
  route(app, {
    post: '/v1/admin/sync-metrics',
    id: 'syncMetrics',
    summary: 'Queue a metrics refresh for all accounts',
    description:
      'Makes the metrics of every connected account and of its posts from the last two days due now. Networks that ' +
      'charge for reads keep their own schedule.',
    access: access.adminActs,
    answers: synced,
    does: (request) => syncMetrics(deps, request.caller),
  })
  route(app, {
    post: '/v1/admin/sync-metrics-cron',
    id: 'syncMetricsByCron',
    summary: 'Queue a metrics refresh for all accounts, for a scheduler',
    description: 'Like `POST /v1/admin/sync-metrics`, but also accepts the cron secret.',
    access: byCron,
    answers: synced,
    does: (request) => syncMetrics(deps, request.caller),
  })
  route(app, {
    post: '/v1/admin/webhooks/retry-failed',
    id: 'retryFailedWebhooks',
    summary: 'Resend failed deliveries',
    description:
      'Replays deliveries to active endpoints that failed permanently in the last 24 hours and have not been resent, ' +
      'up to 10,000 per call.',
    access: byCron,
    answers: retried,
    does: (request) => retryFailedDeliveries(deps, request.caller),
  })
  route(app, {
    post: '/v1/admin/connections/refresh',
    id: 'refreshConnections',
    summary: 'Renew grants that expire soon',
    description: 'Renews grants that expire within half an hour. Stops after 20 seconds; the next call continues.',
    access: byCron,
    answers: refreshed,
    does: (request) => refreshConnections(deps, request.caller),
  })
}
