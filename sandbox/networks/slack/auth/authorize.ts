import type { Route } from '../../../core/network.ts'
import { type Asked, authorizeRoutes, type Back, scopesIn, sorry } from '../../../core/oauth/authorize.ts'
import { isCallback, sandboxApp } from '../../../core/oauth/client.ts'
import type { ConsentLook } from '../../../core/oauth/consent-page.ts'
import type { Platform } from '../state/platform.ts'
import { scopeTitles } from './scopes.ts'

const look: ConsentLook = {
  signed: ' | Slack',
  title: 'The app is requesting permission to access the workspace',
  lead: 'will be able to:',
  allow: 'Allow as',
  cancel: 'Cancel',
  sorry: 'Something went wrong when authorizing this app.',
}

/** The page on which a person installs an app into their workspace. */
export const consentRoutes = (platform: Platform): readonly Route[] =>
  authorizeRoutes(platform, {
    path: '/oauth/v2/authorize',
    parameters: ['client_id', 'redirect_uri', 'scope', 'user_scope', 'state'],
    look,
    scopeTitles,
    read: (query, back) => askedOf(platform, query, back),
    denied: () => ({ error: 'access_denied' }),
    handle: (person) => person.workspace.name,
    codeMs: () => platform.rules.codeMs,
  })

function askedOf({ rules }: Platform, query: URLSearchParams, back: Back): Asked {
  const text = (name: string) => query.get(name) ?? ''
  const { id: clientId, title: app } = sandboxApp
  if (text('client_id') !== clientId) sorry(look, 'invalid_client_id')
  const redirectUri = text('redirect_uri')
  if (!isCallback(redirectUri, rules.callbacks)) sorry(look, 'redirect_uri did not match any configured URIs.')
  const state = query.get('state')
  const scopes = scopesIn(query, ',')
  if (scopes.length === 0) back(redirectUri, state, { error: 'no_scopes' })
  if (scopes.some((scope) => !Object.hasOwn(scopeTitles, scope))) back(redirectUri, state, { error: 'invalid_scope' })
  return { app, clientId, redirectUri, scopes, state }
}
