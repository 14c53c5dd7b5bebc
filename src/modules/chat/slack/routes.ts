import type { Edge } from '#infra/http/server.ts'
import type { SlackDeps } from './deps.ts'
import { addInboundRoutes } from './inbound/routes.ts'
import { addInstallRoutes } from './install/routes.ts'

export function slackRoutes(app: Edge, deps: SlackDeps): void {
  addInstallRoutes(app, deps)
  addInboundRoutes(app, deps)
}
