import { createHash } from 'node:crypto'
import { type Answer, type Incoming, Refused } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import type { Platform } from '../state/platform.ts'
import type { Code } from '../state/records.ts'
import { noGrant } from '../wire/problems.ts'
import { type App, appOf, basicAppOf } from './apps.ts'
import { issuedToken, issueTokens, newGrant, type Tokens } from './sealed.ts'

/** The routes that exchange codes for tokens, refresh tokens and revoke tokens. */
export function tokenRoutes(platform: Platform): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/2/oauth2/token',
      call: 'token',
      accepts: ['form'],
      token: 'refresh',
      handle: (incoming) => shown(platform, grant(platform, incoming)),
    },
    {
      method: 'POST',
      path: '/2/oauth2/revoke',
      call: 'revoke',
      accepts: ['form'],
      handle: (incoming) => revoke(platform, incoming),
    },
    {
      method: 'POST',
      path: '/oauth2/token',
      call: 'appToken',
      accepts: ['form'],
      handle: (incoming) => appToken(platform, incoming),
    },
  ]
}

export const formValue = ({ body }: Incoming, name: string): string | null =>
  body.kind === 'form' ? (body.fields.find(([key]) => key === name)?.[1] ?? null) : null

/** Identifies the calling app. An app with a secret sends it by Basic; one without sends its client id in the body. */
function clientOf(incoming: Incoming): App {
  const app = basicAppOf(incoming)
  if (app) return app
  if (app === null) return noGrant(401, 'unauthorized_client', 'Invalid client credentials.')
  const named = appOf(needed(incoming, 'client_id'))
  if (named === null) return noGrant(400, 'invalid_request', 'Value passed for the client id was invalid.')
  return named.secret === null ? named : noGrant(401, 'unauthorized_client', 'Missing valid authorization header')
}

function needed(incoming: Incoming, name: string): string {
  return formValue(incoming, name) ?? noGrant(400, 'invalid_request', `Missing required parameter [${name}].`)
}

function grant(platform: Platform, incoming: Incoming): Tokens {
  const kind = needed(incoming, 'grant_type')
  const app = clientOf(incoming)
  if (kind === 'authorization_code') return grantCode(platform, app, incoming)
  if (kind === 'refresh_token') return refresh(platform, app, incoming)
  return noGrant(400, 'invalid_request', 'Value passed for the grant_type was invalid.')
}

function grantCode(platform: Platform, { clientId }: App, incoming: Incoming): Tokens {
  const text = needed(incoming, 'code')
  const redirectUri = needed(incoming, 'redirect_uri')
  const verifier = needed(incoming, 'code_verifier')
  const code = platform.codes.get(text)
  // A code can be presented once, even if the exchange fails.
  platform.codes.delete(text)
  if (!code || code.clientId !== clientId || code.expiresAtMs <= platform.world.clock.ms())
    return noGrant(400, platform.rules.refusedGrant, 'Value passed for the authorization code was invalid.')
  if (code.redirectUri !== redirectUri)
    return noGrant(
      400,
      'invalid_request',
      'Value passed for the redirect uri did not match the uri of the authorization code.',
    )
  if (!proves(verifier, code))
    return noGrant(400, 'invalid_request', 'Value passed for the code verifier did not match the code challenge.')
  const { person, scopes } = code
  return issueTokens(platform, newGrant(platform, { clientId, person, scopes }))
}

const proves = (verifier: string, { method, challenge }: Code): boolean =>
  (method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')) === challenge

/** Exchanges a refresh token for new tokens. The old one is invalid from then on, even if the answer is lost. */
function refresh(platform: Platform, { clientId }: App, incoming: Incoming): Tokens {
  const token = issuedToken(platform, needed(incoming, 'refresh_token'))
  const { rules, world, app } = platform
  if (token?.use === 'refresh' && token.grant.clientId === clientId) {
    const { grant: of, spent, untilMs } = token
    if (spent) {
      app.reusedRefreshTokens += 1
      if (rules.reuseKills) of.dead = true
    } else if (!of.dead && untilMs > world.clock.ms()) {
      token.spent = true
      return issueTokens(platform, of)
    }
  }
  return noGrant(400, rules.refusedGrant, 'Value passed for the token was invalid.')
}

function shown({ world }: Platform, { access, refresh: next }: Tokens): Answer {
  const body = {
    token_type: 'bearer',
    expires_in: Math.floor((access.untilMs - world.clock.ms()) / 1_000),
    access_token: access.text,
    scope: access.grant.scopes.join(' '),
    ...(next ? { refresh_token: next.text } : {}),
  }
  return { status: 200, headers: { 'cache-control': 'no-store' }, body }
}

/**
 * Revokes a token. A refresh token revokes its whole grant, an access token only itself. An unknown token counts as
 * revoked.
 */
function revoke(platform: Platform, incoming: Incoming): Answer {
  const { clientId } = clientOf(incoming)
  const token = issuedToken(platform, needed(incoming, 'token'))
  if (token?.grant.clientId === clientId) {
    token.spent = true
    if (token.use === 'refresh') token.grant.dead = true
  }
  return { status: 200, body: { revoked: true } }
}

/** Issues an app-only token, which can read the app's usage. */
function appToken(platform: Platform, incoming: Incoming): Answer {
  const app = basicAppOf(incoming)
  if (!app || formValue(incoming, 'grant_type') !== 'client_credentials')
    throw new Refused({
      status: 403,
      body: {
        errors: [{ code: 99, message: 'Unable to verify your credentials', label: 'authenticity_token_error' }],
      },
    })
  const known = [...platform.bearers].find(([, clientId]) => clientId === app.clientId)?.[0]
  const bearer = known ?? `AAAAAAAAAAAAAAAAAAAAA${platform.secret()}`
  platform.bearers.set(bearer, app.clientId)
  return { status: 200, body: { token_type: 'bearer', access_token: bearer } }
}
