import type { Edge } from '#infra/http/server.ts'
import type { ConnectingDeps } from './deps.ts'
import { addDirectRoutes } from './direct/routes.ts'
import { addInviteRoutes } from './invites/routes.ts'
import { addCallbackRoutes } from './oauth/callback-routes.ts'
import { addClientMetadataRoutes } from './oauth/client-metadata-routes.ts'
import { addOauthRoutes } from './oauth/routes.ts'
import { addPageRoutes } from './pages/routes.ts'
import { addProviderRoutes } from './providers/routes.ts'

export function connectingRoutes(app: Edge, deps: ConnectingDeps): void {
  addDirectRoutes(app, deps)
  addProviderRoutes(app, deps)
  addPageRoutes(app, deps)
  addOauthRoutes(app, deps)
  addCallbackRoutes(app, deps)
  addClientMetadataRoutes(app, deps)
  addInviteRoutes(app, deps)
}
