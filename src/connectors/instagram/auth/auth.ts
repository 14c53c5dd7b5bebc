import type { Auth, OAuth, OwnApp } from '#connectors/connector.ts'
import { readAccount } from './account.ts'
import type { Grant } from './grant.ts'
import { loginTarget, loginUrl, renewLogin, signInAtInstagram } from './instagram-login.ts'
import { isUnknownMetaApp, listTargets, pagesUrl, revokePages, signInThroughPages } from './pages-login.ts'
import { needs, scopes, scopesOfWay } from './scopes.ts'

/**
 * An account is connected with one of two login methods: on Instagram, or on Facebook by someone who manages the page
 * that the account is linked to. The operator chooses the method for new sign-ins; each grant stores its own.
 */
const wayOf = (app: OwnApp | null): Grant['way'] => (app?.login === 'facebook' ? 'facebook' : 'instagram')

const oauth: OAuth<Grant> = {
  pkce: false,
  callback: { https: true, localhost: false },
  authorizeUrl: (addresses, app, request) =>
    wayOf(app) === 'facebook' ? pagesUrl(addresses, app, request) : loginUrl(addresses, app, request),
  exchange: (http, given) =>
    wayOf(http.app) === 'facebook' ? signInThroughPages(http, given) : signInAtInstagram(http, given),
  isUnknownApp: isUnknownMetaApp,
}

export const auth: Auth<Grant> = {
  kind: 'oauth',
  oauth,
  scopes,
  needs,
  loginOf: (granted) => (scopesOfWay(granted, 'instagram').length > 0 ? 'instagram' : 'facebook'),
  refresh: renewLogin,
  async revoke(http, grant) {
    // Instagram Login has no such call: people remove the app in Instagram's settings, and Meta then notifies us.
    if (grant.way === 'facebook') await revokePages(http, grant)
  },
  whoami: (http, grant, accountId) => readAccount(http, grant, accountId ?? accountOf(grant)),
  targets: (http, grant) =>
    grant.way === 'facebook' ? listTargets(http, grant) : loginTarget(http, grant).then((one) => [one]),
}

/** Returns the grant's account, or the first one if the grant covers several. */
function accountOf(grant: Grant): string {
  return grant.way === 'instagram' ? grant.userId : (Object.keys(grant.accounts)[0] ?? '')
}
