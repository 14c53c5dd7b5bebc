import type { Edge } from '#infra/http/server.ts'
import { addApiKeyRoutes } from './api-keys/routes.ts'
import { findSignOutUrl } from './company/actions.ts'
import { addCompanyRoutes, withProvider } from './company/routes.ts'
import { addAuthorizeRoutes, addMetadataRoutes, addOauthRoutes } from './connected-apps/oauth-routes.ts'
import { addConnectedAppRoutes } from './connected-apps/routes.ts'
import type { IdentityDeps } from './deps.ts'
import { addEmailRoutes, addMailedTokenRoutes } from './email/routes.ts'
import { hasOuterProvider } from './issuers.ts'
import { addPasskeyRoutes } from './passkeys/routes.ts'
import { addPasswordRoutes } from './passwords/routes.ts'
import { addAccountRoutes } from './people/routes.ts'
import { addProviderRoutes } from './provider/routes.ts'
import { addRequestRoutes } from './request-log/routes.ts'
import { addSecondFactorRoutes } from './second-factor/routes.ts'
import { addSessionRoutes } from './sessions/routes.ts'
import { addOptionsRoute, addSignUpRoutes } from './sign-up/routes.ts'

export function identityRoutes(app: Edge, deps: IdentityDeps): void {
  if (!hasOuterProvider(deps.config)) {
    const company = withProvider(deps)
    addSignUpRoutes(app, deps)
    addSessionRoutes(app, deps, (id) => findSignOutUrl(company, id))
    addCompanyRoutes(app, company)
    addPasskeyRoutes(app, deps)
    addProviderRoutes(app, deps)
    addMailedTokenRoutes(app, deps)
    addPasswordRoutes(app, deps)
  }
  addOptionsRoute(app, deps)
  addAccountRoutes(app, deps)
  addEmailRoutes(app, deps)
  addApiKeyRoutes(app, deps)
  addRequestRoutes(app, deps)
  addConnectedAppRoutes(app, deps)
  if (deps.config.web) addMetadataRoutes(app, deps)
  addAuthorizeRoutes(app, deps)
  addOauthRoutes(app, deps)
  addSecondFactorRoutes(app, deps)
}
