import type { Edge } from '#infra/http/server.ts'
import type { PlanningDeps } from './deps.ts'
import { addRecurringRoutes } from './recurring/routes.ts'

export function planningRoutes(app: Edge, deps: PlanningDeps): void {
  addRecurringRoutes(app, deps)
}
