import type { Route } from '../../../core/network.ts'
import { type Asked, authorizeRoutes, proofParameters, scopesIn, sorry } from '../../../core/oauth/authorize.ts'
import { isCallback, sandboxApp } from '../../../core/oauth/client.ts'
import type { ConsentLook } from '../../../core/oauth/consent-page.ts'
import { type Platform, usernameOf } from '../state/platform.ts'
import { bothWays } from '../wire/routes.ts'
import { scopeTitles } from './scopes.ts'

const look: ConsentLook = {
  signed: ' | TikTok',
  title: 'Authorize',
  lead: 'would like to access your account and perform the following actions.',
  boxes: 'Edit access',
  allow: 'Continue as',
  cancel: 'Cancel',
  sorry: 'Something went wrong',
}

/** The page on which a person authorizes an app. Errors are shown to the person and never sent to the app. */
export const consentRoutes = (platform: Platform): readonly Route[] =>
  authorizeRoutes(platform, {
    path: '/v2/auth/authorize/',
    parameters: [
      'response_type',
      'client_key',
      'redirect_uri',
      'scope',
      'state',
      ...proofParameters,
      'disable_auto_auth',
    ],
    look,
    scopeTitles,
    read: (query) => askedOf(platform, query),
    denied: () => ({
      error: 'access_denied',
      error_description: 'User cancelled the authorization',
      error_type: 'access_denied',
    }),
    handle: (person) => `@${usernameOf(person)}`,
    code: () => `${platform.secret()}*2!${platform.secret().slice(0, 4)}.e1`,
    codeMs: () => platform.rules.codeMs,
    granted: ({ code, scopes }) => ({
      code: platform.rules.codeEncodedTwice ? encode(code) : code,
      scopes: scopes.join(','),
    }),
    callback: { encode },
  }).flatMap(bothWays)

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!*'()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

function askedOf({ rules }: Platform, query: URLSearchParams): Asked {
  const text = (name: string) => query.get(name) ?? ''
  /** The page names the parameter and nothing more. */
  const check = (isGood: boolean, name: string) => {
    if (!isGood) sorry(look, `We couldn’t log in with TikTok: ${name}. This may be due to specific app settings.`)
  }
  check(text('client_key') === sandboxApp.id, 'client_key')
  const redirectUri = text('redirect_uri')
  check(isCallback(redirectUri, rules.callbacks, { query: false }), 'redirect_uri')
  check(text('response_type') === 'code', 'response_type')
  const scopes = scopesIn(query, ',')
  check(scopes.length > 0 && scopes.every((scope) => Object.hasOwn(scopeTitles, scope)), 'scope')
  check(['', '0', '1'].includes(text('disable_auto_auth')), 'disable_auto_auth')
  const challenge = query.get('code_challenge')
  const isHex = /^[0-9a-f]{64}$/.test(challenge ?? '') && text('code_challenge_method') === 'S256'
  check(isHex || (challenge === null && !query.has('code_challenge_method')), 'code_challenge')
  const { id: clientId, title: app } = sandboxApp
  return { app, clientId, redirectUri, scopes, challenge, method: 'S256-hex', state: query.get('state') }
}
