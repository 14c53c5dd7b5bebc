import { type Answer, type Incoming, Refused } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import { app, type Platform, titleOf } from '../state/platform.ts'
import type { Token } from '../state/records.ts'
import { noGrant, refusal } from '../wire/refusals.ts'
import { issuedToken, issueTokens, newGrant, type Tokens } from './sealed.ts'

/** The token endpoints. They exchange codes and partners' refresh tokens, describe a token, and revoke one. */
export function tokenRoutes(platform: Platform): readonly Route[] {
  const route = { method: 'POST', accepts: ['form'] } as const
  return [
    {
      ...route,
      path: '/oauth/v2/accessToken',
      call: 'token',
      token: 'refresh',
      handle: (incoming) => shown(platform, grant(platform, incoming)),
    },
    {
      ...route,
      path: '/oauth/v2/introspectToken',
      call: 'introspect',
      handle: (incoming) => introspect(platform, incoming),
    },
    {
      ...route,
      path: '/oauth/v2/revoke',
      call: 'revoke',
      handle: (incoming) => revoke(platform, incoming),
    },
  ]
}

export const formValue = ({ body }: Incoming, name: string): string | null =>
  body.kind === 'form' ? (body.fields.find(([key]) => key === name)?.[1] ?? null) : null

const needed = (incoming: Incoming, name: string): string =>
  formValue(incoming, name) ?? noGrant(400, 'invalid_request', `A required parameter "${name}" is missing`)

/** Checks the secret in the body, the only place that the network accepts. */
function checkClient(incoming: Incoming): void {
  const isGood = needed(incoming, 'client_id') === app.id && needed(incoming, 'client_secret') === app.secret
  if (!isGood) noGrant(401, 'invalid_client', 'Client authentication failed')
}

function grant(platform: Platform, incoming: Incoming): Tokens {
  const kind = needed(incoming, 'grant_type')
  if (kind === 'authorization_code') return grantCode(platform, incoming)
  if (kind === 'refresh_token') return refresh(platform, incoming)
  return noGrant(400, 'unsupported_grant_type', 'The grant_type is not supported')
}

function grantCode(platform: Platform, incoming: Incoming): Tokens {
  const text = needed(incoming, 'code')
  const redirectUri = needed(incoming, 'redirect_uri')
  checkClient(incoming)
  const code = platform.codes.get(text)
  // A code can be used once, whatever the result.
  platform.codes.delete(text)
  const { refusedGrant } = platform.rules
  if (!code) return noGrant(400, refusedGrant, 'Unable to retrieve access token: authorization code not found')
  if (code.expiresAtMs <= platform.world.clock.ms())
    return noGrant(400, refusedGrant, 'Unable to retrieve access token: authorization code expired')
  if (code.redirectUri !== redirectUri)
    return noGrant(
      400,
      refusedGrant,
      'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
    )
  return issueTokens(platform, newGrant(platform, code.member, code.scopes))
}

/** Issues a new access token. The refresh token stays the same and keeps its end. */
function refresh(platform: Platform, incoming: Incoming): Tokens {
  const text = needed(incoming, 'refresh_token')
  checkClient(incoming)
  const token = issuedToken(platform, text)
  if (token?.use === 'refresh' && stateOf(platform, token) === 'active')
    return issueTokens(platform, token.grant, token)
  return noGrant(
    400,
    platform.rules.refusedGrant,
    'The provided authorization grant or refresh token is invalid, expired or revoked.',
  )
}

export const stateOf = ({ world }: Platform, token: Token): 'active' | 'revoked' | 'expired' => {
  if (token.revoked || token.grant.dead) return 'revoked'
  return token.untilMs <= world.clock.ms() ? 'expired' : 'active'
}

function shown({ world, rules }: Platform, { access, refresh: next }: Tokens): Answer {
  const secondsLeft = (token: Token) => Math.floor((token.untilMs - world.clock.ms()) / 1_000)
  const { scopes } = access.grant
  const body = {
    access_token: access.text,
    expires_in: secondsLeft(access),
    ...(next ? { refresh_token: next.text, refresh_token_expires_in: secondsLeft(next) } : {}),
    scope: scopes.join(rules.scopeSeparator),
    token_type: 'Bearer',
    ...(scopes.includes('openid') ? { id_token: idToken(access) } : {}),
  }
  return { status: 200, headers: { 'cache-control': 'no-store' }, body }
}

function idToken({ grant: { member }, issuedAtMs, untilMs }: Token): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: 'https://www.linkedin.com/oauth', aud: app.id, sub: member.id, name: titleOf(member) }
  const times = { iat: Math.floor(issuedAtMs / 1_000), exp: Math.floor(untilMs / 1_000) }
  return `${part({ alg: 'RS256', kid: 'sandbox', typ: 'JWT' })}.${part({ ...claims, ...times })}.c2FuZGJveA`
}

function introspect(platform: Platform, incoming: Incoming): Answer {
  const text = needed(incoming, 'token')
  checkClient(incoming)
  const token = issuedToken(platform, text)
  if (!token) return { status: 200, body: { active: false } }
  const status = stateOf(platform, token)
  const seconds = (ms: number) => Math.floor(ms / 1_000)
  const body = {
    active: status === 'active',
    client_id: app.id,
    status,
    scope: token.grant.scopes.join(','),
    auth_type: '3L',
    created_at: seconds(token.issuedAtMs),
    authorized_at: seconds(token.issuedAtMs),
    expires_at: seconds(token.untilMs),
  }
  return { status: 200, body }
}

/** Revokes a token. A refresh token ends the whole grant. An unknown token counts as revoked. */
function revoke(platform: Platform, incoming: Incoming): Answer {
  if (!platform.rules.revokes)
    throw new Refused(refusal(404, { code: 'RESOURCE_NOT_FOUND', message: 'No virtual resource found' }))
  const text = needed(incoming, 'token')
  checkClient(incoming)
  const token = issuedToken(platform, text)
  if (token) {
    token.revoked = true
    if (token.use === 'refresh') token.grant.dead = true
  }
  return { status: 200 }
}
