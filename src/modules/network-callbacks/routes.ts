import type { Edge } from '#infra/http/server.ts'
import type { CallbackDeps } from './deps.ts'
import { addMetaRoutes } from './meta/routes.ts'
import { addNoticeRoutes } from './notices/routes.ts'

/** Adds the routes that networks call. */
export function callbackRoutes(app: Edge, deps: CallbackDeps): void {
  addMetaRoutes(app, deps)
  addNoticeRoutes(app, deps)
}
