import type { Edge } from '#infra/http/server.ts'
import type { SharingDeps } from './deps.ts'
import { addLinkRoutes } from './link-routes.ts'
import { addPublicRoutes } from './public-routes.ts'

export function sharingRoutes(app: Edge, deps: SharingDeps): void {
  addLinkRoutes(app, deps)
  addPublicRoutes(app, deps)
}
