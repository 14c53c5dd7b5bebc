import type { Edge } from '#infra/http/server.ts'
import type { AdminDeps } from './deps.ts'
import { overviewRoutes } from './overview/routes.ts'
import { queueRoutes } from './queue/routes.ts'

/** Adds the routes of each room. */
export function adminRoutes(app: Edge, deps: AdminDeps): void {
  overviewRoutes(app, deps)
  queueRoutes(app, deps)
}
