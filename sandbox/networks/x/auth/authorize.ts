import type { Answer, Incoming } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import { networkPage } from '../../../core/pages/network-page.ts'
import { escaped } from '../../../core/pages/pages.ts'
import { displayNameOf, firstAccounts } from '../../../core/people/accounts.ts'
import type { Platform } from '../state/platform.ts'
import type { Code } from '../state/records.ts'
import { type App, appOf, isCallback, knownScopes } from './apps.ts'

/**
 * The page on which a person authorizes an app. Each button names a person to sign in as, and each scope can be
 * unticked; a script passes `login`, `approve` and `scopes`. Errors in the request are shown to the person and never
 * sent to the app.
 */
export function authorizeRoutes(platform: Platform): readonly Route[] {
  const route = { path: '/i/oauth2/authorize', call: 'authorize' } as const
  return [
    { ...route, method: 'GET', handle: ({ query }) => answerAuthorize(platform, query) },
    { ...route, method: 'POST', accepts: ['form'], handle: (incoming) => answerAuthorize(platform, formOf(incoming)) },
  ]
}

const formOf = ({ body }: Incoming): URLSearchParams =>
  new URLSearchParams(body.kind === 'form' ? body.fields.map(([name, value]): [string, string] => [name, value]) : [])

interface Asked {
  readonly app: App
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly challenge: string
  readonly method: Code['method']
  readonly state: string
}

function answerAuthorize(platform: Platform, query: URLSearchParams): Answer {
  const asked = askedOf(platform, query)
  if (typeof asked === 'string') return sorry(400, asked)
  const person = platform.person(query.get('login') ?? '')
  if (query.get('approve') === '0') return backTo(asked, { error: 'access_denied' })
  if (person === null || query.get('approve') !== '1') return askPage(platform, asked, query)
  if (person.standing !== 'active') return sorry(403, `The account @${person.name} is ${person.standing}.`)
  const scopes = tickedOf(query, asked)
  if (scopes.length === 0) return backTo(asked, { error: 'access_denied' })

  const { app, redirectUri, challenge, method } = asked
  const code = platform.secret()
  const expiresAtMs = platform.world.clock.ms() + platform.rules.codeMs
  platform.codes.set(code, { clientId: app.clientId, person, scopes, redirectUri, challenge, method, expiresAtMs })
  return backTo(asked, { code })
}

/** Parses the authorization request; returns an error message when it is invalid. */
function askedOf({ rules }: Platform, query: URLSearchParams): Asked | string {
  const text = (name: string) => query.get(name) ?? ''
  const app = appOf(text('client_id'))
  if (app === null) return 'There is no app of this client_id.'
  const redirectUri = text('redirect_uri')
  if (!isCallback(rules, redirectUri)) return 'The redirect_uri is not a callback that the app has registered.'
  if (text('response_type') !== 'code') return 'The response_type must be code.'
  const scopes = [...new Set(text('scope').split(' ').filter(Boolean))]
  if (scopes.length === 0) return 'The scope is missing.'
  const unknown = scopes.find((scope) => !Object.hasOwn(knownScopes, scope))
  if (unknown !== undefined) return `There is no scope ${unknown}.`
  const state = text('state')
  if (state === '' || state.length > 500) return 'The state must have 1 to 500 characters.'
  const method = text('code_challenge_method')
  if (method !== 'S256' && method !== 'plain') return 'The code_challenge_method must be S256 or plain.'
  const challenge = text('code_challenge')
  const isGood = method === 'S256' ? /^[\w-]{43}$/.test(challenge) : /^[\w.~-]{1,128}$/.test(challenge)
  if (!isGood) return 'The code_challenge is missing or not of its method.'
  return { app, redirectUri, scopes, challenge, method, state }
}

/** The scopes that were ticked, or all of them when the request does not say. */
function tickedOf(query: URLSearchParams, { scopes }: Asked): readonly string[] {
  const ticked = query.getAll('scopes').flatMap((some) => some.split(','))
  return query.has('scopes') ? scopes.filter((scope) => ticked.includes(scope)) : scopes
}

function backTo({ redirectUri, state }: Asked, result: Readonly<Record<string, string>>): Answer {
  const query = new URLSearchParams({ state, ...result })
  const location = `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
  return { status: 302, headers: { location, 'cache-control': 'no-store' } }
}

const kept = ['response_type', 'client_id', 'redirect_uri', 'scope', 'state', 'code_challenge', 'code_challenge_method']

function askPage(platform: Platform, { app, scopes }: Asked, query: URLSearchParams): Answer {
  const hidden = kept.map((name) => `<input type="hidden" name="${name}" value="${escaped(query.get(name) ?? '')}">`)
  const ticks = scopes.map(
    (scope) =>
      `<label><input type="checkbox" name="scopes" value="${escaped(scope)}" checked> ${escaped(knownScopes[scope] ?? '')} <code>${escaped(scope)}</code></label>`,
  )
  const people = firstAccounts.map(
    (name) =>
      `<button name="login" value="${name}">Authorize app as ${escaped(displayNameOf(name))} <small>@${name}</small></button>`,
  )
  const action = `${escaped(platform.base())}/i/oauth2/authorize`
  // The empty hidden field shows that the form had checkboxes, even when all of them are unticked.
  return page(
    200,
    'Authorize app',
    `<p><strong>${escaped(app.title)}</strong> wants to access your account.</p>
<form method="post" action="${action}">${hidden.join('')}<input type="hidden" name="approve" value="1"><input type="hidden" name="scopes" value="">
<fieldset><legend>Things this app can do</legend>${ticks.join('')}</fieldset>${people.join('')}</form>
<form method="post" action="${action}">${hidden.join('')}<button class="no" name="approve" value="0">Cancel</button></form>`,
  )
}

const sorry = (status: number, why: string): Answer =>
  page(
    status,
    'Something went wrong',
    `<p>You weren’t able to give access to the app. Go back and try logging in again.</p><p class="why">${escaped(why)}</p>`,
  )

const css =
  'body{font:16px/1.5 system-ui,sans-serif;background:#000;color:#e7e9ea;max-width:26rem;margin:3rem auto;padding:0 1rem}fieldset{border:1px solid #2f3336;border-radius:1rem;margin:0 0 1rem}label{display:block;padding:.2rem 0}code,small,.why{color:#71767b}button{width:100%;padding:.7rem;margin:.25rem 0;border:0;border-radius:2rem;background:#eff3f4;color:#0f1419;font:inherit;font-weight:700}button.no{background:none;color:#f4212e;border:1px solid #536471}'

const page = (status: number, title: string, body: string): Answer =>
  networkPage({ status, title, signed: ' / X', css, body })
