import type { Edge } from '#infra/http/server.ts'
import type { AccountDeps } from './deps.ts'
import { addConnectionRoutes } from './routes/connections.ts'
import { addPlatformRoutes } from './routes/platforms.ts'
import { addSetRoutes } from './sets/routes.ts'

export function accountRoutes(app: Edge, deps: AccountDeps): void {
  addConnectionRoutes(app, deps)
  addPlatformRoutes(app, deps)
  addSetRoutes(app, deps)
}
