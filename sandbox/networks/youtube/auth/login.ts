import { type Answer, type Incoming, ok, Refused } from '../../../core/http/request.ts'
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
import { handleOf } from '../people/channels.ts'
import type { Platform } from '../state/platform.ts'
import type { Grant } from '../state/records.ts'
import { oauthError } from '../wire/errors.ts'
import { scopeTitles } from './scopes.ts'

const texts: ConsentTexts = {
  signed: ' – Google Accounts',
  title: 'Choose your account or a brand account',
  lead: 'wants access to your Google Account',
  boxes: 'Select what the app can access',
  allow: 'Continue as',
  cancel: 'Cancel',
  sorry: 'Access blocked',
}

/** Google's consent page. Errors in the request are shown to the person and never sent to the app. */
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
    texts,
    scopeTitles,
    read: (query) => readRequest(platform, query),
    denied: () => ({ error: 'access_denied' }),
    handle: handleOf,
    code: () => `4/0A${platform.secret()}`,
    codeMs: () => platform.rules.codeMs,
    granted: ({ scopes }) => ({ scope: scopes.join(' ') }),
  })

function readRequest({ rules }: Platform, query: URLSearchParams): AuthorizationRequest {
  const text = (name: string) => query.get(name) ?? ''
  const check = (isGood: boolean, error: string) => {
    if (!isGood) sorry(texts, `Error 400: ${error}`)
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

/** The routes that exchange codes for tokens, refresh tokens and revoke tokens. */
export function tokenRoutes(platform: Platform): readonly Route[] {
  return [
    route('POST', '/token', 'token', { accepts: ['form'], token: 'refresh' }, (incoming) => grant(platform, incoming)),
    route('POST', '/revoke', 'revoke', { accepts: ['form'] }, (incoming) => revoke(platform, incoming)),
  ]
}

const noGrant = (status: number, error: string, description: string): never => {
  throw new Refused(oauthError(status, error, description))
}

const needed = (incoming: Incoming, name: string): string =>
  formValue(incoming, name) || noGrant(400, 'invalid_request', `Missing required parameter: ${name}`)

function grant(platform: Platform, incoming: Incoming): Answer {
  const kind = needed(incoming, 'grant_type')
  if (needed(incoming, 'client_id') !== sandboxApp.id) noGrant(401, 'invalid_client', 'The OAuth client was not found.')
  if (formValue(incoming, 'client_secret') !== sandboxApp.secret) noGrant(401, 'invalid_client', 'Unauthorized')
  if (kind === 'authorization_code') return grantCode(platform, incoming)
  if (kind === 'refresh_token') return refresh(platform, incoming)
  return noGrant(400, 'unsupported_grant_type', `Invalid grant_type: ${kind}`)
}

function grantCode(platform: Platform, incoming: Incoming): Answer {
  const presented = {
    code: needed(incoming, 'code'),
    redirectUri: needed(incoming, 'redirect_uri'),
    verifier: formValue(incoming, 'code_verifier'),
  }
  const { clientId, person, scopes } = takeCode(platform, presented, {
    unknown: () => noGrant(400, 'invalid_grant', 'Malformed auth code.'),
    redirectUri: () => noGrant(400, 'redirect_uri_mismatch', 'Bad Request'),
    verifier: () => noGrant(400, 'invalid_grant', 'Invalid code verifier.'),
  })
  const { tokens, rules } = platform
  const made = tokens.grant({ clientId, person, scopes })
  const livesMs = rules.testing ? Math.min(rules.refreshTokenMs, weekMs) : rules.refreshTokenMs
  return issued(platform, made, tokens.issue(made, 'refresh', livesMs).text)
}

const weekMs = 7 * 86_400_000

/** Renews only the access token: the refresh token stays the same. */
function refresh(platform: Platform, incoming: Incoming): Answer {
  const { tokens } = platform
  const token = tokens.find(needed(incoming, 'refresh_token'))
  if (token?.use !== 'refresh' || !tokens.isLive(token))
    return noGrant(400, 'invalid_grant', 'Token has been expired or revoked.')
  return issued(platform, token.grant, null)
}

function issued({ world, rules, tokens }: Platform, of: Grant, refreshToken: string | null): Answer {
  const access = tokens.issue(of, 'access', rules.accessTokenMs)
  const body = {
    access_token: access.text,
    expires_in: secondsLeft(world, access),
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
    scope: of.scopes.join(' '),
    token_type: 'Bearer',
  }
  return { status: 200, headers: { 'cache-control': 'no-store' }, body }
}

/** Revokes a token. Either token revokes the whole consent. */
function revoke({ tokens }: Platform, incoming: Incoming): Answer {
  const text = formValue(incoming, 'token') ?? incoming.query.get('token') ?? ''
  const token = tokens.find(text)
  if (!token || token.grant.dead) return oauthError(400, 'invalid_token', 'Token expired or revoked')
  token.grant.dead = true
  return ok({})
}
