import { noToken, route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import {
  type Asked,
  authorizeRoutes,
  type Back,
  codeParameters,
  proofParameters,
  sorry,
} from '../../../core/oauth/authorize.ts'
import type { ConsentLook } from '../../../core/oauth/consent-page.ts'
import { escaped } from '../../../core/pages/frame/html.ts'
import { networkPage } from '../../../core/pages/frame/network-page.ts'
import { isAtLeast } from '../rules.ts'
import type { Instance } from '../state/platform.ts'
import { outOfBand, scopesOf } from './apps.ts'
import { knownApp } from './sealed.ts'

const look: ConsentLook = {
  signed: ' - Mastodon',
  title: 'Authorization required',
  lead: 'would like permission to access your account.',
  allow: 'Authorize as',
  cancel: 'Deny',
  sorry: 'An error has occurred',
}

/**
 * The consent page. Errors about the app are shown to the person, since an unregistered address is not to be trusted;
 * all other errors are sent to the app's address, or to a page of the server for an app that has none.
 */
export const consentRoutes = (instance: Instance): readonly Route[] => [
  ...authorizeRoutes(instance, {
    path: '/oauth/authorize',
    parameters: [...codeParameters, ...proofParameters],
    look,
    scopeTitles: {},
    read: (query, back) => askedOf(instance, query, back),
    denied: () => ({
      error: 'access_denied',
      error_description: 'The resource owner or authorization server denied the request.',
    }),
    codeMs: () => 600_000,
    redirect(redirectUri, result) {
      if (redirectUri !== outOfBand) return null
      if (result.code === undefined) return sorry(look, result.error_description ?? '')
      const location = `${instance.base()}/oauth/authorize/native?${new URLSearchParams(result)}`
      return { status: 302, headers: { location } }
    },
  }),
  route('GET', '/oauth/authorize/native', 'showCode', noToken, ({ query }) =>
    networkPage({
      ...look,
      status: 200,
      title: 'Authorization code',
      body: `<p>Copy this code and paste it to the application.</p><pre>${escaped(query.get('code') ?? '')}</pre>`,
    }),
  ),
]

function askedOf(instance: Instance, query: URLSearchParams, back: Back): Asked {
  const { rules } = instance
  const app = knownApp(instance, query.get('client_id') ?? '')
  if (!app)
    return sorry(
      look,
      'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
      { status: 401 },
    )
  const redirectUri = query.get('redirect_uri') ?? ''
  if (!app.redirectUris.includes(redirectUri)) sorry(look, 'The redirect uri included is not valid.')

  const state = query.get('state')
  const no = (error: string, error_description: string) => back(redirectUri, state, { error, error_description })
  if (query.get('response_type') !== 'code')
    no('unsupported_response_type', 'The authorization server does not support this response type.')
  const scopes = scopesOf(query.get('scope') || 'read', rules)
  if (scopes === null || !scopes.every((scope) => app.scopes.includes(scope)))
    return no('invalid_scope', 'The requested scope is invalid, unknown, or malformed.')
  const challenge = isAtLeast(rules, 4, 3) ? query.get('code_challenge') : null
  if (challenge !== null && query.get('code_challenge_method') !== 'S256')
    no('invalid_request', 'The code_challenge_method must be S256.')
  return { app: app.name, clientId: app.clientId, redirectUri, scopes, state, challenge }
}
