import type { Edge } from '#infra/http/server.ts'
import type { ForecastDeps } from '#modules/posts/index.ts'
import { addAutoScheduleRoutes } from './auto-schedule/routes.ts'
import { addCalendarRoutes } from './calendar/routes.ts'
import type { PlanningDeps } from './deps.ts'
import { addFanoutRoutes } from './fan-out/routes.ts'
import { addIdeaRoutes } from './ideas/routes.ts'
import { addStageRoutes } from './ideas/stage-routes.ts'
import { addNoteRoutes } from './notes/routes.ts'
import { addRecurringRoutes } from './recurring/routes.ts'
import { addRecyclingRoutes } from './recycling/routes.ts'
import { addSlotPlanRoutes } from './slot-plans/routes.ts'
import { addSourceRoutes } from './sources/routes.ts'

export function planningRoutes(app: Edge, deps: PlanningDeps & ForecastDeps): void {
  addAutoScheduleRoutes(app, deps)
  addCalendarRoutes(app, deps)
  addFanoutRoutes(app, deps)
  addIdeaRoutes(app, deps)
  addStageRoutes(app, deps)
  addNoteRoutes(app, deps)
  addRecurringRoutes(app, deps)
  addRecyclingRoutes(app, deps)
  addSlotPlanRoutes(app, deps)
  addSourceRoutes(app, deps)
}
