import type { Route } from '../../../core/network.ts'
import { type Asked, authorizeRoutes, scopesIn, sorry } from '../../../core/oauth/authorize.ts'
import { isCallback, sandboxApp } from '../../../core/oauth/client.ts'
import type { ConsentLook } from '../../../core/oauth/consent-page.ts'
import { usernameOf } from '../../meta/people.ts'
import type { Platform } from '../state/platform.ts'
import { scopeTitles } from './scopes.ts'

const look: ConsentLook = {
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
    look,
    scopeTitles,
    read: (query) => askedOf(platform, query),
    denied: () => ({
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request',
    }),
    checkPerson({ isTester }) {
      if (!platform.rules.reviewed && !isTester) sorry(look, 'The user has not accepted the invite to test the app.')
    },
    handle: (person) => `@${usernameOf(person)}`,
    codeMs: () => platform.rules.codeMs,
    granted: ({ code }) => ({ code: platform.rules.codeEndsInSign ? `${code}#_` : code }),
    callback: { end: '#_' },
  })

function askedOf({ rules }: Platform, query: URLSearchParams): Asked {
  const text = (name: string) => query.get(name) ?? ''
  const no = (why: string) => sorry(look, why)
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
