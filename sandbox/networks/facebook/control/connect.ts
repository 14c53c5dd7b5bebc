import { knownScopes } from '../auth/scopes.ts'
import { issueToken, pageTokenOf } from '../auth/sealed.ts'
import type { Graph } from '../state/platform.ts'

/** Connects a person as if they had authorized the app, with the page token of their bakery. */
export function connect(graph: Graph, name: string): Readonly<Record<string, string>> {
  const person = graph.person(name)
  const [bakery] = person?.pages ?? []
  if (!person || !bakery) throw new Error(`Unknown person ${name}.`)
  person.consent ??= { granted: new Set(knownScopes), declined: new Set(), pages: new Set(person.pages) }
  const token = issueToken(graph, person, { long: true, livesMs: graph.rules.long_token_ms })
  return {
    account: bakery.name,
    person: person.name,
    personId: person.id,
    pageId: bakery.id,
    userToken: token.text,
    pageToken: pageTokenOf(graph, token, bakery).text,
  }
}
