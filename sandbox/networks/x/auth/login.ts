import { type Answer, type Incoming, ok, Refused } from '../../../core/http/request.ts'
import { route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import {
  type AuthorizationRequest,
  authorizeRoutes,
  codeParameters,
  proofParameters,
  scopesIn,
  sorry,
} from '../../../core/oauth/authorize.ts'
import { formValue, isCallback } from '../../../core/oauth/client.ts'
import { takeCode } from '../../../core/oauth/codes.ts'
import type { ConsentTexts } from '../../../core/oauth/consent-page.ts'
import { secondsLeft } from '../../../core/oauth/tokens.ts'
import { usernameOf } from '../people/users.ts'
import type { Platform } from '../state/platform.ts'
import type { Grant } from '../state/records.ts'
import { noGrant } from '../wire/problems.ts'
import { type App, appOf, readBasicApp, scopeTitles } from './apps.ts'

const texts: ConsentTexts = {
  signed: ' / X',
  title: 'Authorize app',
  lead: 'wants to access your account.',
  boxes: 'Things this app can do',
  allow: 'Authorize app as',
  cancel: 'Cancel',
  sorry: 'Something went wrong',
}

/** The page on which a person authorizes an app. Errors are shown to the person and never sent to the app. */
export const consentRoutes = (platform: Platform): readonly Route[] =>
  authorizeRoutes(platform, {
    path: '/i/oauth2/authorize',
    parameters: [...codeParameters, ...proofParameters],
    texts,
    scopeTitles,
    read: (query) => readRequest(platform, query),
    denied: () => ({ error: 'access_denied' }),
    checkPerson({ name, standing }) {
      if (standing !== 'active') sorry(texts, `The account @${name} is ${standing}.`, { status: 403 })
    },
    handle: (person) => `@${usernameOf(person)}`,
    codeMs: () => platform.rules.codeMs,
    callback: { stateFirst: true },
  })

function readRequest({ rules }: Platform, query: URLSearchParams): AuthorizationRequest {
  const text = (name: string) => query.get(name) ?? ''
  const no = (why: string) => sorry(texts, why)
  const app = appOf(text('client_id')) ?? no('The client_id is unknown.')
  const redirectUri = text('redirect_uri')
  if (!isCallback(redirectUri, rules.callbacks, { http: 'loopback address' }))
    no('The redirect_uri is not a callback that the app has registered.')
  if (text('response_type') !== 'code') no('The response_type must be code.')
  const scopes = scopesIn(query, ' ')
  if (scopes.length === 0) no('The scope is missing.')
  const unknown = scopes.find((scope) => !Object.hasOwn(scopeTitles, scope))
  if (unknown !== undefined) no(`Unknown scope ${unknown}.`)
  const state = text('state')
  if (state === '' || state.length > 500) no('The state must have 1 to 500 characters.')
  const method = text('code_challenge_method')
  if (method !== 'S256' && method !== 'plain') return no('The code_challenge_method must be S256 or plain.')
  const challenge = text('code_challenge')
  const isGood = method === 'S256' ? /^[\w-]{43}$/.test(challenge) : /^[\w.~-]{1,128}$/.test(challenge)
  if (!isGood) no('The code_challenge is missing or not of its method.')
  return { app: app.title, clientId: app.id, redirectUri, scopes, challenge, method, state }
}

/** The routes that exchange codes for tokens, refresh tokens and revoke tokens. */
export function tokenRoutes(platform: Platform): readonly Route[] {
  const form = { accepts: ['form'] } as const
  return [
    route('POST', '/2/oauth2/token', 'token', { ...form, token: 'refresh' }, (incoming) => grant(platform, incoming)),
    route('POST', '/2/oauth2/revoke', 'revoke', form, (incoming) => revoke(platform, incoming)),
    route('POST', '/oauth2/token', 'appToken', form, (incoming) => appToken(platform, incoming)),
  ]
}

/** Identifies the calling app. An app with a secret sends it by Basic; one without sends its client ID in the body. */
function clientOf(incoming: Incoming): App {
  const app = readBasicApp(incoming)
  if (app) return app
  if (app === null) return noGrant(401, 'unauthorized_client', 'Invalid client credentials.')
  const named = appOf(needed(incoming, 'client_id')) ?? badRequest('Value passed for the client id was invalid.')
  return named.secret === null ? named : noGrant(401, 'unauthorized_client', 'Missing valid authorization header')
}

const badRequest = (description: string): never => noGrant(400, 'invalid_request', description)

const needed = (incoming: Incoming, name: string): string =>
  formValue(incoming, name) ?? badRequest(`Missing required parameter [${name}].`)

function grant(platform: Platform, incoming: Incoming): Answer {
  const kind = needed(incoming, 'grant_type')
  const app = clientOf(incoming)
  if (kind === 'authorization_code') return grantCode(platform, app, incoming)
  if (kind === 'refresh_token') return refresh(platform, app, incoming)
  return badRequest('Value passed for the grant_type was invalid.')
}

function grantCode(platform: Platform, { id: clientId }: App, incoming: Incoming): Answer {
  const presented = {
    code: needed(incoming, 'code'),
    clientId,
    redirectUri: needed(incoming, 'redirect_uri'),
    verifier: needed(incoming, 'code_verifier'),
  }
  const { person, scopes } = takeCode(platform, presented, {
    unknown: () => noGrant(400, platform.rules.refusedGrant, 'Value passed for the authorization code was invalid.'),
    redirectUri: () => badRequest('Value passed for the redirect uri did not match the uri of the authorization code.'),
    verifier: () => badRequest('Value passed for the code verifier did not match the code challenge.'),
  })
  return issued(platform, platform.tokens.grant({ clientId, person, scopes }))
}

/** Exchanges a refresh token for new tokens. The old one is invalid from then on, even if the response is lost. */
function refresh(platform: Platform, { id: clientId }: App, incoming: Incoming): Answer {
  const { rules, app, tokens } = platform
  const token = tokens.find(needed(incoming, 'refresh_token'))
  if (token?.use === 'refresh' && token.grant.clientId === clientId) {
    if (token.spent) {
      app.reusedRefreshTokens += 1
      if (rules.reuseKills) token.grant.dead = true
    } else if (tokens.isLive(token)) {
      token.spent = true
      return issued(platform, token.grant)
    }
  }
  return noGrant(400, rules.refusedGrant, 'Value passed for the token was invalid.')
}

function issued({ world, rules, tokens }: Platform, of: Grant): Answer {
  const access = tokens.issue(of, 'access', rules.accessTokenMs)
  const refresh = of.scopes.includes('offline.access') && tokens.issue(of, 'refresh', rules.refreshTokenMs)
  const body = {
    token_type: 'bearer',
    expires_in: secondsLeft(world, access),
    access_token: access.text,
    scope: of.scopes.join(' '),
    ...(refresh && { refresh_token: refresh.text }),
  }
  return { status: 200, headers: { 'cache-control': 'no-store' }, body }
}

/**
 * Revokes a token. A refresh token revokes its whole grant, an access token only itself. An unknown token counts as
 * revoked.
 */
function revoke({ tokens }: Platform, incoming: Incoming): Answer {
  const { id } = clientOf(incoming)
  const token = tokens.find(needed(incoming, 'token'))
  if (token?.grant.clientId === id) {
    token.spent = true
    if (token.use === 'refresh') token.grant.dead = true
  }
  return ok({ revoked: true })
}

/** Issues an app-only token, which can read the app's usage. */
function appToken(platform: Platform, incoming: Incoming): Answer {
  const app = readBasicApp(incoming)
  if (!app || formValue(incoming, 'grant_type') !== 'client_credentials')
    throw new Refused({
      status: 403,
      body: {
        errors: [{ code: 99, message: 'Unable to verify your credentials', label: 'authenticity_token_error' }],
      },
    })
  const known = [...platform.bearers].find(([, clientId]) => clientId === app.id)?.[0]
  const bearer = known ?? `AAAAAAAAAAAAAAAAAAAAA${platform.secret()}`
  platform.bearers.set(bearer, app.id)
  return ok({ token_type: 'bearer', access_token: bearer })
}
