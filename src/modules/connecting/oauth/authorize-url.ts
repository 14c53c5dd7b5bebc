import { addressesOf, appOf } from '#modules/accounts/index.ts'
import type { ConnectingDeps } from '../deps.ts'
import { challengeOf, verifierOf } from './flow-secrets.ts'
import type { FlowRow } from './store.ts'

/** Returns the URL of the network's consent page. */
export function authorizeUrlOf(deps: ConnectingDeps, flow: FlowRow, state: string): string {
  const { network, mode, scopes, redirectUrl } = flow
  const oauth = deps.connectors[network]?.auth.oauth
  const addresses = addressesOf(deps.config, network, mode)
  const app = appOf(deps.config, network, mode)
  if (!oauth || !addresses || !app) throw new Error(`${network} asks nobody for their consent`)
  const challenge = oauth.pkce ? challengeOf(verifierOf(deps.seal, state)) : null
  return oauth.authorizeUrl(addresses, app, { redirectUrl, state, scopes, challenge })
}
