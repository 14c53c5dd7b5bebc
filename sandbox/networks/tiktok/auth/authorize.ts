import type { Answer, Incoming } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import { networkPage } from '../../../core/pages/network-page.ts'
import { escaped } from '../../../core/pages/pages.ts'
import { displayNameOf, firstAccounts } from '../../../core/people/accounts.ts'
import type { Platform } from '../state/platform.ts'
import { bothWays } from '../wire/routes.ts'
import { app, isCallback, knownScopes } from './apps.ts'

/**
 * The page on which a person authorizes an app. Each button names a person to sign in as, and each scope can be
 * unticked; a script passes `login`, `approve` and `scopes`. Errors in the request are shown to the person and never
 * sent to the app.
 */
export function authorizeRoutes(platform: Platform): readonly Route[] {
  const route = { path: '/v2/auth/authorize/', call: 'authorize' } as const
  return [
    ...bothWays({ ...route, method: 'GET', handle: ({ query }) => answerAuthorize(platform, query) }),
    ...bothWays({
      ...route,
      method: 'POST',
      accepts: ['form'],
      handle: (incoming) => answerAuthorize(platform, formOf(incoming)),
    }),
  ]
}

const formOf = ({ body }: Incoming): URLSearchParams =>
  new URLSearchParams(body.kind === 'form' ? body.fields.map(([name, value]): [string, string] => [name, value]) : [])

interface Asked {
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly challenge: string | null
  readonly state: string | null
}

function answerAuthorize(platform: Platform, query: URLSearchParams): Answer {
  const asked = askedOf(platform, query)
  if (typeof asked === 'string') return sorry(400, asked)
  const person = platform.person(query.get('login') ?? '')
  if (query.get('approve') === '0') return backTo(asked, denied)
  if (person === null || query.get('approve') !== '1') return askPage(platform, asked, query)
  const scopes = tickedOf(query, asked)
  if (scopes.length === 0) return backTo(asked, denied)

  const { redirectUri, challenge } = asked
  const { world, rules } = platform
  const code = `${platform.secret()}*2!${platform.secret().slice(0, 4)}.e1`
  platform.codes.set(code, { person, scopes, redirectUri, challenge, expiresAtMs: world.clock.ms() + rules.codeMs })
  return backTo(asked, { code: rules.codeEncodedTwice ? encoded(code) : code, scopes: scopes.join(',') })
}

const denied = {
  error: 'access_denied',
  error_description: 'User cancelled the authorization',
  error_type: 'access_denied',
}

/** Parses the authorization request; returns an error message when it is invalid. */
function askedOf({ rules }: Platform, query: URLSearchParams): Asked | string {
  const text = (name: string) => query.get(name) ?? ''
  if (text('client_key') !== app.key) return 'We couldn’t log in with TikTok: client_key.'
  const redirectUri = text('redirect_uri')
  if (!isCallback(rules, redirectUri)) return 'We couldn’t log in with TikTok: redirect_uri.'
  if (text('response_type') !== 'code') return 'We couldn’t log in with TikTok: response_type.'
  const scopes = [...new Set(text('scope').split(',').filter(Boolean))]
  if (scopes.length === 0 || !scopes.every((scope) => Object.hasOwn(knownScopes, scope)))
    return 'We couldn’t log in with TikTok: scope.'
  if (!['', '0', '1'].includes(text('disable_auto_auth'))) return 'We couldn’t log in with TikTok: disable_auto_auth.'
  const challenge = query.get('code_challenge')
  const isHex = challenge !== null && /^[0-9a-f]{64}$/.test(challenge) && text('code_challenge_method') === 'S256'
  if (!isHex && (challenge !== null || query.has('code_challenge_method')))
    return 'We couldn’t log in with TikTok: code_challenge.'
  return { redirectUri, scopes, challenge, state: query.get('state') }
}

/** The scopes that were ticked, or all of them when the request does not say. */
function tickedOf(query: URLSearchParams, { scopes }: Asked): readonly string[] {
  const ticked = query.getAll('scopes').flatMap((some) => some.split(','))
  return query.has('scopes') ? scopes.filter((scope) => ticked.includes(scope)) : scopes
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!*'()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

function backTo({ redirectUri, state }: Asked, result: Readonly<Record<string, string>>): Answer {
  const all = { ...result, ...(state === null ? {} : { state }) }
  const query = Object.entries(all).map(([name, value]) => `${name}=${encoded(value)}`)
  const headers = { location: `${redirectUri}?${query.join('&')}`, 'cache-control': 'no-store' }
  return { status: 302, headers }
}

const kept = [
  'response_type',
  'client_key',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'disable_auto_auth',
]

function askPage(platform: Platform, { scopes }: Asked, query: URLSearchParams): Answer {
  const hidden = kept.flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [`<input type="hidden" name="${name}" value="${escaped(value)}">`]
  })
  const ticks = scopes.map(
    (scope) =>
      `<label><input type="checkbox" name="scopes" value="${escaped(scope)}" checked> ${escaped(knownScopes[scope] ?? '')} <code>${escaped(scope)}</code></label>`,
  )
  const people = firstAccounts.map(
    (name) =>
      `<button name="login" value="${name}">Continue as ${escaped(displayNameOf(name))} <small>@${name}</small></button>`,
  )
  const action = `${escaped(platform.base())}/v2/auth/authorize/`
  // The empty hidden field shows that the form had checkboxes, even when all of them are unticked.
  return page(
    200,
    'Authorize',
    `<p><strong>${escaped(app.title)}</strong> would like to access your account and perform the following actions.</p>
<form method="post" action="${action}">${hidden.join('')}<input type="hidden" name="approve" value="1"><input type="hidden" name="scopes" value="">
<fieldset><legend>Edit access</legend>${ticks.join('')}</fieldset>${people.join('')}</form>
<form method="post" action="${action}">${hidden.join('')}<button class="no" name="approve" value="0">Cancel</button></form>`,
  )
}

const sorry = (status: number, why: string): Answer =>
  page(status, 'Something went wrong', `<p class="why">${escaped(why)} This may be due to specific app settings.</p>`)

const css =
  'body{font:16px/1.5 system-ui,sans-serif;background:#fff;color:#161823;max-width:26rem;margin:3rem auto;padding:0 1rem}fieldset{border:1px solid #e3e3e4;border-radius:.5rem;margin:0 0 1rem}label{display:block;padding:.2rem 0}code,small,.why{color:#75767b}small{color:inherit;opacity:.8}button{width:100%;padding:.7rem;margin:.25rem 0;border:0;border-radius:.25rem;background:#fe2c55;color:#fff;font:inherit;font-weight:600}button.no{background:#fff;color:#161823;border:1px solid #d0d1d3}'

const page = (status: number, title: string, body: string): Answer =>
  networkPage({ status, title, signed: ' | TikTok', css, body })
