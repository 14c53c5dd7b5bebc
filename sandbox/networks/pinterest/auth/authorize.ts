import type { Route } from '../../../core/network.ts'
import { type Asked, authorizeRoutes, codeParameters, scopesIn, sorry } from '../../../core/oauth/authorize.ts'
import { isCallback, sandboxApp } from '../../../core/oauth/client.ts'
import type { ConsentLook } from '../../../core/oauth/consent-page.ts'
import { type Platform, usernameOf } from '../state/platform.ts'
import { scopeTitles } from './scopes.ts'

const look: ConsentLook = {
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
    look,
    scopeTitles,
    read: (query) => askedOf(platform, query),
    denied: () => ({ error: 'access_denied' }),
    handle: usernameOf,
    codeMs: () => platform.rules.codeMs,
  })

function askedOf({ rules }: Platform, query: URLSearchParams): Asked {
  const text = (name: string) => query.get(name) ?? ''
  const no = (why: string) => sorry(look, why)
  const { id: clientId, title: app } = sandboxApp
  if (text('client_id') !== clientId) no('There is no app of this client_id.')
  const redirectUri = text('redirect_uri')
  if (!isCallback(redirectUri, rules.callbacks, { http: 'any' }))
    no('The redirect_uri does not match one that the app has registered.')
  if (text('response_type') !== 'code') no('The response_type must be code.')
  const scopes = scopesIn(query, ',')
  if (scopes.length === 0) no('The scope is missing.')
  const unknown = scopes.find((scope) => !Object.hasOwn(scopeTitles, scope))
  if (unknown !== undefined) no(`There is no scope ${unknown}. Scopes are separated by commas.`)
  return { app, clientId, redirectUri, scopes, state: text('state') || null }
}
