import { createHash } from 'node:crypto'
import type { Answer, Incoming } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import type { Platform } from '../state/platform.ts'
import { noGrant } from '../wire/envelope.ts'
import { bothWays } from '../wire/routes.ts'
import { app, isSecret } from './apps.ts'
import { endGrant } from './grants.ts'
import { issuedToken, issueTokens, newGrant, type Tokens } from './sealed.ts'

/**
 * The routes that exchange codes for tokens, refresh tokens and revoke tokens. The app sends its key and secret in the
 * body.
 */
export function tokenRoutes(platform: Platform): readonly Route[] {
  return [
    ...bothWays({
      method: 'POST',
      path: '/v2/oauth/token/',
      call: 'token',
      // JSON is parsed so that it can be refused in the wording of this endpoint.
      accepts: ['form', 'json'],
      token: 'refresh',
      handle: (incoming) => shown(platform, grant(platform, incoming)),
    }),
    ...bothWays({
      method: 'POST',
      path: '/v2/oauth/revoke/',
      call: 'revoke',
      accepts: ['form', 'json'],
      handle(incoming) {
        checkApp(platform, incoming)
        const token = issuedToken(platform, needed(platform, incoming, 'token'))
        if (token) endGrant(token.grant)
        return { status: 200, body: {} }
      },
    }),
  ]
}

export const formValue = ({ body }: Incoming, name: string): string | null =>
  body.kind === 'form' ? (body.fields.find(([key]) => key === name)?.[1] ?? null) : null

function needed(platform: Platform, incoming: Incoming, name: string): string {
  const value = formValue(incoming, name)
  return value || noGrant(platform, 'invalid_request', `The request parameters are malformed: ${name} is missing.`)
}

function checkApp(platform: Platform, incoming: Incoming): void {
  if (incoming.body.kind === 'json')
    noGrant(platform, 'invalid_request', 'Only `application/x-www-form-urlencoded` is supported as Content-Type.')
  const isOurs = needed(platform, incoming, 'client_key') === app.key
  if (!isOurs || !isSecret(needed(platform, incoming, 'client_secret')))
    noGrant(platform, 'invalid_client', 'Client key or secret is incorrect.')
}

function grant(platform: Platform, incoming: Incoming): Tokens {
  checkApp(platform, incoming)
  const kind = needed(platform, incoming, 'grant_type')
  if (kind === 'authorization_code') return grantCode(platform, incoming)
  if (kind === 'refresh_token') return refresh(platform, incoming)
  return noGrant(platform, 'unsupported_grant_type', 'The grant_type is not supported.')
}

function grantCode(platform: Platform, incoming: Incoming): Tokens {
  const text = needed(platform, incoming, 'code')
  const redirectUri = needed(platform, incoming, 'redirect_uri')
  const code = platform.codes.get(text)
  // A code can be presented once, even if the exchange fails.
  platform.codes.delete(text)
  if (!code || code.expiresAtMs <= platform.world.clock.ms())
    return noGrant(platform, 'invalid_grant', 'Authorization code is expired.')
  if (code.redirectUri !== redirectUri)
    return noGrant(platform, 'invalid_request', 'Redirect_uri is not matched with the uri when requesting code.')
  const { challenge } = code
  // In hexadecimal, unlike everywhere else.
  const proof = createHash('sha256')
    .update(formValue(incoming, 'code_verifier') ?? '')
    .digest('hex')
  if (challenge !== null && proof !== challenge)
    return noGrant(platform, 'invalid_request', 'Code verifier or code challenge is invalid.')
  const { person, scopes } = code
  return issueTokens(platform, newGrant(platform, { person, scopes }))
}

/** Exchanges a refresh token for new tokens. A rotated token is invalid from then on, even if the answer is lost. */
function refresh(platform: Platform, incoming: Incoming): Tokens {
  const token = issuedToken(platform, needed(platform, incoming, 'refresh_token'))
  const { rules, world, app: counted } = platform
  if (token?.use === 'refresh') {
    const { grant: of, spent, untilMs } = token
    if (spent) counted.reusedRefreshTokens += 1
    else if (!of.dead && untilMs > world.clock.ms()) {
      token.spent = rules.rotates
      return issueTokens(platform, of, rules.rotates ? null : token)
    }
  }
  return noGrant(platform, 'invalid_grant', 'Refresh token is invalid or expired.')
}

function shown({ world }: Platform, { access, refresh: next }: Tokens): Answer {
  const secondsTo = (untilMs: number) => Math.floor((untilMs - world.clock.ms()) / 1_000)
  const { person, scopes } = access.grant
  const body = {
    access_token: access.text,
    expires_in: secondsTo(access.untilMs),
    open_id: person.openId,
    refresh_expires_in: secondsTo(next.untilMs),
    refresh_token: next.text,
    scope: scopes.join(','),
    token_type: 'Bearer',
  }
  return { status: 200, headers: { 'cache-control': 'no-store' }, body }
}
