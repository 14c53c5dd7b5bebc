import type { Incoming } from '../../../core/http/request.ts'
import { createSeal } from '../../../core/oauth/seal.ts'
import { secretIn } from '../../meta/params.ts'
import type { Graph } from '../state/platform.ts'
import { app, isPageName } from '../state/platform.ts'
import type { Consent, Page, Person, Token } from '../state/records.ts'

/**
 * Signed tokens that contain their own data. To clients, they are as opaque as any. A sandbox that is restarted with
 * the same seed therefore knows the people of the earlier run and their consents, and no one has to reconnect. It does
 * not know whether a token was revoked.
 */
type Row = readonly [
  person: string,
  page: string | null,
  serial: string,
  issuedAtMs: number,
  expiresAtMs: number | null,
  long: boolean,
  granted: readonly string[],
  declined: readonly string[],
  pages: readonly string[],
]

const sealIn = ({ world }: Graph) => createSeal<Row>(world, 'facebook', { prefix: 'EAAS', encoding: 'hex' })

export function issueToken(
  graph: Graph,
  person: Person,
  given: { readonly long: boolean; readonly livesMs: number },
): Token {
  const issuedAtMs = graph.world.clock.ms()
  const serial = graph.secret().slice(0, 12)
  person.fresh.add(serial)
  return keep(graph, {
    kind: 'user',
    person,
    page: null,
    serial,
    issuedAtMs,
    expiresAtMs: issuedAtMs + given.livesMs,
    long: given.long,
  })
}

/**
 * Returns a page's token, always the same for the same token of the person. If the person's token is long-lived, it
 * never expires; otherwise it expires with it.
 */
export const pageTokenOf = (graph: Graph, token: Token, page: Page): Token =>
  keep(graph, { ...token, kind: 'page', page, expiresAtMs: token.long ? null : token.expiresAtMs })

const nothing: Consent = { granted: new Set(), declined: new Set(), pages: new Set() }

function keep(graph: Graph, fields: Omit<Token, 'text'>): Token {
  const { person, page, serial, issuedAtMs, expiresAtMs, long } = fields
  const { granted, declined, pages } = person.consent ?? nothing
  const pageNames = [...pages].map(({ name }) => name)
  const row: Row = [
    person.name,
    page?.name ?? null,
    serial,
    issuedAtMs,
    expiresAtMs,
    long,
    [...granted],
    [...declined],
    pageNames,
  ]
  const text = sealIn(graph).seal(row)
  const known = graph.tokens.get(text)
  if (known) return known
  const token: Token = { ...fields, text }
  graph.tokens.set(text, token)
  return token
}

/** Returns a token that was issued by this run or an earlier one. */
export function issuedToken(graph: Graph, text: string): Token | null {
  const known = graph.tokens.get(text)
  if (known) return known
  const row = sealIn(graph).open(text)
  if (row === null) return null
  const [name, pageName, serial, issuedAtMs, expiresAtMs, long, granted, declined, pages] = row
  const person = graph.person(name)
  const page = pageName === null ? null : graph.page(pageName)
  if (person === null || (pageName !== null && page === null)) return null
  // A token of an earlier run restores that run's consent, unless the person has changed the app's access in this run.
  if (person.consent === null && person.dead === null) person.consent = consentOf(graph, granted, declined, pages)
  const kind = page === null ? 'user' : 'page'
  const token: Token = { text, kind, person, page, serial, issuedAtMs, expiresAtMs, long }
  graph.tokens.set(text, token)
  return token
}

const consentOf = (
  graph: Graph,
  granted: readonly string[],
  declined: readonly string[],
  pages: readonly string[],
): Consent => ({
  granted: new Set(granted),
  declined: new Set(declined),
  pages: new Set(pages.flatMap((name) => graph.page(name) ?? [])),
})

export const appToken = `${app.id}|${app.secret}`

/** Returns the reason why the token is dead, as a subcode. Null if it is valid. */
export function findTokenError(graph: Graph, token: Token): number | null {
  const { person, page, serial, expiresAtMs } = token
  if (person.dead !== null && !person.fresh.has(serial)) return person.dead
  if (person.consent === null) return 458
  if (person.checkpoint) return 459
  if (expiresAtMs !== null && expiresAtMs <= graph.world.clock.ms()) return 463
  return page !== null && page.tasks.length === 0 ? 492 : null
}

/** Returns the name of the calling page or person, for faults and the call log. */
export function findCallerName(graph: Graph, incoming: Incoming): string | null {
  const secret = secretIn(incoming) ?? tokenToExchange(incoming)
  const token = secret === null ? null : issuedToken(graph, secret)
  if (token) return token.page?.name ?? token.person.name
  const login = incoming.query.get('login')
  if (login !== null && !isPageName(login)) return graph.person(login)?.name ?? null
  return graph.codes.get(incoming.query.get('code') ?? '')?.person.name ?? null
}

const tokenToExchange = ({ query }: Incoming): string | null => query.get('fb_exchange_token')

export function pageBehind(graph: Graph, incoming: Incoming): Page | null {
  return graph.page(findCallerName(graph, incoming) ?? '')
}
