import { type Answer, type Incoming, Refused } from '../http/request.ts'
import type { Route, World } from '../network.ts'
import { firstAccounts } from '../people/accounts.ts'
import type { Code } from './codes.ts'
import { type Box, type ConsentTexts, consentPage, sorryPage } from './consent-page.ts'

/** An authorization request after the network's checks. */
export interface AuthorizationRequest {
  readonly clientId: string
  /** The app's name, as the person sees it. */
  readonly app: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string | null
  readonly challenge?: string | null
  readonly method?: Code<unknown>['method']
}

type Result = Readonly<Record<string, string>>

/** The parameters of an OAuth authorization request, and those that PKCE adds. */
export const codeParameters = ['response_type', 'client_id', 'redirect_uri', 'scope', 'state'] as const
export const proofParameters = ['code_challenge', 'code_challenge_method'] as const

/** Returns the requested scopes without duplicates. */
export const scopesIn = (query: URLSearchParams, separator: string | RegExp): readonly string[] => [
  ...new Set((query.get('scope') ?? '').split(separator).filter(Boolean)),
]

/** The rules of a network's authorization page. */
interface AuthorizeRules<Person> {
  readonly path: string
  /** The parameters of a request, in the order of the form. */
  readonly parameters: readonly string[]
  readonly texts: ConsentTexts
  /** Descriptions of the scopes, in the network's words. */
  readonly scopeTitles: Readonly<Record<string, string>>
  /** Parses a request. Rejects an invalid one with a page for the person, or with a redirect to the app. */
  read(query: URLSearchParams, back: Back): AuthorizationRequest
  /** Returns the callback parameters if the person declines. `person` is null if no one is signed in. */
  denied(person: Person | null): Result
  /** Rejects a person who cannot authorize an app. */
  checkPerson?(person: Person): void
  /** True if a person may leave all checkboxes unchecked. */
  readonly takesNoScopes?: true
  /** Returns a person's handle, for their button. */
  handle?(person: Person): string
  /** Returns the checkboxes in addition to the scopes. */
  boxes?(person: Person): readonly Box[]
  /** Creates a code (default: a secret). */
  code?(): string
  codeMs(): number
  /** Records the consent, and returns additional callback parameters. */
  granted?(of: Granted<Person>): Result
  readonly callback?: CallbackForm
  /** Returns the response for a callback that is not a URL, instead of a redirect. */
  redirect?(redirectUri: string, result: Result): Answer | null
}

interface Granted<Person> {
  readonly person: Person
  readonly requested: readonly string[]
  readonly scopes: readonly string[]
  readonly code: string
  readonly query: URLSearchParams
}

/** The way parameters are added to a callback. */
interface CallbackForm {
  readonly stateFirst?: true
  /** The end of the URL, such as `#_`. */
  readonly end?: string
  /** Encodes a value more strictly than a form would. */
  readonly encode?: (value: string) => string
}

/** Rejects with a redirect to the app's callback. */
export type Back = (redirectUri: string, state: string | null, result: Result) => never

interface Platform<Person> {
  readonly world: World
  base(): string
  secret(): string
  person(name: string): Person | null
  readonly codes: Map<string, Code<Person>>
}

/**
 * The page where a person authorizes an app. Each button names a person to sign in as; a script passes `login`,
 * `approve`, and the checked boxes as `scopes`.
 */
export function authorizeRoutes<Person extends { readonly name: string }>(
  platform: Platform<Person>,
  rules: AuthorizeRules<Person>,
): readonly Route[] {
  const route = { path: rules.path, call: 'authorize' } as const
  const handle = (incoming: Incoming) => answerAuthorize(platform, rules, parametersOf(incoming))
  return [
    { ...route, method: 'GET', handle },
    { ...route, method: 'POST', accepts: ['form'], handle },
  ]
}

/** Returns the query parameters, overridden by those of the form. */
function parametersOf({ query, body }: Incoming): URLSearchParams {
  const all = new URLSearchParams(query)
  if (body.kind !== 'form') return all
  for (const [name] of body.fields) all.delete(name)
  for (const [name, value] of body.fields) all.append(name, value)
  return all
}

function answerAuthorize<Person extends { readonly name: string }>(
  platform: Platform<Person>,
  rules: AuthorizeRules<Person>,
  query: URLSearchParams,
): Answer {
  const redirect = (redirectUri: string, state: string | null, result: Result): Answer => {
    const all = withState(result, state, rules.callback)
    return rules.redirect?.(redirectUri, all) ?? redirectTo(redirectUri, all, rules.callback)
  }
  const field = rules.read(query, (...to) => {
    throw new Refused(redirect(...to))
  })
  const back = (result: Result) => redirect(field.redirectUri, field.state, result)
  const person = platform.person(query.get('login') ?? '')
  if (query.get('approve') === '0') return back(rules.denied(person))
  if (person === null || query.get('approve') !== '1')
    return askPage(platform, rules, { requested: field, query, person })
  rules.checkPerson?.(person)

  const scopes = field.scopes.filter((scope) => rules.texts.fixed?.includes(scope) || isTicked(query, 'scopes', scope))
  if (scopes.length === 0 && !rules.takesNoScopes) return back(rules.denied(person))
  const code = rules.code?.() ?? platform.secret()
  const { clientId, redirectUri, challenge = null, method = 'S256' } = field
  const expiresAtMs = platform.world.clock.ms() + rules.codeMs()
  platform.codes.set(code, { clientId, person, scopes, redirectUri, challenge, method, expiresAtMs })
  return back({ code, ...rules.granted?.({ person, requested: field.scopes, scopes, code, query }) })
}

/** True if the box is checked. If the request does not say, all are. */
export const isTicked = (query: URLSearchParams, name: string, value: string): boolean =>
  !query.has(name) || query.getAll(name).some((some) => some.split(',').includes(value))

function withState(result: Result, state: string | null, { stateFirst }: CallbackForm = {}): Result {
  if (state === null) return result
  return stateFirst ? { state, ...result } : { ...result, state }
}

function redirectTo(redirectUri: string, result: Result, { encode, end = '' }: CallbackForm = {}): Answer {
  const query = encode
    ? Object.entries(result).map(([name, value]) => `${name}=${encode(value)}`)
    : [new URLSearchParams(result)]
  const location = `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query.join('&')}${end}`
  return { status: 302, headers: { location, 'cache-control': 'no-store' } }
}

function askPage<Person extends { readonly name: string }>(
  platform: Platform<Person>,
  rules: AuthorizeRules<Person>,
  {
    requested: field,
    query,
    person,
  }: { readonly requested: AuthorizationRequest; readonly query: URLSearchParams; readonly person: Person | null },
): Answer {
  const people = person ? [person] : firstAccounts.flatMap((name) => platform.person(name) ?? [])
  return consentPage({
    texts: rules.texts,
    app: field.app,
    action: `${platform.base()}${rules.path}`,
    kept: rules.parameters.flatMap((name) => query.getAll(name).map((value) => [name, value] as const)),
    scopes: field.scopes.map((name) => ({ name, title: rules.scopeTitles[name] ?? '' })),
    people: people.map((one) => ({
      name: one.name,
      ...(rules.handle && { handle: rules.handle(one) }),
      ...(rules.boxes && { boxes: rules.boxes(one) }),
    })),
  })
}

/** Rejects with a page that shows the person the error in the app's request. */
export function sorry(
  texts: ConsentTexts,
  why: string,
  { status = 400, title }: { status?: number; title?: string } = {},
): never {
  throw new Refused(sorryPage(texts, status, why, title))
}
