import type { Edge } from '#infra/http/server.ts'
import { addApprovalRoutes } from './approvals/routes.ts'
import { addBulkEditRoutes } from './bulk-edit/routes.ts'
import { addCsvRoutes } from './csv/routes.ts'
import type { PostDeps } from './deps.ts'
import type { ForecastDeps } from './forecast/forecast-posts.ts'
import { addForecastRoutes } from './forecast/routes.ts'
import { addManyRoutes } from './many/routes.ts'
import { addPresenceRoutes } from './presence/routes.ts'
import { addRehearsalRoutes } from './rehearsal/routes.ts'
import { addCollectionRoutes } from './routes/collections.ts'
import { addOutcomeRoutes } from './routes/outcomes.ts'
import { addPostRoutes } from './routes/posts.ts'
import { addQueueRoutes } from './routes/queue.ts'

export function postRoutes(app: Edge, deps: PostDeps & ForecastDeps): void {
  addPostRoutes(app, deps)
  addCollectionRoutes(app, deps)
  addManyRoutes(app, deps)
  addBulkEditRoutes(app, deps)
  addRehearsalRoutes(app, deps)
  addForecastRoutes(app, deps)
  addCsvRoutes(app, deps)
  addOutcomeRoutes(app, deps)
  addQueueRoutes(app, deps)
  addApprovalRoutes(app, deps)
  addPresenceRoutes(app, deps)
}
