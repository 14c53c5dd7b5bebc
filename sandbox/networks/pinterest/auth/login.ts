import { type Answer, type Incoming, Refused } from '../../../core/http/request.ts'
import { route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import {
  type AuthorizationRequest,
  authorizeRoutes,
  codeParameters,
  scopesIn,
  sorry,
} from '../../../core/oauth/authorize.ts'
import { formValue, isCallback, readBasicAuth, sandboxApp } from '../../../core/oauth/client.ts'
import { takeCode } from '../../../core/oauth/codes.ts'
import type { ConsentTexts } from '../../../core/oauth/consent-page.ts'
import { secondsLeft } from '../../../core/oauth/tokens.ts'
import { type Platform, usernameOf } from '../state/platform.ts'
import type { Grant } from '../state/records.ts'
import { invalid, no, unknownToken } from '../wire/refusals.ts'

const scopeTitles: Readonly<Record<string, string>> = {
  'boards:read': 'See your public boards, including those of groups',
  'boards:read_secret': 'See your secret boards',
  'boards:write': 'Create, change and delete your public boards',
  'boards:write_secret': 'Create, change and delete your secret boards',
  'pins:read': 'See your public Pins',
  'pins:read_secret': 'See your secret Pins',
  'pins:write': 'Create, change and delete your public Pins',
  'pins:write_secret': 'Create, change and delete your secret Pins',
  'user_accounts:read': 'See your account and its figures',
}

const texts: ConsentTexts = {
  signed: ' | Pinterest',
  title: 'Give access',
  lead: 'asks for access to your account. It will be able to:',
  allow: 'Give access as',
  cancel: 'Cancel',
  sorry: 'Something went wrong',
}

/** The page on which a person authorizes an app. Errors are shown to the person and never sent to the app. */
export const consentRoutes = (platform: Platform): readonly Route[] =>
  authorizeRoutes(platform, {
    path: '/oauth/',
    parameters: codeParameters,
    texts,
    scopeTitles,
    read: (query) => readRequest(platform, query),
    denied: () => ({ error: 'access_denied' }),
    handle: usernameOf,
    codeMs: () => platform.rules.codeMs,
  })

function readRequest({ rules }: Platform, query: URLSearchParams): AuthorizationRequest {
  const text = (name: string) => query.get(name) ?? ''
  const no = (why: string) => sorry(texts, why)
  const { id: clientId, title: app } = sandboxApp
  if (text('client_id') !== clientId) no('The client_id is unknown.')
  const redirectUri = text('redirect_uri')
  if (!isCallback(redirectUri, rules.callbacks, { http: 'any' }))
    no('The redirect_uri does not match one that the app has registered.')
  if (text('response_type') !== 'code') no('The response_type must be code.')
  const scopes = scopesIn(query, ',')
  if (scopes.length === 0) no('The scope is missing.')
  const unknown = scopes.find((scope) => !Object.hasOwn(scopeTitles, scope))
  if (unknown !== undefined) no(`Unknown scope ${unknown}. Scopes are separated by commas.`)
  return { app, clientId, redirectUri, scopes, state: text('state') || null }
}

/** The route that exchanges codes for tokens and refreshes tokens. */
export function tokenRoutes(platform: Platform): readonly Route[] {
  return [
    route('POST', '/oauth/token', 'token', { accepts: ['form'], token: 'refresh' }, (incoming) => {
      const basic = readBasicAuth(incoming)
      if (basic?.id !== sandboxApp.id || basic.secret !== sandboxApp.secret) throw new Refused(unknownToken())
      const kind = formValue(incoming, 'grant_type')
      if (kind === 'authorization_code') return grantCode(platform, incoming)
      return kind === 'refresh_token' ? refresh(platform, incoming) : invalid(`'${kind}' is not a known grant_type.`)
    }),
  ]
}

const needed = (incoming: Incoming, name: string): string =>
  formValue(incoming, name) ?? invalid(`'${name}' is a required property`)

function refuseGrant({ rules }: Platform, what: string): never {
  if (rules.refusedGrant === 401) throw new Refused(unknownToken())
  return no(400, 283, `The ${what} is invalid or has expired.`)
}

function grantCode(platform: Platform, incoming: Incoming): Answer {
  const { rules, tokens } = platform
  const presented = { code: needed(incoming, 'code'), redirectUri: needed(incoming, 'redirect_uri') }
  const refuse = () => refuseGrant(platform, 'authorization code')
  const { clientId, person, scopes } = takeCode(platform, presented, { unknown: refuse, redirectUri: refuse })
  const isContinuous = rules.alwaysContinuous || formValue(incoming, 'continuous_refresh') === 'true'
  const grant = tokens.grant({ clientId, person, scopes, tag: rules.environment })
  return issued(platform, grant, { isContinuous, kind: 'authorization_code' })
}

/**
 * Exchanges a refresh token. The old one is invalid even if the response is lost. Scopes may be reduced, never
 * extended.
 */
function refresh(platform: Platform, incoming: Incoming): Answer {
  const { rules, tokens } = platform
  const token = tokens.find(needed(incoming, 'refresh_token'))
  if (token?.use !== 'refresh' || !tokens.isLive(token) || token.grant.tag !== rules.environment)
    return refuseGrant(platform, 'refresh token')
  const requested = (formValue(incoming, 'scope') ?? '').split(/[ ,]+/).filter((one) => one !== '')
  const beyond = requested.find((one) => !token.grant.scopes.includes(one))
  if (beyond !== undefined) return invalid(`The scope '${beyond}' was not granted.`)
  if (rules.rotates) token.spent = true
  return issued(platform, token.grant, { isContinuous: rules.rotates, kind: 'refresh_token' })
}

function issued(
  { world, rules, tokens }: Platform,
  grant: Grant,
  { isContinuous, kind }: { isContinuous: boolean; kind: string },
): Answer {
  const access = tokens.issue(grant, 'access', rules.accessTokenMs)
  const refresh = tokens.issue(grant, 'refresh', rules.refreshTokenMs)
  return {
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: {
      response_type: kind,
      access_token: access.text,
      token_type: 'bearer',
      expires_in: secondsLeft(world, access),
      scope: grant.scopes.join(rules.scopeSeparator),
      ...(isContinuous && {
        refresh_token: refresh.text,
        refresh_token_expires_in: secondsLeft(world, refresh),
        refresh_token_expires_at: Math.floor(refresh.untilMs / 1_000),
      }),
    },
  }
}
