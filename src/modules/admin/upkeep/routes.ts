import type { Edge } from '#infra/http/server.ts'
import type { Access } from '#kernel/caller.ts'
import { access } from '../access.ts'
import type { UpkeepDeps } from '../deps.ts'
import { refreshConnections, retryFailedDeliveries, syncMetrics } from './do-upkeep.ts'
import { refreshed, retried, synced } from './schema.ts'

const tags = ['Administration']
const byCron = { ...access.adminActs, orCronSecret: true } as const satisfies Access

export function upkeepRoutes(app: Edge, deps: UpkeepDeps): void {
  app.post(
    '/v1/admin/sync-metrics',
    {
      config: { access: access.adminActs },
      schema: {
        operationId: 'syncMetrics',
        tags,
        summary: 'Queue a metrics refresh for all accounts',
        description:
          'Makes the metrics of every connected account and of its posts from the last two days due now. Networks that charge for reads keep their own schedule.',
        response: { 200: synced },
      },
    },
    (request) => syncMetrics(deps, request.caller),
  )
  app.post(
    '/v1/admin/sync-metrics-cron',
    {
      config: { access: byCron },
      schema: {
        operationId: 'syncMetricsByCron',
        tags,
        summary: 'Queue a metrics refresh for all accounts, for a scheduler',
        description: 'Like `POST /v1/admin/sync-metrics`, but also accepts the cron secret.',
        response: { 200: synced },
      },
    },
    (request) => syncMetrics(deps, request.caller),
  )
  app.post(
    '/v1/admin/webhooks/retry-failed',
    {
      config: { access: byCron },
      schema: {
        operationId: 'retryFailedWebhooks',
        tags,
        summary: 'Resend failed deliveries',
        description:
          'Replays deliveries to active endpoints that failed permanently in the last 24 hours and have not been resent, up to 10,000 per call.',
        response: { 200: retried },
      },
    },
    (request) => retryFailedDeliveries(deps, request.caller),
  )
  app.post(
    '/v1/admin/connections/refresh',
    {
      config: { access: byCron },
      schema: {
        operationId: 'refreshConnections',
        tags,
        summary: 'Renew grants that expire soon',
        description: 'Renews grants that expire within half an hour. Stops after 20 seconds; the next call continues.',
        response: { 200: refreshed },
      },
    },
    (request) => refreshConnections(deps, request.caller),
  )
}
