import type { Auth, OAuth, OwnApp } from '#connectors/connector.ts'
import { readAccount } from './account.ts'
import type { Grant } from './grant.ts'
import { loginTarget, loginUrl, renewLogin, signInAtInstagram } from './instagram-login.ts'
import { isUnknownMetaApp, pagesUrl, revokePages, signInThroughPages } from './pages-login.ts'
import { listTargets } from './pages-targets.ts'
import { needs, scopes, scopesOfWay } from './scopes.ts'

/**
 * Two ways lead to an account: a sign-in at Instagram, and one at Facebook by somebody who manages the page that the
 * account is linked to. The operator chooses the way of new sign-ins; each grant remembers its own.
 */
const wayOf = (app: OwnApp | null): Grant['way'] => (app?.login === 'facebook' ? 'facebook' : 'instagram')

const oauth: OAuth<Grant> = {
  pkce: false,
  callback: { https: true, localhost: false },
  authorizeUrl: (addresses, app, asked) =>
    wayOf(app) === 'facebook' ? pagesUrl(addresses, app, asked) : loginUrl(addresses, app, asked),
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
    // Instagram itself has no such call: people remove the app in its settings, and Meta then notifies us.
    if (grant.way === 'facebook') await revokePages(http, grant)
  },
  whoami: (http, grant, accountId) => readAccount(http, grant, accountId ?? accountOf(grant)),
  targets: (http, grant) =>
    grant.way === 'facebook' ? listTargets(http, grant) : loginTarget(http, grant).then((one) => [one]),
}

/** Returns the account of a grant that covers one; of several, the first. */
function accountOf(grant: Grant): string {
  return grant.way === 'instagram' ? grant.userId : (Object.keys(grant.accounts)[0] ?? '')
}
