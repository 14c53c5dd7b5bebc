import type { Route } from '../../../core/network.ts'
import { type Asked, authorizeRoutes, isTicked, sorry } from '../../../core/oauth/authorize.ts'
import { isCallback, sandboxApp } from '../../../core/oauth/client.ts'
import type { ConsentLook } from '../../../core/oauth/consent-page.ts'
import { scopesIn } from '../auth/authorize.ts'
import { pageScopeTitles } from '../auth/scopes.ts'
import { type Platform, pagesOf } from '../state/platform.ts'

const look: ConsentLook = {
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
    look,
    scopeTitles: pageScopeTitles,
    read: (query) => askedOf(platform, query),
    denied: () => ({
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    }),
    checkPerson({ isTester }) {
      if (!platform.rules.reviewed && !isTester) sorry(look, 'The app is in development mode.')
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

function askedOf({ rules }: Platform, query: URLSearchParams): Asked {
  const redirectUri = query.get('redirect_uri') ?? ''
  if (query.get('client_id') !== sandboxApp.id)
    sorry(look, 'The provided app ID does not look like a valid app ID.', { title: 'Invalid App ID' })
  if (!isCallback(redirectUri, rules.callbacks, { http: 'any' }))
    sorry(look, 'The redirect URI is not whitelisted in the app’s Client OAuth Settings.', { title: 'URL Blocked' })
  const scopes = [...new Set(['public_profile', ...scopesIn(query)])]
  const unknown = scopes.filter((scope) => !Object.hasOwn(pageScopeTitles, scope))
  if (unknown.length > 0) sorry(look, `Invalid Scopes: ${unknown.join(', ')}.`, { title: 'Invalid Scopes' })
  return { app: sandboxApp.title, clientId: sandboxApp.id, redirectUri, scopes, state: query.get('state') }
}
