import type { Answer } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import { networkPage } from '../../../core/pages/network-page.ts'
import { escaped } from '../../../core/pages/pages.ts'
import { firstAccounts } from '../../../core/people/accounts.ts'
import { isAtLeast } from '../rules.ts'
import { displayName, type Instance } from '../state/platform.ts'
import type { Account, App } from '../state/records.ts'
import { type Params, paramsOf, textOf } from '../wire/params.ts'
import { outOfBand, scopesOf } from './apps.ts'
import { knownApp } from './sealed.ts'

const codeLivesMs = 600_000

/**
 * The consent page. Its buttons choose the person; a script passes `login` and `approve`. Errors about the app are
 * shown to the person, since an unregistered address is not to be trusted; all other errors are sent to the app's
 * address.
 */
export function authorizeRoutes(instance: Instance): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/oauth/authorize',
      call: 'authorize',
      handle: (incoming) => answerAuthorize(instance, paramsOf(incoming)),
    },
    {
      method: 'POST',
      path: '/oauth/authorize',
      call: 'authorize',
      accepts: ['form'],
      handle: (incoming) => answerAuthorize(instance, paramsOf(incoming)),
    },
    {
      method: 'GET',
      path: '/oauth/authorize/native',
      call: 'showCode',
      handle: ({ query }) =>
        page(
          200,
          'Authorization code',
          `<p>Copy this code and paste it to the application.</p><pre>${escaped(query.get('code') ?? '')}</pre>`,
        ),
    },
  ]
}

function answerAuthorize(instance: Instance, params: Params): Answer {
  const app = knownApp(instance, textOf(params, 'client_id') ?? '')
  if (!app)
    return page(
      401,
      'An error has occurred',
      '<p>Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.</p>',
    )
  const redirectUri = textOf(params, 'redirect_uri') ?? ''
  if (!app.redirectUris.includes(redirectUri))
    return page(400, 'An error has occurred', '<p>The redirect uri included is not valid.</p>')

  const back = (result: Readonly<Record<string, string>>) =>
    backTo(instance, redirectUri, result, textOf(params, 'state'))
  if (textOf(params, 'response_type') !== 'code')
    return back({
      error: 'unsupported_response_type',
      error_description: 'The authorization server does not support this response type.',
    })
  const asked = scopesOf(textOf(params, 'scope') || 'read', instance.rules)
  if (asked === null || !asked.every((scope) => app.scopes.includes(scope)))
    return back({ error: 'invalid_scope', error_description: 'The requested scope is invalid, unknown, or malformed.' })
  const challenge = isAtLeast(instance.rules, 4, 3) ? textOf(params, 'code_challenge') : null
  if (challenge !== null && textOf(params, 'code_challenge_method') !== 'S256')
    return back({ error: 'invalid_request', error_description: 'The code_challenge_method must be S256.' })

  const login = textOf(params, 'login')
  const answer = textOf(params, 'approve')
  if (answer === '0')
    return back({
      error: 'access_denied',
      error_description: 'The resource owner or authorization server denied the request.',
    })
  const account = login === null ? null : instance.account(login)
  if (account === null || answer !== '1') return askPage(instance, app, asked, params)
  const code = codeFor(instance, { app, account, scopes: asked, redirectUri, challenge })
  return back({ code })
}

function codeFor(
  instance: Instance,
  of: { app: App; account: Account; scopes: readonly string[]; redirectUri: string; challenge: string | null },
): string {
  const code = instance.secret()
  instance.codes.set(code, { ...of, expiresAtMs: instance.world.clock.ms() + codeLivesMs })
  return code
}

function backTo(
  instance: Instance,
  redirectUri: string,
  result: Readonly<Record<string, string>>,
  state: string | null,
): Answer {
  const query = new URLSearchParams({ ...result, ...(state === null ? {} : { state }) })
  if (redirectUri !== outOfBand)
    return { status: 302, headers: { location: `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}` } }
  if (result.code === undefined)
    return page(400, 'An error has occurred', `<p>${escaped(result.error_description ?? '')}</p>`)
  return { status: 302, headers: { location: `${instance.base()}/oauth/authorize/native?${query}` } }
}

function askPage(instance: Instance, app: App, scopes: readonly string[], params: Params): Answer {
  const kept = [
    'response_type',
    'client_id',
    'redirect_uri',
    'scope',
    'state',
    'code_challenge',
    'code_challenge_method',
  ]
  const hidden = kept
    .filter((name) => textOf(params, name) !== null)
    .map((name) => `<input type="hidden" name="${name}" value="${escaped(textOf(params, name) ?? '')}">`)
    .join('')
  const people = firstAccounts.flatMap((name) => instance.account(name) ?? [])
  const buttons = people.map(
    (
      one,
    ) => `<form method="post" action="${escaped(instance.base())}/oauth/authorize">${hidden}<input type="hidden" name="login" value="${one.name}">
<button name="approve" value="1">Authorize as ${escaped(displayName(one))}</button></form>`,
  )
  const deny = `<form method="post" action="${escaped(instance.base())}/oauth/authorize">${hidden}<button class="no" name="approve" value="0">Deny</button></form>`
  return page(
    200,
    'Authorization required',
    `<p><strong>${escaped(app.name)}</strong> would like permission to access your account.</p>
<ul>${scopes.map((scope) => `<li><code>${escaped(scope)}</code></li>`).join('')}</ul>${buttons.join('')}${deny}`,
  )
}

const css =
  'body{font:16px/1.5 system-ui,sans-serif;background:#17191f;color:#eee;max-width:26rem;margin:3rem auto;padding:0 1rem}button{width:100%;padding:.6rem;margin:.25rem 0;border:0;border-radius:.4rem;background:#6364ff;color:#fff;font:inherit}button.no{background:#444}'

const page = (status: number, title: string, body: string): Answer =>
  networkPage({ status, title, signed: ' - Mastodon', css, body })
