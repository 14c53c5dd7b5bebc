import type { Edge } from '#infra/http/server.ts'
import { addDeliveryRoutes } from './delivery-routes.ts'
import type { FeedDeps } from './deps.ts'
import { addEventRoutes } from './event-routes.ts'
import type { StreamDeps } from './stream/streams.ts'
import { addStreamRoute } from './stream-route.ts'
import { addWebhookRoutes } from './webhook-routes.ts'

export function feedRoutes(app: Edge, deps: FeedDeps & StreamDeps): void {
  addWebhookRoutes(app, deps)
  addDeliveryRoutes(app, deps)
  addEventRoutes(app, deps)
  addStreamRoute(app, deps)
}
