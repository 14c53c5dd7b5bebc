import type { Edge } from '#infra/http/server.ts'
import { addApiKeyRoutes } from './api-keys/routes.ts'
import type { IdentityDeps } from './deps.ts'
import { addEmailRoutes, addMailedTokenRoutes } from './email/routes.ts'
import { managedElsewhere } from './managed-elsewhere.ts'
import { addAccountRoutes } from './people/routes.ts'
import { addProviderRoutes } from './provider/routes.ts'
import { addSecondFactorRoutes } from './second-factor/routes.ts'
import { addSessionRoutes } from './sessions/routes.ts'

export function identityRoutes(app: Edge, deps: IdentityDeps): void {
  if (!managedElsewhere(deps.config)) {
    addProviderRoutes(app, deps)
    addSessionRoutes(app, deps)
    addMailedTokenRoutes(app, deps)
  }
  addAccountRoutes(app, deps)
  addEmailRoutes(app, deps)
  addApiKeyRoutes(app, deps)
  addSecondFactorRoutes(app, deps)
}
