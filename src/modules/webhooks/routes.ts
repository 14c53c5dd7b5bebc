import type { Edge } from '#infra/http/server.ts'
import { addDeliveryRoutes } from './delivery/routes.ts'
import type { WebhookDeps } from './deps.ts'
import { addEndpointRoutes } from './endpoints/routes.ts'

export function webhookRoutes(app: Edge, deps: WebhookDeps): void {
  addEndpointRoutes(app, deps)
  addDeliveryRoutes(app, deps)
}
