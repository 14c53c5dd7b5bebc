import type { Route } from '../../../core/network.ts'
import { type Asked, authorizeRoutes, sorry } from '../../../core/oauth/authorize.ts'
import { isCallback, sandboxApp } from '../../../core/oauth/client.ts'
import type { ConsentLook } from '../../../core/oauth/consent-page.ts'
import { usernameOf } from '../../meta/people.ts'
import type { Platform } from '../state/platform.ts'
import { scopeTitles } from './scopes.ts'

const look: ConsentLook = {
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
    look,
    scopeTitles,
    read: (query) => askedOf(platform, query),
    denied: () => ({
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request',
    }),
    checkPerson({ isTester }) {
      if (!platform.rules.reviewed && !isTester) sorry(look, 'Insufficient Developer Role.')
    },
    handle: (person) => `@${usernameOf(person)}`,
    codeMs: () => platform.rules.codeMs,
    callback: { end: '#_' },
  })

function askedOf({ rules }: Platform, query: URLSearchParams): Asked {
  const text = (name: string) => query.get(name) ?? ''
  const redirectUri = text('redirect_uri')
  if (text('client_id') !== sandboxApp.id) sorry(look, 'Invalid platform app')
  if (!isCallback(redirectUri, rules.callbacks)) sorry(look, 'Invalid redirect_uri')
  if (text('response_type') !== 'code') sorry(look, 'Invalid response_type: must be code.')
  const scopes = scopesIn(query)
  const unknown = scopes.filter((scope) => !Object.hasOwn(scopeTitles, scope))
  if (unknown.length > 0) sorry(look, `Invalid scopes: ${unknown.join(', ')}.`)
  if (!scopes.includes('instagram_business_basic')) sorry(look, 'Invalid scopes: instagram_business_basic is required.')
  return { app: sandboxApp.title, clientId: sandboxApp.id, redirectUri, scopes, state: query.get('state') }
}

export const scopesIn = (query: URLSearchParams): readonly string[] => [
  ...new Set((query.get('scope') ?? '').split(/[,\s]+/).filter((scope) => scope !== '')),
]
