import type { Route } from '../../../core/network.ts'
import { type Asked, authorizeRoutes, proofParameters, scopesIn, sorry } from '../../../core/oauth/authorize.ts'
import { isCallback, sandboxApp } from '../../../core/oauth/client.ts'
import type { ConsentLook } from '../../../core/oauth/consent-page.ts'
import { handleOf } from '../people/channels.ts'
import type { Platform } from '../state/platform.ts'
import { scopeTitles } from './scopes.ts'

const look: ConsentLook = {
  signed: ' – Google Accounts',
  title: 'Choose your account or a brand account',
  lead: 'wants access to your Google Account',
  boxes: 'Select what the app can access',
  allow: 'Continue as',
  cancel: 'Cancel',
  sorry: 'Access blocked',
}

/** Google's page for a consent. Errors in the request are shown to the person and never sent to the app. */
export const consentRoutes = (platform: Platform): readonly Route[] =>
  authorizeRoutes(platform, {
    path: '/o/oauth2/v2/auth',
    parameters: [
      'client_id',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
      'access_type',
      'prompt',
      'include_granted_scopes',
      ...proofParameters,
    ],
    look,
    scopeTitles,
    read: (query) => askedOf(platform, query),
    denied: () => ({ error: 'access_denied' }),
    handle: handleOf,
    code: () => `4/0A${platform.secret()}`,
    codeMs: () => platform.rules.codeMs,
    granted: ({ scopes }) => ({ scope: scopes.join(' ') }),
  })

function askedOf({ rules }: Platform, query: URLSearchParams): Asked {
  const text = (name: string) => query.get(name) ?? ''
  const check = (isGood: boolean, error: string) => {
    if (!isGood) sorry(look, `Error 400: ${error}`)
  }
  check(text('client_id') === sandboxApp.id, 'invalid_client')
  const redirectUri = text('redirect_uri')
  check(isCallback(redirectUri, rules.callbacks, {}), 'redirect_uri_mismatch')
  check(text('response_type') === 'code', 'unsupported_response_type')
  const scopes = scopesIn(query, ' ')
  check(scopes.length > 0 && scopes.every((scope) => Object.hasOwn(scopeTitles, scope)), 'invalid_scope')
  check(['', 'online', 'offline'].includes(text('access_type')), 'invalid_request')
  const challenge = query.get('code_challenge')
  check(challenge === null || /^[\w-]{43}$/.test(challenge), 'invalid_request')
  check(challenge === null || text('code_challenge_method') === 'S256', 'invalid_request')
  const { id: clientId, title: app } = sandboxApp
  return { app, clientId, redirectUri, scopes, challenge, method: 'S256', state: query.get('state') }
}
