import { type Answer, type Incoming, ok } from '../../../core/http/request.ts'
import { noToken, route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { type AuthorizationRequest, authorizeRoutes, isTicked, sorry } from '../../../core/oauth/authorize.ts'
import { isCallback, sandboxApp } from '../../../core/oauth/client.ts'
import { takeCode } from '../../../core/oauth/codes.ts'
import type { ConsentTexts } from '../../../core/oauth/consent-page.ts'
import { type Params, readAllParams, secretIn } from '../../meta/params.ts'
import { badParam, refuse } from '../../meta/refusals.ts'
import { unknownToken } from '../../meta/tokens.ts'
import { liveToken } from '../auth/callers.ts'
import { scopesIn } from '../auth/login.ts'
import { pageScopeTitles } from '../auth/scopes.ts'
import { findTokenError, issuedToken, issueToken } from '../auth/sealed.ts'
import { type Platform, pagesOf } from '../state/platform.ts'
import type { Token } from '../state/records.ts'

const texts: ConsentTexts = {
  signed: ' | Facebook',
  title: `${sandboxApp.title} would like to act on your Pages and their accounts at Instagram`,
  boxes: 'What it may do',
  fixed: ['public_profile'],
  allow: 'Continue as',
  cancel: 'Cancel',
  sorry: 'Sorry, something went wrong.',
}

/** Facebook's consent page, with boxes for the permissions and for each person's pages. */
export const dialogRoutes = (platform: Platform): readonly Route[] =>
  authorizeRoutes(platform, {
    path: '/dialog/oauth',
    parameters: ['client_id', 'redirect_uri', 'scope', 'state', 'response_type', 'auth_type'],
    texts,
    scopeTitles: pageScopeTitles,
    read: (query) => readRequest(platform, query),
    denied: () => ({
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    }),
    checkPerson({ isTester }) {
      if (!platform.rules.reviewed && !isTester) sorry(texts, 'The app is in development mode.')
    },
    boxes: (person) => pagesOf(person).map(({ id, title }) => ({ name: 'pages', value: id, label: title })),
    codeMs: () => 600_000,
    granted({ person, requested, scopes, code, query }) {
      const pages = pagesOf(person).flatMap(({ id }) => (isTicked(query, 'pages', id) ? [id] : []))
      platform.chosen.set(code, { pages, declined: requested.filter((scope) => !scopes.includes(scope)) })
      return {}
    },
    callback: { end: '#_=_' },
  })

function readRequest({ rules }: Platform, query: URLSearchParams): AuthorizationRequest {
  const redirectUri = query.get('redirect_uri') ?? ''
  if (query.get('client_id') !== sandboxApp.id)
    sorry(texts, 'The provided app ID does not look like a valid app ID.', { title: 'Invalid App ID' })
  if (!isCallback(redirectUri, rules.callbacks, { http: 'any' }))
    sorry(texts, 'The redirect URI is not whitelisted in the app’s Client OAuth Settings.', { title: 'URL Blocked' })
  const scopes = [...new Set(['public_profile', ...scopesIn(query)])]
  const unknown = scopes.filter((scope) => !Object.hasOwn(pageScopeTitles, scope))
  if (unknown.length > 0) sorry(texts, `Invalid Scopes: ${unknown.join(', ')}.`, { title: 'Invalid Scopes' })
  return { app: sandboxApp.title, clientId: sandboxApp.id, redirectUri, scopes, state: query.get('state') }
}

/** Facebook's exchange of a code for a short-lived token, and of that for a long-lived one, which cannot be renewed. */
export const loginRoutes = (platform: Platform): readonly Route[] => [
  route(
    'GET',
    '/oauth/access_token',
    'exchangeCode',
    { calls: { names: ['exchangeCode', 'extendToken'], of: callOf } },
    (incoming) => answerToken(platform, readAllParams(incoming)),
  ),
  route('GET', '/debug_token', 'debugToken', noToken, (incoming) => ok({ data: shownDebug(platform, incoming) })),
]

const callOf = (incoming: Incoming): string =>
  readAllParams(incoming).grant_type === 'fb_exchange_token' ? 'extendToken' : 'exchangeCode'

function answerToken(platform: Platform, params: Params): Answer {
  if (params.client_id !== sandboxApp.id)
    refuse({ message: 'Error validating application. Cannot get application info due to a system error.', code: 101 })
  if (params.client_secret !== sandboxApp.secret)
    refuse({ message: 'Error validating client secret.', code: 1, status: 400 })
  const token = params.grant_type === 'fb_exchange_token' ? extend(platform, params) : trade(platform, params)
  const expires_in = Math.floor(((token.expiresAtMs ?? 0) - token.issuedAtMs) / 1_000)
  return ok({ access_token: token.text, token_type: 'bearer', expires_in })
}

function trade(platform: Platform, params: Params): Token {
  const { code = '' } = params
  const bad = (message: string, subcode: number) => refuse({ message, code: 100, subcode })
  const unknown = () => bad('Invalid verification code format or the authorization code has been used.', 36_009)
  const chosen = platform.chosen.get(code) ?? unknown()
  const { person, scopes } = takeCode(
    platform,
    { code, redirectUri: params.redirect_uri ?? null, isKept: true },
    {
      unknown,
      expired: () => bad('This authorization code has expired.', 36_007),
      redirectUri: () =>
        bad(
          'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
          36_008,
        ),
    },
  )
  return issueToken(platform, person, { kind: 'person', long: false, scopes, ...chosen })
}

function extend(platform: Platform, { fb_exchange_token: text }: Params): Token {
  const token = liveToken(platform, text ?? badParam('fb_exchange_token parameter not specified'))
  if (token.kind !== 'person') refuse(unknownToken)
  const { person, kind, scopes, declined, pages } = token
  return issueToken(platform, person, { kind, long: true, scopes, declined, pages })
}

const seconds = (ms: number | null): number => (ms === null ? 0 : Math.floor(ms / 1_000))

/** Describes a token of Facebook to the app itself. */
function shownDebug(platform: Platform, incoming: Incoming): object {
  if (secretIn(incoming) !== `${sandboxApp.id}|${sandboxApp.secret}`)
    refuse({ message: '(#100) You must provide an app access token', code: 100 })
  const { input_token: input } = readAllParams(incoming)
  const token = issuedToken(platform, input ?? badParam('The parameter input_token is required'))
  if (token === null || token.way === 'login')
    return { error: { code: 190, message: unknownToken.message }, is_valid: false, scopes: [] }
  const { person, kind, scopes, pages, issuedAtMs, expiresAtMs } = token
  return {
    app_id: sandboxApp.id,
    type: kind === 'page' ? 'PAGE' : 'USER',
    application: sandboxApp.title,
    data_access_expires_at: seconds(issuedAtMs + 90 * 86_400_000),
    expires_at: seconds(expiresAtMs),
    is_valid: findTokenError(platform, token) === null,
    issued_at: seconds(issuedAtMs),
    scopes,
    granular_scopes: scopes
      .filter((scope) => scope.startsWith('pages_') || scope.startsWith('instagram_'))
      .map((scope) => ({ scope, target_ids: scope.startsWith('pages_') ? pages : [person.id] })),
    user_id: person.userId,
  }
}
