import type { Answer, Incoming } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import { networkPage } from '../../../core/pages/network-page.ts'
import { escaped } from '../../../core/pages/pages.ts'
import { displayNameOf, firstAccounts } from '../../../core/people/accounts.ts'
import { type Params, paramsOf } from '../../meta/params.ts'
import { app, type Graph } from '../state/platform.ts'
import type { Page, Person } from '../state/records.ts'

const codeLivesMs = 600_000

export const knownScopes = [
  'public_profile',
  'email',
  'pages_show_list',
  'pages_manage_posts',
  'pages_read_engagement',
  'pages_manage_engagement',
  'pages_read_user_content',
  'pages_manage_metadata',
  'read_insights',
  'business_management',
  'publish_video',
] as const

/**
 * The consent page. Its buttons choose the person, and its boxes the app's permissions and pages; a script passes
 * `login`, `approve`, and the boxes that stay ticked as `scopes` and `pages`. Errors about the app or its address are
 * shown to the person, since such an address is not to be trusted.
 */
export function dialogRoutes(graph: Graph): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/dialog/oauth',
      call: 'authorize',
      handle: (incoming) => answerDialog(graph, paramsOf(incoming), null),
    },
    {
      method: 'POST',
      path: '/dialog/oauth',
      call: 'authorize',
      accepts: ['form'],
      handle: (incoming) => answerDialog(graph, paramsOf(incoming), tickedIn(incoming)),
    },
  ]
}

interface Ticked {
  readonly scopes: readonly string[]
  readonly pages: readonly string[]
}

function tickedIn({ body }: Incoming): Ticked {
  const fields = body.kind === 'form' ? body.fields : []
  const of = (name: string) => fields.filter(([one]) => one === name).map(([, value]) => value)
  return { scopes: of('scopes'), pages: of('pages') }
}

function answerDialog(graph: Graph, params: Params, onPage: Ticked | null): Answer {
  const { redirect_uri: redirectUri = '', login, state } = params
  if (params.client_id !== app.id)
    return errorPage('Invalid App ID', 'The provided app ID does not look like a valid app ID.')
  if (!isAllowed(graph, redirectUri))
    return errorPage(
      'URL Blocked',
      'This redirect failed because the redirect URI is not whitelisted in the app’s Client OAuth Settings. Make sure Client and Web OAuth Login are on and add all your app domains as Valid OAuth Redirect URIs.',
    )
  const asked = [...new Set((params.scope ?? '').split(/[,\s]+/).filter((scope) => scope !== ''))]
  const unknown = asked.filter((scope) => !knownScopes.some((known) => known === scope))
  if (unknown.length > 0) return errorPage('Invalid Scopes', `Invalid Scopes: ${unknown.join(', ')}.`)

  const back = (result: Readonly<Record<string, string>>): Answer => {
    const query = new URLSearchParams({ ...result, ...(state === undefined ? {} : { state }) })
    const joint = redirectUri.includes('?') ? '&' : '?'
    return { status: 302, headers: { location: `${redirectUri}${joint}${query}#_=_` } }
  }
  const answer = params.approve ?? (onPage !== null && login !== undefined ? '1' : undefined)
  if (answer === '0')
    return back({
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    })
  const person = login === undefined ? null : graph.person(login)
  if (person === null || answer !== '1') return askPage(graph, params, asked, person)
  const ticked = onPage ?? {
    scopes: params.scopes === undefined ? asked : params.scopes.split(','),
    pages: params.pages === undefined ? person.pages.map(({ name }) => name) : params.pages.split(','),
  }
  consent(person, { asked, ticked, again: params.auth_type?.split(',').includes('rerequest') ?? false })
  const code = graph.secret()
  graph.codes.set(code, { person, redirectUri, expiresAtMs: graph.world.clock.ms() + codeLivesMs })
  const granted = asked.filter((scope) => person.consent?.granted.has(scope))
  const told = {
    granted_scopes: granted.join(','),
    denied_scopes: asked.filter((scope) => !granted.includes(scope)).join(','),
  }
  return back({ code, ...(params.return_scopes === 'true' ? told : {}) })
}

function isAllowed({ rules }: Graph, redirectUri: string): boolean {
  if (rules.redirect_uris !== '') return rules.redirect_uris.split(',').includes(redirectUri)
  return /^https?:\/\/[^/]/i.test(redirectUri) && URL.canParse(redirectUri) && !redirectUri.includes('#')
}

/** Records a consent. A scope that was declined before stays declined, unless the app asks for it again explicitly. */
function consent(
  person: Person,
  { asked, ticked, again }: { asked: readonly string[]; ticked: Ticked; again: boolean },
): void {
  const before = person.consent
  const granted = new Set(before?.granted ?? [])
  granted.add('public_profile')
  const declined = new Set(before?.declined ?? [])
  for (const scope of asked) {
    if (scope === 'public_profile' || (declined.has(scope) && !again)) continue
    const [into, outOf] = ticked.scopes.includes(scope) ? [granted, declined] : [declined, granted]
    into.add(scope)
    outOf.delete(scope)
  }
  const pages = person.pages.filter(({ name, id }) => ticked.pages.includes(name) || ticked.pages.includes(id))
  person.consent = { granted, declined, pages: new Set(pages) }
}

const kept = ['client_id', 'redirect_uri', 'scope', 'state', 'response_type', 'auth_type', 'return_scopes'] as const

function askPage(graph: Graph, params: Params, asked: readonly string[], only: Person | null): Answer {
  const hidden = kept
    .filter((name) => params[name] !== undefined)
    .map((name) => `<input type="hidden" name="${name}" value="${escaped(params[name] ?? '')}">`)
  const box = (name: string, value: string, label: string) =>
    `<label><input type="checkbox" name="${name}" value="${escaped(value)}" checked> ${escaped(label)}</label>`
  const scopes = asked.filter((scope) => scope !== 'public_profile').map((scope) => box('scopes', scope, scope))
  const pageBox = (page: Page) => box('pages', page.name, page.displayName)
  const people = only ? [only] : firstAccounts.flatMap((name) => graph.person(name) ?? [])
  const persons = people.map(
    (one) =>
      `<fieldset><legend>${escaped(displayNameOf(one.name))}</legend>${one.pages
        .filter(({ tasks }) => tasks.length > 0)
        .map(pageBox)
        .join('')}
<button name="login" value="${one.name}">Continue as ${escaped(displayNameOf(one.name))}</button></fieldset>`,
  )
  return page(
    200,
    `${app.name} would like to act on your Pages`,
    `<form method="post" action="${escaped(graph.base())}/dialog/oauth">${hidden.join('')}
<fieldset><legend>What it may do</legend>${scopes.join('')}</fieldset>${persons.join('')}
<button class="no" name="approve" value="0">Cancel</button></form>`,
  )
}

const errorPage = (title: string, text: string): Answer => page(400, title, `<p>${escaped(text)}</p>`)

const css =
  'body{font:16px/1.5 system-ui,sans-serif;background:#f0f2f5;color:#1c1e21;max-width:30rem;margin:2rem auto;padding:1rem}fieldset{border:0;background:#fff;border-radius:.5rem;margin:0 0 .75rem;padding:1rem}legend{font-weight:600;float:left;width:100%;margin-bottom:.25rem}label{display:block;clear:both}button{width:100%;padding:.6rem;margin:.5rem 0 0;border:0;border-radius:.4rem;background:#1877f2;color:#fff;font:inherit;font-weight:600}button.no{background:#e4e6eb;color:#1c1e21}'

const page = (status: number, title: string, body: string): Answer =>
  networkPage({ status, title, signed: ' | Facebook', css, body })
