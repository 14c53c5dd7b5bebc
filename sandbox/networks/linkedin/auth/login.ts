import { type Answer, type Incoming, ok, Refused } from '../../../core/http/request.ts'
import { route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import {
  type AuthorizationRequest,
  authorizeRoutes,
  type Back,
  codeParameters,
  scopesIn,
  sorry,
} from '../../../core/oauth/authorize.ts'
import { formValue, isCallback, sandboxApp } from '../../../core/oauth/client.ts'
import { takeCode } from '../../../core/oauth/codes.ts'
import type { ConsentTexts } from '../../../core/oauth/consent-page.ts'
import { secondsLeft } from '../../../core/oauth/tokens.ts'
import type { Rules } from '../rules.ts'
import { type Platform, titleOf } from '../state/platform.ts'
import type { Grant, Token } from '../state/records.ts'
import { noGrant, refusal } from '../wire/refusals.ts'
import { newGrant } from './grants.ts'

/** The scopes that an app may request, by product. */
const products: Readonly<Record<string, readonly string[]>> = {
  openid: ['openid', 'profile', 'email'],
  share: ['w_member_social'],
  community: [
    'w_organization_social',
    'w_organization_social_feed',
    'r_organization_social',
    'r_organization_social_feed',
    'rw_organization_admin',
    'w_member_social',
    'w_member_social_feed',
    'r_member_postAnalytics',
    'r_member_profileAnalytics',
    'r_organization_followers',
    'r_basicprofile',
  ],
}

const isEnabled = ({ products: has }: Readonly<Rules>, scope: string): boolean =>
  has.some((product) => products[product]?.includes(scope))

const scopeTitles: Readonly<Record<string, string>> = {
  openid: 'Use your name and photo',
  profile: 'Use your basic profile',
  email: 'Use the primary email address of your account',
  w_member_social: 'Create, modify, and delete posts, comments, and reactions on your behalf',
  w_member_social_feed: 'Create, modify, and delete comments and reactions on posts on your behalf',
  w_organization_social: 'Create, modify, and delete posts, comments, and reactions on your organization’s behalf',
  w_organization_social_feed:
    'Create, modify, and delete comments and reactions on posts on your organization’s behalf',
  r_organization_social_feed: 'Retrieve comments and reactions on your organization’s posts',
  r_organization_social: 'Retrieve your organization’s posts, comments, reactions, and other engagement data',
  rw_organization_admin: 'Manage your organization’s pages and retrieve reporting data',
  r_member_postAnalytics: 'Retrieve your posts and their reporting data',
  r_member_profileAnalytics: 'Retrieve your profile analytics',
  r_organization_followers: 'Retrieve the followers of your organization',
  r_basicprofile: 'Use your basic profile including your name, photo, and public profile URL',
}

const texts: ConsentTexts = {
  signed: ' | LinkedIn',
  title: 'Sign in with LinkedIn',
  lead: 'would like to:',
  allow: 'Allow as',
  cancel: 'Cancel',
  sorry: 'Bummer, something went wrong.',
}

/** The consent page. Errors are shown on a page until the callback is known to be valid; then they go to the app. */
export const consentRoutes = (platform: Platform): readonly Route[] =>
  authorizeRoutes(platform, {
    path: '/oauth/v2/authorization',
    parameters: codeParameters,
    texts,
    scopeTitles,
    read: (query, back) => readRequest(platform, query, back),
    denied: (member) =>
      member === null
        ? { error: 'user_cancelled_login', error_description: 'The user cancelled LinkedIn login' }
        : { error: 'user_cancelled_authorize', error_description: 'The user cancelled the authorization' },
    code: () => `AQ${platform.secret()}`,
    codeMs: () => platform.rules.codeMs,
  })

function readRequest({ rules }: Platform, query: URLSearchParams, back: Back): AuthorizationRequest {
  const text = (name: string) => query.get(name) ?? ''
  const { id: clientId, title: app } = sandboxApp
  if (text('client_id') !== clientId) sorry(texts, 'The passed in client_id is invalid.')
  const redirectUri = text('redirect_uri')
  if (!isCallback(redirectUri, rules.callbacks)) sorry(texts, 'The redirect_uri does not match the registered value.')
  const state = query.get('state')
  const no = (error: string, error_description: string) => back(redirectUri, state, { error, error_description })
  if (text('response_type') !== 'code') no('unsupported_response_type', 'The response_type must be code.')
  const requested = scopesIn(query, /[ ,]+/)
  if (requested.length === 0) no('invalid_request', 'The scope is missing.')
  const closed = requested.find((scope) => !isEnabled(rules, scope))
  if (closed !== undefined && !rules.omitsScopes)
    no('unauthorized_scope_error', `Scope "${closed}" is not authorized for your application`)
  return { app, clientId, redirectUri, scopes: requested.filter((scope) => isEnabled(rules, scope)), state }
}

/** The token endpoints. They exchange codes and partners' refresh tokens, describe a token, and revoke one. */
export function tokenRoutes(platform: Platform): readonly Route[] {
  const form = { accepts: ['form'] } as const
  return [
    route('POST', '/oauth/v2/accessToken', 'token', { ...form, token: 'refresh' }, (incoming) =>
      grant(platform, incoming),
    ),
    route('POST', '/oauth/v2/introspectToken', 'introspect', form, (incoming) => introspect(platform, incoming)),
    route('POST', '/oauth/v2/revoke', 'revoke', form, (incoming) => revoke(platform, incoming)),
  ]
}

const needed = (incoming: Incoming, name: string): string =>
  formValue(incoming, name) ?? noGrant(400, 'invalid_request', `A required parameter "${name}" is missing`)

/** Checks the secret in the body, the only place that the network accepts. */
function checkClient(incoming: Incoming): void {
  const [id, secret] = [needed(incoming, 'client_id'), needed(incoming, 'client_secret')]
  if (id !== sandboxApp.id || secret !== sandboxApp.secret)
    noGrant(401, 'invalid_client', 'Client authentication failed')
}

function grant(platform: Platform, incoming: Incoming): Answer {
  const kind = needed(incoming, 'grant_type')
  if (kind === 'authorization_code') return grantCode(platform, incoming)
  if (kind === 'refresh_token') return refresh(platform, incoming)
  return noGrant(400, 'unsupported_grant_type', 'The grant_type is not supported')
}

function grantCode(platform: Platform, incoming: Incoming): Answer {
  const presented = { code: needed(incoming, 'code'), redirectUri: needed(incoming, 'redirect_uri') }
  checkClient(incoming)
  const no = (why: string) => noGrant(400, platform.rules.refusedGrant, `Unable to retrieve access token: ${why}`)
  const { person, scopes } = takeCode(platform, presented, {
    unknown: () => no('authorization code not found'),
    expired: () => no('authorization code expired'),
    redirectUri: () =>
      no(
        'appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
      ),
  })
  return issued(platform, newGrant(platform.tokens, person, scopes))
}

/** Issues a new access token. The refresh token stays the same and keeps its expiry. */
function refresh(platform: Platform, incoming: Incoming): Answer {
  const text = needed(incoming, 'refresh_token')
  checkClient(incoming)
  const token = platform.tokens.find(text)
  if (token?.use === 'refresh' && stateOf(platform, token) === 'active') return issued(platform, token.grant, token)
  return noGrant(
    400,
    platform.rules.refusedGrant,
    'The provided authorization grant or refresh token is invalid, expired or revoked.',
  )
}

export const stateOf = ({ world }: Platform, token: Token): 'active' | 'revoked' | 'expired' => {
  if (token.spent || token.grant.dead) return 'revoked'
  return token.untilMs <= world.clock.ms() ? 'expired' : 'active'
}

/** Only a partner's app gets a refresh token. */
function issued({ world, rules, tokens }: Platform, of: Grant, kept: Token | null = null): Answer {
  const access = tokens.issue(of, 'access', rules.accessTokenMs)
  const refresh = kept ?? (rules.partner ? tokens.issue(of, 'refresh', rules.refreshTokenMs) : null)
  const body = {
    access_token: access.text,
    expires_in: secondsLeft(world, access),
    ...(refresh && { refresh_token: refresh.text, refresh_token_expires_in: secondsLeft(world, refresh) }),
    scope: of.scopes.join(rules.scopeSeparator),
    token_type: 'Bearer',
    ...(of.scopes.includes('openid') && { id_token: idToken(access) }),
  }
  return { status: 200, headers: { 'cache-control': 'no-store' }, body }
}

function idToken({ grant: { person: member }, issuedAtMs, untilMs }: Token): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: 'https://www.linkedin.com/oauth', aud: sandboxApp.id, sub: member.id, name: titleOf(member) }
  const times = { iat: Math.floor(issuedAtMs / 1_000), exp: Math.floor(untilMs / 1_000) }
  return `${part({ alg: 'RS256', kid: 'sandbox', typ: 'JWT' })}.${part({ ...claims, ...times })}.c2FuZGJveA`
}

function introspect(platform: Platform, incoming: Incoming): Answer {
  const text = needed(incoming, 'token')
  checkClient(incoming)
  const token = platform.tokens.find(text)
  if (!token) return ok({ active: false })
  const status = stateOf(platform, token)
  const seconds = (ms: number) => Math.floor(ms / 1_000)
  const body = {
    active: status === 'active',
    client_id: sandboxApp.id,
    status,
    scope: token.grant.scopes.join(','),
    auth_type: '3L',
    created_at: seconds(token.issuedAtMs),
    authorized_at: seconds(token.issuedAtMs),
    expires_at: seconds(token.untilMs),
  }
  return ok(body)
}

/** Revokes a token. A refresh token revokes the whole grant. An unknown token counts as revoked. */
function revoke(platform: Platform, incoming: Incoming): Answer {
  if (!platform.rules.revokes)
    throw new Refused(refusal(404, { code: 'RESOURCE_NOT_FOUND', message: 'No virtual resource found' }))
  const text = needed(incoming, 'token')
  checkClient(incoming)
  const token = platform.tokens.find(text)
  if (token) {
    token.spent = true
    if (token.use === 'refresh') token.grant.dead = true
  }
  return { status: 200 }
}
