import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { RefusalCode } from '#kernel/errors.ts'
import { accountPath } from '#modules/accounts/index.ts'
import type { ConnectingDeps } from '../deps.ts'
import { requireNetwork } from '../network-refusal.ts'
import { beginFlow, upgradeScopes } from './actions/begin-flow.ts'
import { buildCallbackUrl } from './redirects.ts'
import { authUrlQuery, flowStart, oauthUrlBody, platformPath, upgradeBody } from './schema.ts'

const route = routesWith({ tag: 'Connections' })
const reach = [
  'profile_not_found',
  'profile_forbidden',
  'profile_role_required',
  'plan_required',
] as const satisfies RefusalCode[]
const going = [
  ...reach,
  'platform_connects_directly',
  'network_app_missing',
  'network_unsupported',
] as const satisfies RefusalCode[]
/** Refusals of the server that the user names. */
const serverRefusals = [
  'network_address_unusable',
  'network_refused_credentials',
  'network_refused',
  'network_unavailable',
] as const satisfies RefusalCode[]
const inviting = [
  'profile_invite_not_found',
  'profile_invite_for_members',
  'profile_invite_for_another',
  'profile_invite_for_other_networks',
] as const

/** Adds the routes to connect an account through a network's consent page. */
export function addOauthRoutes(app: Edge, deps: ConnectingDeps): void {
  route(app, {
    post: '/v1/connections/oauth-url',
    id: 'createOauthUrl',
    right: 'manage',
    summary: 'Start an OAuth sign-in',
    description:
      'Returns the URL where a person signs in to the network to connect an account. Requires the admin role or an ' +
      'invitation. Without `headless`, only the browser that opens `authUrl` can finish the sign-in. The URL works ' +
      'once, for 10 minutes.',
    access: 'connections:write',
    refuses: [...going, ...inviting, ...serverRefusals],
    body: oauthUrlBody,
    answers: flowStart,
    does: (request) => {
      const { platform, profileId, redirectUrl, ...params } = request.body
      const { finalRedirectUrl = null, headless = false, inviteToken = null, ...names } = params
      const flow = { network: platform, profileId, redirectUrl, finalRedirectUrl, headless, inviteToken, names }
      return beginFlow(deps, callerOf(request), flow)
    },
  })
  route(app, {
    post: '/v1/connections/:accountId/upgrade-scopes',
    id: 'upgradeScopes',
    right: 'manage',
    summary: 'Request more scopes for an account',
    description:
      'Starts a sign-in for an account that is already connected. Requires the admin role. The person must sign in ' +
      'to the same account.',
    access: 'connections:write',
    refuses: ['account_not_found', ...going, ...serverRefusals],
    params: accountPath,
    body: upgradeBody,
    answers: flowStart,
    does: (request) => {
      const { scopes, redirectUrl, finalRedirectUrl = null, headless = false } = request.body
      const { accountId } = request.params
      return upgradeScopes(deps, callerOf(request), { accountId, scopes, redirectUrl, finalRedirectUrl, headless })
    },
  })
  route(app, {
    get: '/v1/platforms/:platform/auth-url',
    changesState: true,
    id: 'getAuthUrl',
    right: 'manage',
    summary: 'Start an OAuth sign-in with default URLs',
    description: 'Works like `POST /v1/connections/oauth-url` with Posthorn’s own callback and final page.',
    access: 'identity',
    refuses: ['platform_not_found', ...going],
    successor: 'createOauthUrl',
    params: platformPath,
    query: authUrlQuery,
    answers: flowStart,
    does: (request) => {
      const network = requireNetwork(request.params)
      const params = {
        network,
        profileId: request.query.profileId,
        redirectUrl: buildCallbackUrl(deps.config, network),
      }
      const usual = { finalRedirectUrl: null, headless: false, inviteToken: null, names: {} }
      return beginFlow(deps, callerOf(request), { ...params, ...usual })
    },
  })
}
