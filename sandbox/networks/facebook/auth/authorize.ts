import type { Route } from '../../../core/network.ts'
import { type AuthorizationRequest, authorizeRoutes, isTicked, sorry } from '../../../core/oauth/authorize.ts'
import { isCallback } from '../../../core/oauth/client.ts'
import type { ConsentTexts } from '../../../core/oauth/consent-page.ts'
import { app, type Graph } from '../state/platform.ts'
import type { Person } from '../state/records.ts'
import { knownScopes } from './scopes.ts'

const texts: ConsentTexts = {
  signed: ' | Facebook',
  title: `${app.name} would like to act on your Pages`,
  boxes: 'What it can do',
  fixed: ['public_profile'],
  allow: 'Continue as',
  cancel: 'Cancel',
  sorry: 'Sorry, something went wrong.',
}

/**
 * The consent page, with boxes for the app's permissions and for each person's pages; a script passes the checked ones
 * as `scopes` and `pages`. Errors are shown to the person, since an invalid app's callback cannot be trusted.
 */
export const dialogRoutes = (graph: Graph): readonly Route[] =>
  authorizeRoutes(graph, {
    path: '/dialog/oauth',
    parameters: [
      'client_id',
      'redirect_uri',
      'scope',
      'config_id',
      'state',
      'response_type',
      'auth_type',
      'return_scopes',
    ],
    texts,
    scopeTitles: {},
    read: (query) => readRequest(graph, query),
    denied: () => ({
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    }),
    takesNoScopes: true,
    boxes: ({ pages }) =>
      pages
        .filter(({ tasks }) => tasks.length > 0)
        .map(({ name, displayName }) => ({ name: 'pages', value: name, label: displayName })),
    codeMs: () => 600_000,
    granted({ person, requested, scopes: ticked, query }) {
      consent(person, { requested, ticked, query })
      if (query.get('return_scopes') !== 'true') return {}
      const granted = requested.filter((scope) => person.consent?.granted.has(scope))
      const denied = requested.filter((scope) => !granted.includes(scope))
      return { granted_scopes: granted.join(','), denied_scopes: denied.join(',') }
    },
    callback: { end: '#_=_' },
  })

function readRequest({ rules }: Graph, query: URLSearchParams): AuthorizationRequest {
  const redirectUri = query.get('redirect_uri') ?? ''
  if (query.get('client_id') !== app.id)
    sorry(texts, 'The provided app ID does not look like a valid app ID.', { title: 'Invalid App ID' })
  if (!isCallback(redirectUri, rules.redirect_uris.split(',').filter(Boolean), { http: 'any' }))
    sorry(
      texts,
      'This redirect failed because the redirect URI is not whitelisted in the app’s Client OAuth Settings. Make ' +
        'sure Client and Web OAuth Login are on and add all your app domains as Valid OAuth Redirect URIs.',
      { title: 'URL Blocked' },
    )
  const scopes = [
    ...new Set(
      scopeTextOf(rules, query)
        .split(/[,\s]+/)
        .filter(Boolean),
    ),
  ]
  const unknown = scopes.filter((scope) => !knownScopes.some((known) => known === scope))
  if (unknown.length > 0) sorry(texts, `Invalid Scopes: ${unknown.join(', ')}.`, { title: 'Invalid Scopes' })
  return { app: app.name, clientId: app.id, redirectUri, scopes, state: query.get('state') }
}

/** Returns the permissions to request: those of a configuration, if the URL names one, and otherwise its own. */
function scopeTextOf(rules: Graph['rules'], query: URLSearchParams): string {
  const configId = query.get('config_id')
  if (configId === null) return query.get('scope') ?? ''
  if (query.has('scope'))
    sorry(texts, 'A configuration replaces the scopes. Remove scope.', { title: 'Invalid parameter' })
  if (configId !== rules.login_config_id)
    sorry(texts, `Configuration ${configId} doesn’t belong to this app.`, { title: 'Invalid parameter' })
  return rules.login_config_scopes
}

/** Records a consent. A scope that was declined before stays declined, unless the app requests it again explicitly. */
function consent(
  person: Person,
  given: { readonly requested: readonly string[]; readonly ticked: readonly string[]; readonly query: URLSearchParams },
): void {
  const { requested, ticked, query } = given
  const before = person.consent
  const again = query.get('auth_type')?.split(',').includes('rerequest') ?? false
  const granted = new Set(before?.granted ?? [])
  granted.add('public_profile')
  const declined = new Set(before?.declined ?? [])
  for (const scope of requested) {
    if (scope === 'public_profile' || (declined.has(scope) && !again)) continue
    const [into, outOf] = ticked.includes(scope) ? [granted, declined] : [declined, granted]
    into.add(scope)
    outOf.delete(scope)
  }
  const pages = person.pages.filter(({ name, id }) => isTicked(query, 'pages', name) || isTicked(query, 'pages', id))
  person.consent = { granted, declined, pages: new Set(pages) }
}
