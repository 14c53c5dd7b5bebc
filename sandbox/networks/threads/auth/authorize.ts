import type { Answer, Incoming } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import { networkPage } from '../../../core/pages/network-page.ts'
import { escaped } from '../../../core/pages/pages.ts'
import { displayNameOf, firstAccounts } from '../../../core/people/accounts.ts'
import { type Params, paramsOf } from '../../meta/params.ts'
import { app, type Platform } from '../state/platform.ts'

export const knownScopes: Readonly<Record<string, string>> = {
  threads_basic: 'See your profile and posts',
  threads_content_publish: 'Create and publish posts',
  threads_manage_replies: 'Answer posts, and choose who can answer yours',
  threads_read_replies: 'Read the replies to your posts',
  threads_manage_insights: 'See the figures of your posts and profile',
  threads_delete: 'Delete your posts',
  threads_manage_mentions: 'See where you are mentioned',
  threads_keyword_search: 'Search public posts',
  threads_location_tagging: 'Say where a post is from',
  threads_profile_discovery: 'See public profiles',
  threads_share_to_instagram: 'Share your posts to Instagram',
}

/**
 * The page on which a person authorizes the app. Each button names a person to sign in as, and each scope but the first
 * can be unticked; a script passes `login`, `approve` and `scopes`. Errors in the request are shown to the person and
 * never sent to the app.
 */
export function authorizeRoutes(platform: Platform): readonly Route[] {
  const route = { path: '/oauth/authorize', call: 'authorize' } as const
  return [
    { ...route, method: 'GET', handle: (incoming) => answerAuthorize(platform, paramsOf(incoming), null) },
    {
      ...route,
      method: 'POST',
      accepts: ['form'],
      handle: (incoming) => answerAuthorize(platform, paramsOf(incoming), tickedIn(incoming)),
    },
  ]
}

const tickedIn = ({ body }: Incoming): readonly string[] =>
  body.kind === 'form' ? body.fields.filter(([name]) => name === 'scopes').map(([, value]) => value) : []

function answerAuthorize(platform: Platform, params: Params, onPage: readonly string[] | null): Answer {
  const { rules, world } = platform
  const { redirect_uri: redirectUri = '', login = '', state } = params
  const asked = [...new Set((params.scope ?? '').split(/[,\s]+/).filter(Boolean))]
  const wrong = wrongWith(platform, params, asked)
  if (wrong !== null) return page(400, 'Something went wrong', `<p>${escaped(wrong)}</p>`)

  const back = (result: Readonly<Record<string, string>>): Answer => {
    const query = new URLSearchParams({ ...result, ...(state === undefined ? {} : { state }) })
    const joint = redirectUri.includes('?') ? '&' : '?'
    const headers = { location: `${redirectUri}${joint}${query}#_`, 'cache-control': 'no-store' }
    return { status: 302, headers }
  }
  const person = platform.person(login)
  const answer = params.approve ?? (onPage !== null && person !== null ? '1' : undefined)
  if (answer === '0')
    return back({
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request',
    })
  if (person === null || answer !== '1') return askPage(platform, params, asked)
  if (!rules.reviewed && !person.isTester)
    return page(400, 'Something went wrong', '<p>The user has not accepted the invite to test the app.</p>')
  const ticked = onPage ?? (params.scopes === undefined ? asked : params.scopes.split(','))
  const scopes = asked.filter((scope) => scope === 'threads_basic' || ticked.includes(scope))
  const code = platform.secret()
  platform.codes.set(code, { person, scopes, redirectUri, expiresAtMs: world.clock.ms() + rules.codeMs })
  return back({ code: rules.codeEndsInSign ? `${code}#_` : code })
}

/** Returns an error message for the person, or null when the request is valid. */
function wrongWith({ rules }: Platform, params: Params, asked: readonly string[]): string | null {
  if (params.client_id !== app.id) return 'Invalid App ID: the provided app ID does not look like a valid app ID.'
  if (!isCallback(rules.callbacks, params.redirect_uri ?? ''))
    return 'Blocked: the redirect URI is not whitelisted in the settings of the app.'
  if (params.response_type !== 'code') return 'Invalid request: response_type must be code.'
  const unknown = asked.filter((scope) => !Object.hasOwn(knownScopes, scope))
  if (unknown.length > 0) return `Invalid scopes: ${unknown.join(', ')}.`
  return asked.includes('threads_basic') ? null : 'Invalid scopes: threads_basic is required.'
}

/** True when the URI equals a registered callback byte for byte. */
function isCallback(callbacks: readonly string[], redirectUri: string): boolean {
  if (callbacks.length > 0) return callbacks.includes(redirectUri)
  if (!URL.canParse(redirectUri) || redirectUri.includes('#')) return false
  const { protocol, hostname } = new URL(redirectUri)
  return protocol === 'https:' || (protocol === 'http:' && /^(127(\.\d+){3}|localhost|\[::1\])$/.test(hostname))
}

const kept = ['client_id', 'redirect_uri', 'scope', 'state', 'response_type'] as const

function askPage(platform: Platform, params: Params, asked: readonly string[]): Answer {
  const hidden = kept
    .filter((name) => params[name] !== undefined)
    .map((name) => `<input type="hidden" name="${name}" value="${escaped(params[name] ?? '')}">`)
  const boxes = asked.map(
    (scope) =>
      `<label><input type="checkbox" name="scopes" value="${escaped(scope)}" checked${scope === 'threads_basic' ? ' disabled' : ''}> ${escaped(knownScopes[scope] ?? '')} <code>${escaped(scope)}</code></label>`,
  )
  const people = firstAccounts.map(
    (name) =>
      `<button name="login" value="${name}">Continue as ${escaped(displayNameOf(name))} <small>@${name}</small></button>`,
  )
  return page(
    200,
    `${app.title} would like to access your Threads profile`,
    `<form method="post" action="${escaped(platform.base())}/oauth/authorize">${hidden.join('')}
<fieldset><legend>What it may do</legend>${boxes.join('')}</fieldset>${people.join('')}
<button class="no" name="approve" value="0">Cancel</button></form>`,
  )
}

const css =
  'body{font:16px/1.5 system-ui,sans-serif;background:#fff;color:#000;max-width:28rem;margin:3rem auto;padding:0 1rem}fieldset{border:1px solid #d9d9d9;border-radius:1rem;margin:0 0 1rem;padding:.75rem 1rem}legend{color:#999}label{display:block;padding:.2rem 0}code,small{opacity:.6}button{width:100%;padding:.8rem;margin:.25rem 0;border:1px solid #000;border-radius:.75rem;background:#000;color:#fff;font:inherit;font-weight:600}button.no{background:#fff;color:#000;border-color:#d9d9d9}'

const page = (status: number, title: string, body: string): Answer =>
  networkPage({ status, title, signed: ' | Threads', css, body })
