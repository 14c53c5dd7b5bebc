import type { Params } from './params.ts'
import { badParam } from './refusals.ts'

/** The base URL of lists, without a trailing slash, and the maximum number of rows in a page. */
export interface Place {
  readonly base: string
  readonly maxRows: number
}

/** Returns a page of a list, with its cursors and, unless it is the last, the URL of the next page. */
export function paged<T>(
  { base, maxRows }: Place,
  given: {
    readonly rows: readonly T[]
    readonly idOf: (row: T) => string
    readonly show: (row: T) => object
    readonly params: Params
    readonly path: string
    readonly usual?: number
    /** False for a row that is counted and then removed from the page. */
    readonly isReturned?: (row: T) => boolean
  },
): object {
  const { rows, idOf, show, params, path, usual = 25, isReturned = () => true } = given
  const limit = Math.min(limitOf(params.limit ?? String(usual)), maxRows)
  const cursorOf = (row: T) => Buffer.from(`c${idOf(row)}`).toString('base64url')
  const after = params.after === undefined ? -1 : rows.findIndex((row) => cursorOf(row) === params.after)
  if (params.after !== undefined && params.after !== '' && after < 0) badParam('Invalid cursors values')
  const part = rows.slice(after + 1, after + 1 + limit)
  const [first, last] = [part[0], part.at(-1)]
  if (first === undefined || last === undefined) return { data: [] }
  const cursors = { before: cursorOf(first), after: cursorOf(last) }
  const { appsecret_proof: _, ...kept } = params
  const query = new URLSearchParams({ ...kept, limit: String(limit), after: cursors.after })
  const more = after + 1 + limit < rows.length
  return {
    data: part.filter(isReturned).map(show),
    paging: { cursors, ...(more ? { next: `${base}${path}?${query}` } : {}) },
  }
}

function limitOf(text: string): number {
  return /^[0-9]{1,4}$/.test(text) ? Number(text) : badParam('Param limit must be an integer')
}
