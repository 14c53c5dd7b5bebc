import { type Answer, type Incoming, ok } from '../../../core/http/request.ts'
import { noToken, route } from '../../../core/http/route.ts'
import { int64 } from '../../../core/kit/int64.ts'
import type { Route } from '../../../core/network.ts'
import { type AuthorizationRequest, authorizeRoutes, scopesIn, sorry } from '../../../core/oauth/authorize.ts'
import { isCallback, sandboxApp } from '../../../core/oauth/client.ts'
import type { ConsentTexts } from '../../../core/oauth/consent-page.ts'
import { loginRoutes } from '../../meta/login.ts'
import { readAllParams, secretIn } from '../../meta/params.ts'
import { usernameOf } from '../../meta/people.ts'
import { badParam, refuse } from '../../meta/refusals.ts'
import { unknownToken } from '../../meta/tokens.ts'
import { type Platform, version } from '../state/platform.ts'
import type { Person, Token } from '../state/records.ts'
import { liveToken, need } from './callers.ts'
import { scopeTitles } from './scopes.ts'
import { appToken, findTokenError, issuedToken, issueToken } from './sealed.ts'

const texts: ConsentTexts = {
  signed: ' | Threads',
  title: `${sandboxApp.title} would like to access your Threads profile`,
  boxes: 'What it may do',
  fixed: ['threads_basic'],
  allow: 'Continue as',
  cancel: 'Cancel',
  sorry: 'Something went wrong',
}

/** The page on which a person authorizes the app. Errors are shown to the person and never sent to the app. */
export const consentRoutes = (platform: Platform): readonly Route[] =>
  authorizeRoutes(platform, {
    path: '/oauth/authorize',
    parameters: ['client_id', 'redirect_uri', 'scope', 'state', 'response_type'],
    texts,
    scopeTitles,
    read: (query) => readRequest(platform, query),
    denied: () => ({
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request',
    }),
    checkPerson({ isTester }) {
      if (!platform.rules.reviewed && !isTester) sorry(texts, 'The user has not accepted the invite to test the app.')
    },
    handle: (person) => `@${usernameOf(person)}`,
    codeMs: () => platform.rules.codeMs,
    granted: ({ code }) => ({ code: platform.rules.codeEndsInSign ? `${code}#_` : code }),
    callback: { end: '#_' },
  })

function readRequest({ rules }: Platform, query: URLSearchParams): AuthorizationRequest {
  const text = (name: string) => query.get(name) ?? ''
  const no = (why: string) => sorry(texts, why)
  const { id: clientId, title: app } = sandboxApp
  const redirectUri = text('redirect_uri')
  const scopes = scopesIn(query, /[,\s]+/)
  if (text('client_id') !== clientId) no('Invalid App ID: the provided app ID does not look like a valid app ID.')
  if (!isCallback(redirectUri, rules.callbacks))
    no('Blocked: the redirect URI is not whitelisted in the settings of the app.')
  if (text('response_type') !== 'code') no('Invalid request: response_type must be code.')
  const unknown = scopes.filter((scope) => !Object.hasOwn(scopeTitles, scope))
  if (unknown.length > 0) no(`Invalid scopes: ${unknown.join(', ')}.`)
  if (!scopes.includes('threads_basic')) no('Invalid scopes: threads_basic is required.')
  return { app, clientId, redirectUri, scopes, state: query.get('state') }
}

/** The routes that issue, renew and describe tokens. */
export function tokenRoutes(platform: Platform): readonly Route[] {
  return [
    ...loginRoutes<Person, Token>(platform, {
      prefix: 'th',
      calls: { trade: 'token', lengthen: 'longToken', renew: 'refreshToken' },
      unknownCode: 'Invalid verification code format or the authorization code has been used',
      refreshAfterMs: () => platform.rules.refreshAfterMs,
      live: (incoming) => liveToken(platform, secretIn(incoming)),
      issue: (person, { long, scopes, before }) =>
        issueToken(platform, person, { long, scopes, ...(before && { permittedUntilMs: before.permittedUntilMs }) }),
      shown: ({ text, person }) => ({ access_token: text, user_id: int64(person.id) }),
      checkRenewal(token) {
        need(platform, token, 'threads_basic')
        if (token.person.isPrivate && !platform.rules.refreshesPrivate)
          badParam('Tokens of private profiles cannot be refreshed.')
      },
    }),
    route('GET', '/oauth/access_token', 'appToken', noToken, tellAppToken),
    ...['/debug_token', `${version}/debug_token`].map(
      (path): Route =>
        route('GET', path, 'debugToken', noToken, (incoming) => ok({ data: shownDebug(platform, incoming) })),
    ),
  ]
}

function tellAppToken(incoming: Incoming): Answer {
  const { grant_type: grantType, client_id: id, client_secret: secret } = readAllParams(incoming)
  if (grantType !== 'client_credentials') badParam('grant_type must be client_credentials')
  if (id !== sandboxApp.id || secret !== sandboxApp.secret)
    refuse({ message: 'Error validating client secret.', code: 100 })
  return ok({ access_token: appToken, token_type: 'bearer' })
}

/** Returns the details of a token, to the app itself or to a holder of a valid token. */
function shownDebug(platform: Platform, incoming: Incoming): object {
  const { input_token: input } = readAllParams(incoming)
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
    is_valid: findTokenError(platform, token) === null,
    issued_at: seconds(token.issuedAtMs),
    scopes: token.scopes,
    user_id: token.person.id,
  }
}
