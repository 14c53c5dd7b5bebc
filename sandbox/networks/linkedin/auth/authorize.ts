import type { Answer, Incoming } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import { networkPage } from '../../../core/pages/network-page.ts'
import { escaped } from '../../../core/pages/pages.ts'
import { displayNameOf, firstAccounts } from '../../../core/people/accounts.ts'
import { app, type Platform } from '../state/platform.ts'
import { isCallback, isEnabled, scopeTitles } from './apps.ts'

/**
 * The consent page. Its buttons choose the member; a script passes `login`, `approve` and `scopes`. Errors are shown on
 * a page until the callback is known to be valid; after that, they are sent to the app.
 */
export function authorizeRoutes(platform: Platform): readonly Route[] {
  const route = { path: '/oauth/v2/authorization', call: 'authorize' } as const
  return [
    { ...route, method: 'GET', handle: ({ query }) => answerAuthorize(platform, query) },
    { ...route, method: 'POST', accepts: ['form'], handle: (incoming) => answerAuthorize(platform, formOf(incoming)) },
  ]
}

const formOf = ({ body }: Incoming): URLSearchParams =>
  new URLSearchParams(body.kind === 'form' ? body.fields.map(([name, value]): [string, string] => [name, value]) : [])

function answerAuthorize(platform: Platform, query: URLSearchParams): Answer {
  const { rules, world } = platform
  const text = (name: string) => query.get(name) ?? ''
  if (text('client_id') !== app.id) return sorry('The passed in client_id is invalid.')
  const redirectUri = text('redirect_uri')
  if (!isCallback(rules, redirectUri)) return sorry('The redirect_uri does not match the registered value.')
  const back = (result: Readonly<Record<string, string>>): Answer => {
    const state = query.has('state') ? { state: text('state') } : {}
    const location = `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams({ ...result, ...state })}`
    return { status: 302, headers: { location, 'cache-control': 'no-store' } }
  }
  const refuse = (error: string, error_description: string) => back({ error, error_description })

  if (text('response_type') !== 'code') return refuse('unsupported_response_type', 'The response_type must be code.')
  const asked = [...new Set(text('scope').split(/[ ,]+/).filter(Boolean))]
  if (asked.length === 0) return refuse('invalid_request', 'The scope is missing.')
  const closed = asked.find((scope) => !isEnabled(rules, scope))
  if (closed !== undefined && !rules.omitsScopes)
    return refuse('unauthorized_scope_error', `Scope "${closed}" is not authorized for your application`)
  const scopes = asked.filter((scope) => isEnabled(rules, scope))
  const member = platform.member(text('login'))
  if (text('approve') === '0')
    return member === null
      ? refuse('user_cancelled_login', 'The user cancelled LinkedIn login')
      : refuse('user_cancelled_authorize', 'The user cancelled the authorization')
  if (member === null || text('approve') !== '1') return askPage(platform, scopes, query)

  const given = query.has('scopes') ? new Set(query.getAll('scopes').flatMap((some) => some.split(','))) : null
  const granted = scopes.filter((scope) => given?.has(scope) ?? true)
  if (granted.length === 0) return refuse('user_cancelled_authorize', 'The user cancelled the authorization')
  const code = `AQ${platform.secret()}`
  const expiresAtMs = world.clock.ms() + rules.codeMs
  platform.codes.set(code, { member, scopes: granted, redirectUri, expiresAtMs })
  return back({ code })
}

const kept = ['response_type', 'client_id', 'redirect_uri', 'scope', 'state']

function askPage(platform: Platform, scopes: readonly string[], query: URLSearchParams): Answer {
  const hidden = kept
    .filter((name) => query.has(name))
    .map((name) => `<input type="hidden" name="${name}" value="${escaped(query.get(name) ?? '')}">`)
    .join('')
  const wishes = scopes.map((scope) => `<li>${escaped(scopeTitles[scope] ?? '')} <code>${escaped(scope)}</code></li>`)
  const people = firstAccounts.map(
    (name) => `<button name="login" value="${name}">Allow as ${escaped(displayNameOf(name))}</button>`,
  )
  const action = `${escaped(platform.base())}/oauth/v2/authorization`
  return page(
    200,
    'Sign in with LinkedIn',
    `<p><strong>${escaped(app.name)}</strong> would like to:</p><ul>${wishes.join('')}</ul>
<form method="post" action="${action}">${hidden}<input type="hidden" name="approve" value="1">${people.join('')}</form>
<form method="post" action="${action}">${hidden}<button class="no" name="approve" value="0">Cancel</button></form>`,
  )
}

const sorry = (why: string): Answer => page(400, 'Bummer, something went wrong.', `<p>${escaped(why)}</p>`)

const css =
  'body{font:16px/1.5 system-ui,sans-serif;background:#f4f2ee;color:#000000e6;max-width:26rem;margin:3rem auto;padding:1.5rem;border-radius:.5rem;color-scheme:light}li{padding:.2rem 0}code{color:#00000099}button{width:100%;padding:.7rem;margin:.25rem 0;border:0;border-radius:2rem;background:#0a66c2;color:#fff;font:inherit;font-weight:600}button.no{background:none;color:#00000099}'

const page = (status: number, title: string, body: string): Answer =>
  networkPage({ status, title, signed: ' | LinkedIn', css, body })
