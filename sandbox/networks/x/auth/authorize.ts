import type { Route } from '../../../core/network.ts'
import {
  type Asked,
  authorizeRoutes,
  codeParameters,
  proofParameters,
  scopesIn,
  sorry,
} from '../../../core/oauth/authorize.ts'
import { isCallback } from '../../../core/oauth/client.ts'
import type { ConsentLook } from '../../../core/oauth/consent-page.ts'
import { usernameOf } from '../people/users.ts'
import type { Platform } from '../state/platform.ts'
import { appOf, scopeTitles } from './apps.ts'

const look: ConsentLook = {
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
    look,
    scopeTitles,
    read: (query) => askedOf(platform, query),
    denied: () => ({ error: 'access_denied' }),
    checkPerson({ name, standing }) {
      if (standing !== 'active') sorry(look, `The account @${name} is ${standing}.`, { status: 403 })
    },
    handle: (person) => `@${usernameOf(person)}`,
    codeMs: () => platform.rules.codeMs,
    callback: { stateFirst: true },
  })

function askedOf({ rules }: Platform, query: URLSearchParams): Asked {
  const text = (name: string) => query.get(name) ?? ''
  const no = (why: string) => sorry(look, why)
  const app = appOf(text('client_id')) ?? no('There is no app of this client_id.')
  const redirectUri = text('redirect_uri')
  if (!isCallback(redirectUri, rules.callbacks, { http: 'loopback address' }))
    no('The redirect_uri is not a callback that the app has registered.')
  if (text('response_type') !== 'code') no('The response_type must be code.')
  const scopes = scopesIn(query, ' ')
  if (scopes.length === 0) no('The scope is missing.')
  const unknown = scopes.find((scope) => !Object.hasOwn(scopeTitles, scope))
  if (unknown !== undefined) no(`There is no scope ${unknown}.`)
  const state = text('state')
  if (state === '' || state.length > 500) no('The state must have 1 to 500 characters.')
  const method = text('code_challenge_method')
  if (method !== 'S256' && method !== 'plain') return no('The code_challenge_method must be S256 or plain.')
  const challenge = text('code_challenge')
  const isGood = method === 'S256' ? /^[\w-]{43}$/.test(challenge) : /^[\w.~-]{1,128}$/.test(challenge)
  if (!isGood) no('The code_challenge is missing or not of its method.')
  return { app: app.title, clientId: app.id, redirectUri, scopes, challenge, method, state }
}
