import type { Edge } from '#infra/http/server.ts'
import type { MediaDeps } from './deps.ts'
import { addImportRoutes } from './import/routes.ts'
import { addLibraryRoutes } from './library/routes.ts'
import { addProxyRoutes } from './links/routes.ts'
import { addUploadRoutes } from './uploads/routes.ts'

export function mediaRoutes(app: Edge, deps: MediaDeps): void {
  addUploadRoutes(app, deps)
  addImportRoutes(app, deps)
  addLibraryRoutes(app, deps)
  addProxyRoutes(app, deps)
}
