import type { Incoming } from '../../../core/http/request.ts'
import { int64 } from '../../../core/kit/int64.ts'
import type { Route } from '../../../core/network.ts'
import { type AuthorizationRequest, authorizeRoutes, sorry } from '../../../core/oauth/authorize.ts'
import { isCallback, sandboxApp } from '../../../core/oauth/client.ts'
import type { ConsentTexts } from '../../../core/oauth/consent-page.ts'
import { loginRoutes } from '../../meta/login.ts'
import { secretIn } from '../../meta/params.ts'
import { usernameOf } from '../../meta/people.ts'
import { refuse } from '../../meta/refusals.ts'
import { unknownToken } from '../../meta/tokens.ts'
import type { Platform } from '../state/platform.ts'
import type { Person, Token } from '../state/records.ts'
import { liveToken, need } from './callers.ts'
import { scopeTitles } from './scopes.ts'
import { issueToken } from './sealed.ts'

const texts: ConsentTexts = {
  signed: ' | Instagram',
  title: `${sandboxApp.title} would like to access your Instagram account`,
  boxes: 'What it may do',
  fixed: ['instagram_business_basic'],
  allow: 'Continue as',
  cancel: 'Cancel',
  sorry: 'Sorry, something went wrong.',
}

/** The page on which a person authorizes the app. Errors are shown to the person and never sent to the app. */
export const consentRoutes = (platform: Platform): readonly Route[] =>
  authorizeRoutes(platform, {
    path: '/oauth/authorize',
    parameters: ['client_id', 'redirect_uri', 'scope', 'state', 'response_type', 'force_reauth', 'enable_fb_login'],
    texts,
    scopeTitles,
    read: (query) => readRequest(platform, query),
    denied: () => ({
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request',
    }),
    checkPerson({ isTester }) {
      if (!platform.rules.reviewed && !isTester) sorry(texts, 'Insufficient Developer Role.')
    },
    handle: (person) => `@${usernameOf(person)}`,
    codeMs: () => platform.rules.codeMs,
    callback: { end: '#_' },
  })

function readRequest({ rules }: Platform, query: URLSearchParams): AuthorizationRequest {
  const text = (name: string) => query.get(name) ?? ''
  const redirectUri = text('redirect_uri')
  if (text('client_id') !== sandboxApp.id) sorry(texts, 'Invalid platform app')
  if (!isCallback(redirectUri, rules.callbacks)) sorry(texts, 'Invalid redirect_uri')
  if (text('response_type') !== 'code') sorry(texts, 'Invalid response_type: must be code.')
  const scopes = scopesIn(query)
  const unknown = scopes.filter((scope) => !Object.hasOwn(scopeTitles, scope))
  if (unknown.length > 0) sorry(texts, `Invalid scopes: ${unknown.join(', ')}.`)
  if (!scopes.includes('instagram_business_basic'))
    sorry(texts, 'Invalid scopes: instagram_business_basic is required.')
  return { app: sandboxApp.title, clientId: sandboxApp.id, redirectUri, scopes, state: query.get('state') }
}

export const scopesIn = (query: URLSearchParams): readonly string[] => [
  ...new Set((query.get('scope') ?? '').split(/[,\s]+/).filter((scope) => scope !== '')),
]

/** The exchange of an Instagram code for a short-lived token, and of that for a long-lived one, and its renewal. */
export const tokenRoutes = (platform: Platform): readonly Route[] =>
  loginRoutes<Person, Token>(platform, {
    prefix: 'ig',
    calls: { trade: 'exchangeCode', lengthen: 'extendToken', renew: 'refreshToken' },
    unknownCode: 'Invalid authorization code',
    // A Facebook code belongs to another product.
    isForeign: (code) => platform.chosen.has(code),
    refreshAfterMs: () => platform.rules.refreshAfterMs,
    live: (incoming) => loginToken(platform, incoming),
    issue: (person, { long, scopes }) => issueToken(platform, person, { kind: 'account', long, scopes }),
    shown({ text, person, scopes }) {
      const body = { access_token: text, user_id: int64(person.appId) }
      if (platform.rules.tokensInData) return { data: [{ ...body, permissions: scopes.join(',') }] }
      return { ...body, permissions: scopes }
    },
    checkRenewal: (token) => need(token, 'basic'),
  })

/** Returns an Instagram token. A Facebook token cannot be parsed here. */
function loginToken(platform: Platform, incoming: Incoming): Token {
  const token = liveToken(platform, secretIn(incoming))
  return token.way === 'login' ? token : refuse(unknownToken)
}
