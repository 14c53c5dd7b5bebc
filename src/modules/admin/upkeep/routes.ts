import type { Edge } from '#infra/http/server.ts'
import type { Access } from '#kernel/caller.ts'
import { access } from '../access.ts'
import type { UpkeepDeps } from './deps.ts'
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
        summary: 'Read the numbers of all accounts soon',
        description:
          'Makes every connected account, and the posts of its last two days, due now. Networks that charge for reads keep their own times.',
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
        summary: 'Read the numbers of all accounts soon, for a scheduler',
        description: 'The same as `POST /v1/admin/sync-metrics`, also with the secret of crons.',
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
        summary: 'Send failed deliveries once more',
        description:
          'Replays the deliveries that failed for good in the last 24 hours, on endpoints that are active, and that were not sent again since; at most 10,000 with one call.',
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
        summary: 'Renew the grants that end soon',
        description: 'Renews what ends within half an hour, and stops after 20 seconds; the next call goes on.',
        response: { 200: refreshed },
      },
    },
    (request) => refreshConnections(deps, request.caller),
  )
}
