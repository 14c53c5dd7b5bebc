import { route } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { ConnectingDeps } from './deps.ts'
import { addDirectRoutes } from './direct/routes.ts'
import { addInviteRoutes } from './invites/routes.ts'
import { addCallbackRoutes } from './oauth/callback-routes.ts'
import { addClientMetadataRoutes } from './oauth/client-metadata-routes.ts'
import { addOauthRoutes } from './oauth/routes.ts'
import { addPageRoutes } from './pages/routes.ts'
import { listProviders } from './providers/list-providers.ts'
import { providers } from './providers/schema.ts'

export function connectingRoutes(app: Edge, deps: ConnectingDeps): void {
  addDirectRoutes(app, deps)
  route(app, {
    get: '/v1/connections/providers',
    id: 'listProviders',
    tag: 'Accounts',
    summary: 'List the networks that can be connected',
    description: 'Each network comes with its limits, how to connect an account, and JSON Schemas for building forms.',
    access: 'connections:read',
    answers: providers,
    does: async () => listProviders(deps),
  })
  addPageRoutes(app, deps)
  addOauthRoutes(app, deps)
  addCallbackRoutes(app, deps)
  addClientMetadataRoutes(app, deps)
  addInviteRoutes(app, deps)
}
