import type { Edge } from '#infra/http/server.ts'
import { addDeliveryRoutes } from './delivery-routes.ts'
import type { FeedDeps } from './deps.ts'
import { addEventRoutes } from './event-routes.ts'
import { addWebhookRoutes } from './webhook-routes.ts'

export function feedRoutes(app: Edge, deps: FeedDeps): void {
  addWebhookRoutes(app, deps)
  addDeliveryRoutes(app, deps)
  addEventRoutes(app, deps)
}
