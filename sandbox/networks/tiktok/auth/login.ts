import { type Answer, type Incoming, ok } from '../../../core/http/request.ts'
import { route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import {
  type AuthorizationRequest,
  authorizeRoutes,
  proofParameters,
  scopesIn,
  sorry,
} from '../../../core/oauth/authorize.ts'
import { formValue, isCallback, sandboxApp } from '../../../core/oauth/client.ts'
import { takeCode } from '../../../core/oauth/codes.ts'
import type { ConsentTexts } from '../../../core/oauth/consent-page.ts'
import { secondsLeft } from '../../../core/oauth/tokens.ts'
import { type Platform, usernameOf } from '../state/platform.ts'
import type { Grant, Token } from '../state/records.ts'
import { noGrant } from '../wire/envelope.ts'
import { bothWays } from '../wire/routes.ts'
import { endGrant } from './grants.ts'
import { scopeTitles } from './scopes.ts'

const texts: ConsentTexts = {
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
    texts,
    scopeTitles,
    read: (query) => readRequest(platform, query),
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

function readRequest({ rules }: Platform, query: URLSearchParams): AuthorizationRequest {
  const text = (name: string) => query.get(name) ?? ''
  /** Checks a parameter. The error page names only the parameter. */
  const check = (isGood: boolean, name: string) => {
    if (!isGood) sorry(texts, `We couldn’t log in with TikTok: ${name}. This may be due to specific app settings.`)
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

/**
 * The routes that exchange codes for tokens, refresh tokens and revoke tokens. The app sends its key and secret in the
 * body. JSON is parsed so that it can be rejected in the wording of these endpoints.
 */
export function tokenRoutes(platform: Platform): readonly Route[] {
  const form = { accepts: ['form', 'json'] } as const
  return [
    ...bothWays(
      route('POST', '/v2/oauth/token/', 'token', { ...form, token: 'refresh' }, (incoming) =>
        grant(platform, incoming),
      ),
    ),
    ...bothWays(
      route('POST', '/v2/oauth/revoke/', 'revoke', form, (incoming) => {
        checkApp(platform, incoming)
        const token = platform.tokens.find(needed(platform, incoming, 'token'))
        if (token) endGrant(token.grant)
        return ok({})
      }),
    ),
  ]
}

const needed = (platform: Platform, incoming: Incoming, name: string): string =>
  formValue(incoming, name) ||
  noGrant(platform, 'invalid_request', `The request parameters are malformed: ${name} is missing.`)

function checkApp(platform: Platform, incoming: Incoming): void {
  if (incoming.body.kind === 'json')
    noGrant(platform, 'invalid_request', 'Only `application/x-www-form-urlencoded` is supported as Content-Type.')
  const isOurs = needed(platform, incoming, 'client_key') === sandboxApp.id
  if (!isOurs || needed(platform, incoming, 'client_secret') !== sandboxApp.secret)
    noGrant(platform, 'invalid_client', 'Client key or secret is incorrect.')
}

function grant(platform: Platform, incoming: Incoming): Answer {
  checkApp(platform, incoming)
  const kind = needed(platform, incoming, 'grant_type')
  if (kind === 'authorization_code') return grantCode(platform, incoming)
  if (kind === 'refresh_token') return refresh(platform, incoming)
  return noGrant(platform, 'unsupported_grant_type', 'The grant_type is not supported.')
}

function grantCode(platform: Platform, incoming: Incoming): Answer {
  const presented = {
    code: needed(platform, incoming, 'code'),
    redirectUri: needed(platform, incoming, 'redirect_uri'),
    verifier: formValue(incoming, 'code_verifier'),
  }
  const { clientId, person, scopes } = takeCode(platform, presented, {
    unknown: () => noGrant(platform, 'invalid_grant', 'Authorization code is expired.'),
    redirectUri: () =>
      noGrant(platform, 'invalid_request', 'Redirect_uri is not matched with the uri when requesting code.'),
    verifier: () => noGrant(platform, 'invalid_request', 'Code verifier or code challenge is invalid.'),
  })
  return issued(platform, platform.tokens.grant({ clientId, person, scopes }))
}

/** Exchanges a refresh token for new tokens. A rotated token is invalid from then on, even if the response is lost. */
function refresh(platform: Platform, incoming: Incoming): Answer {
  const { rules, app, tokens } = platform
  const token = tokens.find(needed(platform, incoming, 'refresh_token'))
  if (token?.use === 'refresh' && token.spent) app.reusedRefreshTokens += 1
  if (token?.use === 'refresh' && tokens.isLive(token)) {
    token.spent = rules.rotates
    return issued(platform, token.grant, rules.rotates ? null : token)
  }
  return noGrant(platform, 'invalid_grant', 'Refresh token is invalid or expired.')
}

/** `kept` is the refresh token to return again if it does not rotate. */
function issued({ world, rules, tokens }: Platform, of: Grant, kept: Token | null = null): Answer {
  const access = tokens.issue(of, 'access', rules.accessTokenMs)
  const refresh = kept ?? tokens.issue(of, 'refresh', rules.refreshTokenMs)
  const body = {
    access_token: access.text,
    expires_in: secondsLeft(world, access),
    open_id: of.person.openId,
    refresh_expires_in: secondsLeft(world, refresh),
    refresh_token: refresh.text,
    scope: of.scopes.join(','),
    token_type: 'Bearer',
  }
  return { status: 200, headers: { 'cache-control': 'no-store' }, body }
}
