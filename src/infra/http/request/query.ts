import { parse } from 'node:querystring'

type Query = Record<string, string | string[] | Record<string, string | string[]>>

/** Reads a query string. `metadata[campaign]=spring` becomes a member of an object, and a repeated name a list. */
export function parseQuery(text: string): Query {
  const query: Query = Object.create(null)
  for (const [name, value] of Object.entries(parse(text))) {
    if (value === undefined) continue
    const [, object, member] = /^(\w+)\[([^[\]]*)\]$/.exec(name) ?? []
    if (object === undefined || member === undefined) query[name] = value
    else query[object] = { ...membersOf(query[object]), [member]: value }
  }
  return query
}

const membersOf = (known: Query[string] | undefined) =>
  typeof known === 'object' && !Array.isArray(known) ? known : {}
