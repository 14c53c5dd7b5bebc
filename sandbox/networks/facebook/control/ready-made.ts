import { knownScopes } from '../auth/authorize.ts'
import { issueToken, pageTokenOf } from '../auth/sealed.ts'
import type { Graph } from '../state/platform.ts'

/** Numbered people for benches, who have given consent already, each with the page token of their bakery. */
export function readyMade(graph: Graph, count: number): readonly Readonly<Record<string, string>>[] {
  return Array.from({ length: count }, (_, at) => {
    const person = graph.person(`user-${at + 1}`)
    const [bakery] = person?.pages ?? []
    if (!person || !bakery) throw new Error(`nobody is user-${at + 1}`)
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
  })
}
