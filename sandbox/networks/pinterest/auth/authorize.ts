import type { Answer, Incoming } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import { networkPage } from '../../../core/pages/network-page.ts'
import { escaped } from '../../../core/pages/pages.ts'
import { displayNameOf, firstAccounts } from '../../../core/people/accounts.ts'
import { type Platform, usernameOf } from '../state/platform.ts'
import { app, isCallback, knownScopes } from './apps.ts'

/**
 * The page on which a person authorizes an app. Each button names a person to sign in as; a script passes `login`,
 * `approve` and `scopes`. Errors in the request are shown to the person and never sent to the app.
 */
export function authorizeRoutes(platform: Platform): readonly Route[] {
  const route = { path: '/oauth/', call: 'authorize' } as const
  return [
    { ...route, method: 'GET', handle: ({ query }) => answerAuthorize(platform, query) },
    { ...route, method: 'POST', accepts: ['form'], handle: (incoming) => answerAuthorize(platform, formOf(incoming)) },
  ]
}

const formOf = ({ body }: Incoming): URLSearchParams =>
  new URLSearchParams(body.kind === 'form' ? body.fields.map(([name, value]): [string, string] => [name, value]) : [])

interface Asked {
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string
}

function answerAuthorize(platform: Platform, query: URLSearchParams): Answer {
  const asked = askedOf(platform, query)
  if (typeof asked === 'string') return sorry(asked)
  const person = platform.person(query.get('login') ?? '')
  if (query.get('approve') === '0') return backTo(asked, { error: 'access_denied' })
  if (person === null || query.get('approve') !== '1') return askPage(platform, asked, query)
  const ticked = query.getAll('scopes').flatMap((some) => some.split(','))
  const scopes = query.has('scopes') ? asked.scopes.filter((scope) => ticked.includes(scope)) : asked.scopes
  if (scopes.length === 0) return backTo(asked, { error: 'access_denied' })

  const code = platform.secret()
  const expiresAtMs = platform.world.clock.ms() + platform.rules.codeMs
  platform.codes.set(code, { clientId: app.id, person, scopes, redirectUri: asked.redirectUri, expiresAtMs })
  return backTo(asked, { code })
}

/** Parses the authorization request; returns an error message when it is invalid. */
function askedOf({ rules }: Platform, query: URLSearchParams): Asked | string {
  const text = (name: string) => query.get(name) ?? ''
  if (text('client_id') !== app.id) return 'There is no app of this client_id.'
  const redirectUri = text('redirect_uri')
  if (!isCallback(rules, redirectUri)) return 'The redirect_uri does not match one that the app has registered.'
  if (text('response_type') !== 'code') return 'The response_type must be code.'
  const scopes = [...new Set(text('scope').split(',').filter(Boolean))]
  if (scopes.length === 0) return 'The scope is missing.'
  const unknown = scopes.find((scope) => !Object.hasOwn(knownScopes, scope))
  if (unknown !== undefined) return `There is no scope ${unknown}. Scopes are separated by commas.`
  return { redirectUri, scopes, state: text('state') }
}

function backTo({ redirectUri, state }: Asked, result: Readonly<Record<string, string>>): Answer {
  const query = new URLSearchParams({ ...result, ...(state === '' ? {} : { state }) })
  const location = `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
  return { status: 302, headers: { location, 'cache-control': 'no-store' } }
}

const kept = ['response_type', 'client_id', 'redirect_uri', 'scope', 'state']

function askPage(platform: Platform, { scopes }: Asked, query: URLSearchParams): Answer {
  const hidden = kept.map((name) => `<input type="hidden" name="${name}" value="${escaped(query.get(name) ?? '')}">`)
  const things = scopes.map((scope) => `<li>${escaped(knownScopes[scope] ?? '')} <code>${escaped(scope)}</code></li>`)
  const people = firstAccounts.flatMap((name) => platform.person(name) ?? [])
  const buttons = people.map(
    (person) =>
      `<button name="login" value="${person.name}">Give access as ${escaped(displayNameOf(person.name))} <small>${usernameOf(person)}</small></button>`,
  )
  const action = `${escaped(platform.base())}/oauth/`
  return page(
    200,
    'Give access',
    `<p><strong>${escaped(app.title)}</strong> asks for access to your account. It will be able to:</p><ul>${things.join('')}</ul>
<form method="post" action="${action}">${hidden.join('')}<input type="hidden" name="approve" value="1">${buttons.join('')}</form>
<form method="post" action="${action}">${hidden.join('')}<button class="no" name="approve" value="0">Cancel</button></form>`,
  )
}

const sorry = (why: string): Answer => page(400, 'Something went wrong', `<p>${escaped(why)}</p>`)

const css =
  'body{font:16px/1.5 system-ui,sans-serif;background:#fff;color:#111;max-width:26rem;margin:3rem auto;padding:0 1rem}code,small{color:#767676}button{width:100%;padding:.7rem;margin:.25rem 0;border:0;border-radius:1.5rem;background:#e60023;color:#fff;font:inherit;font-weight:700}button small{color:#fff}button.no{background:#e9e9e9;color:#111}'

const page = (status: number, title: string, body: string): Answer =>
  networkPage({ status, title, signed: ' | Pinterest', css, body })
