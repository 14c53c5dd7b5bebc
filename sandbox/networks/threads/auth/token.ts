import { type Answer, type Incoming, Refused } from '../../../core/http/request.ts'
import { int64 } from '../../../core/kit/int64.ts'
import type { Route } from '../../../core/network.ts'
import { sandboxApp } from '../../../core/oauth/client.ts'
import { takeCode } from '../../../core/oauth/codes.ts'
import { paramsOf, secretIn } from '../../meta/params.ts'
import { badParam, refuse } from '../../meta/refusals.ts'
import { type Platform, version } from '../state/platform.ts'
import type { Token } from '../state/records.ts'
import { unknownToken } from '../wire/failures.ts'
import { liveToken, need } from './callers.ts'
import { appToken, deathOf, issuedToken, issueToken } from './sealed.ts'

/**
 * The routes that exchange a code for a short-lived token, exchange that for a long-lived one, and renew it. Their URLs
 * have no version.
 */
export function tokenRoutes(platform: Platform): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/oauth/access_token',
      call: 'token',
      accepts: ['form', 'multipart'],
      handle: (incoming) => trade(platform, incoming),
    },
    { method: 'GET', path: '/oauth/access_token', call: 'appToken', handle: tellAppToken },
    {
      method: 'GET',
      path: '/access_token',
      call: 'longToken',
      token: 'refresh',
      handle: (incoming) => lengthen(platform, incoming),
    },
    {
      method: 'GET',
      path: '/refresh_access_token',
      call: 'refreshToken',
      token: 'refresh',
      handle: (incoming) => renew(platform, incoming),
    },
    ...['/debug_token', `${version}/debug_token`].map(
      (path): Route => ({
        method: 'GET',
        path,
        call: 'debugToken',
        handle: (incoming) => ({ status: 200, body: { data: shownDebug(platform, incoming) } }),
      }),
    ),
  ]
}

/** Refuses in the form that only the token endpoint uses. */
function no(error_message: string): never {
  throw new Refused({ status: 400, body: { error_type: 'OAuthException', code: 400, error_message } })
}

function trade(platform: Platform, incoming: Incoming): Answer {
  const params = paramsOf(incoming)
  if (params.client_id !== sandboxApp.id) no('Invalid platform app')
  if (params.client_secret !== sandboxApp.secret) no('Error validating client secret.')
  if (params.grant_type !== 'authorization_code') no('Invalid grant_type: must be authorization_code.')
  const presented = { code: params.code ?? '', redirectUri: params.redirect_uri ?? null }
  const { person, scopes } = takeCode(platform, presented, {
    unknown: () => no('Invalid verification code format or the authorization code has been used'),
    expired: () => no('This authorization code has expired'),
    redirectUri: () =>
      no(
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      ),
  })
  const token = issueToken(platform, person, { long: false, scopes })
  return { status: 200, body: { access_token: token.text, user_id: int64(person.id) } }
}

function tellAppToken(incoming: Incoming): Answer {
  const { grant_type: grantType, client_id: id, client_secret: secret } = paramsOf(incoming)
  if (grantType !== 'client_credentials') badParam('grant_type must be client_credentials')
  if (id !== sandboxApp.id || secret !== sandboxApp.secret)
    refuse({ message: 'Error validating client secret.', code: 100 })
  return { status: 200, body: { access_token: appToken, token_type: 'bearer' } }
}

function lengthen(platform: Platform, incoming: Incoming): Answer {
  const { grant_type: grantType, client_secret: secret } = paramsOf(incoming)
  if (grantType !== 'th_exchange_token') badParam('grant_type must be th_exchange_token')
  if (secret !== sandboxApp.secret) refuse({ message: 'Error validating client secret.', code: 100 })
  const token = liveToken(platform, secretIn(incoming))
  if (token.long) badParam('A short-lived access token is required for the exchange.')
  const { person, scopes, permittedUntilMs } = token
  return shown(platform, issueToken(platform, person, { long: true, scopes, permittedUntilMs }))
}

function renew(platform: Platform, incoming: Incoming): Answer {
  const { rules, world } = platform
  if (paramsOf(incoming).grant_type !== 'th_refresh_token') badParam('grant_type must be th_refresh_token')
  const token = liveToken(platform, secretIn(incoming))
  need(platform, token, 'threads_basic')
  const { person, scopes, long, issuedAtMs } = token
  if (!long) badParam('Only a long-lived access token can be refreshed.')
  if (world.clock.ms() - issuedAtMs < rules.refreshAfterMs)
    badParam('The access token must be at least 24 hours old to be refreshed.')
  if (person.isPrivate && !rules.refreshesPrivate) badParam('Tokens of private profiles cannot be refreshed.')
  return shown(platform, issueToken(platform, person, { long: true, scopes }))
}

function shown({ world }: Platform, { text, expiresAtMs }: Token): Answer {
  const expires_in = Math.floor((expiresAtMs - world.clock.ms()) / 1_000)
  return { status: 200, body: { access_token: text, token_type: 'bearer', expires_in } }
}

/** Returns the details of a token, to the app itself or to a holder of a valid token. */
function shownDebug(platform: Platform, incoming: Incoming): object {
  const { input_token: input } = paramsOf(incoming)
  if (secretIn(incoming) !== appToken) liveToken(platform, secretIn(incoming))
  const token = issuedToken(platform, input ?? badParam('The parameter input_token is required'))
  if (token === null) return { error: { code: 190, message: unknownToken.message }, is_valid: false, scopes: [] }
  const seconds = (ms: number) => Math.floor(ms / 1_000)
  return {
    type: 'USER',
    application: sandboxApp.title,
    app_id: sandboxApp.id,
    data_access_expires_at: seconds(token.permittedUntilMs),
    expires_at: seconds(token.expiresAtMs),
    is_valid: deathOf(platform, token) === null,
    issued_at: seconds(token.issuedAtMs),
    scopes: token.scopes,
    user_id: token.person.id,
  }
}
