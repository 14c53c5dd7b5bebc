import { type Answer, type Incoming, Refused } from '../../../core/http/request.ts'
import { int64 } from '../../../core/kit/int64.ts'
import type { Route } from '../../../core/network.ts'
import { sandboxApp } from '../../../core/oauth/client.ts'
import { takeCode } from '../../../core/oauth/codes.ts'
import { paramsOf, secretIn } from '../../meta/params.ts'
import { badParam, refuse } from '../../meta/refusals.ts'
import { unknownToken } from '../../meta/tokens.ts'
import type { Platform } from '../state/platform.ts'
import type { Token } from '../state/records.ts'
import { liveToken, need } from './callers.ts'
import { issueToken } from './sealed.ts'

/** The routes that exchange a code for a short-lived token, exchange that for a long-lived one, and renew it. */
export function tokenRoutes(platform: Platform): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/oauth/access_token',
      call: 'exchangeCode',
      accepts: ['form', 'multipart'],
      handle: (incoming) => trade(platform, incoming),
    },
    {
      method: 'GET',
      path: '/access_token',
      call: 'extendToken',
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
  ]
}

/** Refuses in the form that only the exchange of codes uses. */
function no(error_message: string): never {
  throw new Refused({ status: 400, body: { error_type: 'OAuthException', code: 400, error_message } })
}

function trade(platform: Platform, incoming: Incoming): Answer {
  const params = paramsOf(incoming)
  if (params.client_id !== sandboxApp.id) no('Invalid platform app')
  if (params.client_secret !== sandboxApp.secret) no('Error validating client secret.')
  if (params.grant_type !== 'authorization_code') no('Invalid grant_type: must be authorization_code.')
  const unknown = () => no('Invalid authorization code')
  // A code of Facebook is another product's.
  if (platform.chosen.has(params.code ?? '')) unknown()
  const presented = { code: params.code ?? '', redirectUri: params.redirect_uri ?? null }
  const { person, scopes } = takeCode(platform, presented, {
    unknown,
    expired: () => no('This authorization code has expired'),
    redirectUri: () =>
      no(
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      ),
  })
  const { text } = issueToken(platform, person, { kind: 'account', long: false, scopes })
  const body = { access_token: text, user_id: int64(person.appId) }
  if (platform.rules.tokensInData) return { status: 200, body: { data: [{ ...body, permissions: scopes.join(',') }] } }
  return { status: 200, body: { ...body, permissions: scopes } }
}

function lengthen(platform: Platform, incoming: Incoming): Answer {
  const { grant_type: grantType, client_secret: secret } = paramsOf(incoming)
  if (grantType !== 'ig_exchange_token') badParam('grant_type must be ig_exchange_token')
  if (secret !== sandboxApp.secret) refuse({ message: 'Error validating client secret.', code: 100 })
  const { person, scopes, long } = loginToken(platform, incoming)
  if (long) badParam('A short-lived access token is required for the exchange.')
  return shown(platform, issueToken(platform, person, { kind: 'account', long: true, scopes }))
}

function renew(platform: Platform, incoming: Incoming): Answer {
  const { rules, world } = platform
  if (paramsOf(incoming).grant_type !== 'ig_refresh_token') badParam('grant_type must be ig_refresh_token')
  const token = loginToken(platform, incoming)
  need(token, 'basic')
  const { person, scopes, long, issuedAtMs } = token
  if (!long) badParam('Only a long-lived access token can be refreshed.')
  if (world.clock.ms() - issuedAtMs < rules.refreshAfterMs)
    badParam('The access token must be at least 24 hours old to be refreshed.')
  return shown(platform, issueToken(platform, person, { kind: 'account', long: true, scopes }))
}

/** Returns a token of Instagram. One of Facebook cannot be parsed here. */
function loginToken(platform: Platform, incoming: Incoming): Token {
  const token = liveToken(platform, secretIn(incoming))
  return token.way === 'login' ? token : refuse(unknownToken)
}

function shown({ world }: Platform, { text, expiresAtMs }: Token): Answer {
  const expires_in = Math.floor(((expiresAtMs ?? 0) - world.clock.ms()) / 1_000)
  return { status: 200, body: { access_token: text, token_type: 'bearer', expires_in } }
}
