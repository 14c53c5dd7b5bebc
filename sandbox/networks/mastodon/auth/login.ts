import { type Answer, type Incoming, ok, Refused } from '../../../core/http/request.ts'
import { noToken, route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import {
  type AuthorizationRequest,
  authorizeRoutes,
  type Back,
  codeParameters,
  proofParameters,
  sorry,
} from '../../../core/oauth/authorize.ts'
import { readBasicAuth } from '../../../core/oauth/client.ts'
import { takeCode } from '../../../core/oauth/codes.ts'
import type { ConsentTexts } from '../../../core/oauth/consent-page.ts'
import { escaped } from '../../../core/pages/frame/html.ts'
import { networkPage } from '../../../core/pages/frame/network-page.ts'
import { isAtLeast } from '../rules.ts'
import type { Instance } from '../state/platform.ts'
import type { App, Token } from '../state/records.ts'
import { type Params, readAllParams, textParam } from '../wire/params.ts'
import { outOfBand, scopesOf } from './apps.ts'
import { knownToken } from './callers.ts'
import { issueToken, knownApp } from './sealed.ts'

const texts: ConsentTexts = {
  signed: ' - Mastodon',
  title: 'Authorization required',
  lead: 'would like permission to access your account.',
  allow: 'Authorize as',
  cancel: 'Deny',
  sorry: 'An error has occurred',
}

/**
 * The consent page. Errors about the app are shown to the person, since an unregistered callback cannot be trusted; all
 * other errors are sent to the callback, or to a page of the server for an app without one.
 */
export const consentRoutes = (instance: Instance): readonly Route[] => [
  ...authorizeRoutes(instance, {
    path: '/oauth/authorize',
    parameters: [...codeParameters, ...proofParameters],
    texts,
    scopeTitles: {},
    read: (query, back) => readRequest(instance, query, back),
    denied: () => ({
      error: 'access_denied',
      error_description: 'The resource owner or authorization server denied the request.',
    }),
    codeMs: () => 600_000,
    redirect(redirectUri, result) {
      if (redirectUri !== outOfBand) return null
      if (result.code === undefined) return sorry(texts, result.error_description ?? '')
      const location = `${instance.base()}/oauth/authorize/native?${new URLSearchParams(result)}`
      return { status: 302, headers: { location } }
    },
  }),
  route('GET', '/oauth/authorize/native', 'showCode', noToken, ({ query }) =>
    networkPage({
      ...texts,
      status: 200,
      title: 'Authorization code',
      body: `<p>Copy this code and paste it to the application.</p><pre>${escaped(query.get('code') ?? '')}</pre>`,
    }),
  ),
]

function readRequest(instance: Instance, query: URLSearchParams, back: Back): AuthorizationRequest {
  const { rules } = instance
  const app = knownApp(instance, query.get('client_id') ?? '')
  if (!app)
    return sorry(
      texts,
      'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
      { status: 401 },
    )
  const redirectUri = query.get('redirect_uri') ?? ''
  if (!app.redirectUris.includes(redirectUri)) sorry(texts, 'The redirect uri included is not valid.')

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

/**
 * The token endpoints. They exchange codes for tokens, and revoke tokens. Tokens never expire, so they are not
 * refreshed.
 */
export function tokenRoutes(instance: Instance): readonly Route[] {
  return [
    route('POST', '/oauth/token', 'token', { accepts: ['json', 'form', 'multipart'] }, (incoming) =>
      ok(shownToken(grant(instance, incoming))),
    ),
    route('POST', '/oauth/revoke', 'revoke', { accepts: ['json', 'form', 'multipart'] }, (incoming) =>
      revoke(instance, incoming),
    ),
  ]
}

function grant(instance: Instance, incoming: Incoming): Token {
  const params = readAllParams(incoming)
  const kind = textParam(params, 'grant_type')
  if (kind === null) refuse(400, 'invalid_request', 'Missing required parameter: grant_type.')
  if (kind !== 'authorization_code' && kind !== 'client_credentials')
    refuse(400, 'unsupported_grant_type', 'The authorization grant type is not supported by the authorization server.')
  const app = clientOf(instance, incoming, params)
  if (app === null) return refuseClient()
  if (kind === 'authorization_code') return grantCode(instance, app, params)
  const scopes = scopesOf(textParam(params, 'scope') || 'read', instance.rules)
  if (scopes === null || !scopes.every((scope) => app.scopes.includes(scope)))
    return refuse(400, 'invalid_scope', 'The requested scope is invalid, unknown, or malformed.')
  return issueToken(instance, { app, account: null, scopes })
}

function grantCode(instance: Instance, app: App, params: Params): Token {
  const text = textParam(params, 'code')
  if (text === null) return refuse(400, 'invalid_request', 'Missing required parameter: code.')
  const refuseCode = () =>
    refuse(
      400,
      'invalid_grant',
      'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
    )
  const presented = {
    code: text,
    clientId: app.clientId,
    redirectUri: textParam(params, 'redirect_uri'),
    verifier: textParam(params, 'code_verifier'),
    isKept: true,
  }
  const { person, scopes } = takeCode(instance, presented, { unknown: refuseCode, redirectUri: refuseCode })
  return issueToken(instance, { app, account: person, scopes })
}

function revoke(instance: Instance, incoming: Incoming): Answer {
  const params = readAllParams(incoming)
  const app = clientOf(instance, incoming, params)
  const token = knownToken(instance, textParam(params, 'token') ?? '')
  if (app === null || (token !== null && token.app !== app))
    return refuse(403, 'unauthorized_client', 'You are not authorized to revoke this token')
  if (token !== null) token.revoked = true
  return ok({})
}

/** Returns the app that the client names and proves to be, in the body or by Basic authentication. */
function clientOf(instance: Instance, incoming: Incoming, params: Params): App | null {
  const basic = readBasicAuth(incoming)
  const app = knownApp(instance, basic?.id ?? textParam(params, 'client_id') ?? '')
  return app && app.clientSecret === (basic?.secret ?? textParam(params, 'client_secret')) ? app : null
}

const refuseClient = (): never =>
  refuse(
    401,
    'invalid_client',
    'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
  )

function refuse(status: number, error: string, description: string): never {
  throw new Refused({ status, body: { error, error_description: description } })
}

const shownToken = ({ text, scopes, createdAt }: Token): object => ({
  access_token: text,
  token_type: 'Bearer',
  scope: scopes.join(' '),
  created_at: Math.floor(createdAt.getTime() / 1_000),
})

/** Returns the OAuth server metadata, which exists since Mastodon 4.3. */
export function oauthMetadata(instance: Instance): object {
  const base = instance.base()
  return {
    issuer: `${base}/`,
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${base}/oauth/token`,
    app_registration_endpoint: `${base}/api/v1/apps`,
    revocation_endpoint: `${base}/oauth/revoke`,
    scopes_supported: [
      'read',
      'profile',
      'write',
      'write:media',
      'write:statuses',
      'read:accounts',
      'read:notifications',
      'read:statuses',
      'follow',
      'push',
    ],
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    grant_types_supported: ['authorization_code', 'client_credentials'],
    code_challenge_methods_supported: ['S256'],
  }
}
