import type { Route } from '../../../core/network.ts'
import {
  type Asked,
  authorizeRoutes,
  type Back,
  codeParameters,
  scopesIn,
  sorry,
} from '../../../core/oauth/authorize.ts'
import { isCallback, sandboxApp } from '../../../core/oauth/client.ts'
import type { ConsentLook } from '../../../core/oauth/consent-page.ts'
import type { Platform } from '../state/platform.ts'
import { isEnabled, scopeTitles } from './scopes.ts'

const look: ConsentLook = {
  signed: ' | LinkedIn',
  title: 'Sign in with LinkedIn',
  lead: 'would like to:',
  allow: 'Allow as',
  cancel: 'Cancel',
  sorry: 'Bummer, something went wrong.',
}

/** The consent page. Errors are shown on a page until the callback is known to be valid; then they go to the app. */
export const consentRoutes = (platform: Platform): readonly Route[] =>
  authorizeRoutes(platform, {
    path: '/oauth/v2/authorization',
    parameters: codeParameters,
    look,
    scopeTitles,
    read: (query, back) => askedOf(platform, query, back),
    denied: (member) =>
      member === null
        ? { error: 'user_cancelled_login', error_description: 'The user cancelled LinkedIn login' }
        : { error: 'user_cancelled_authorize', error_description: 'The user cancelled the authorization' },
    code: () => `AQ${platform.secret()}`,
    codeMs: () => platform.rules.codeMs,
  })

function askedOf({ rules }: Platform, query: URLSearchParams, back: Back): Asked {
  const text = (name: string) => query.get(name) ?? ''
  const { id: clientId, title: app } = sandboxApp
  if (text('client_id') !== clientId) sorry(look, 'The passed in client_id is invalid.')
  const redirectUri = text('redirect_uri')
  if (!isCallback(redirectUri, rules.callbacks)) sorry(look, 'The redirect_uri does not match the registered value.')
  const state = query.get('state')
  const no = (error: string, error_description: string) => back(redirectUri, state, { error, error_description })
  if (text('response_type') !== 'code') no('unsupported_response_type', 'The response_type must be code.')
  const requested = scopesIn(query, /[ ,]+/)
  if (requested.length === 0) no('invalid_request', 'The scope is missing.')
  const closed = requested.find((scope) => !isEnabled(rules, scope))
  if (closed !== undefined && !rules.omitsScopes)
    no('unauthorized_scope_error', `Scope "${closed}" is not authorized for your application`)
  return { app, clientId, redirectUri, scopes: requested.filter((scope) => isEnabled(rules, scope)), state }
}
