import { findAddresses, findApp } from '#modules/accounts/index.ts'
import type { ConnectingDeps } from '../deps.ts'
import { openBegun } from './begin-at-server.ts'
import { deriveChallenge, deriveVerifier } from './flow-secrets.ts'
import type { FlowRow } from './store.ts'

/** Returns the URL of the consent page. Null if the page was prepared but its server has discarded it since. */
export function buildAuthorizeUrl(deps: ConnectingDeps, flow: FlowRow, state: string): string | null {
  const { network, mode, scopes, redirectUrl } = flow
  const begun = openBegun(deps, flow)
  if (begun) return begun.openUntil && begun.openUntil <= deps.clock.now() ? null : begun.authorizeUrl
  const oauth = deps.connectors[network]?.auth.oauth
  const addresses = findAddresses(deps.config, network, mode)
  const app = findApp(deps.config, network, mode)
  if (!oauth || !addresses || !app) throw new Error(`${network} has no consent page`)
  const challenge = oauth.pkce ? deriveChallenge(deriveVerifier(deps.seal, state)) : null
  return oauth.authorizeUrl(addresses, app, { redirectUrl, state, scopes, challenge })
}
