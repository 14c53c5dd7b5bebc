/** The pages with views. */
export const viewPages = ['posts', 'queue', 'calendar', 'library', 'analytics'] as const
export type ViewPage = (typeof viewPages)[number]

/** The filters of each page. A filter has the same name on every page. */
const filtersOfPage = {
  posts: ['account', 'label', 'author', 'network', 'state', 'q', 'from', 'to', 'sort'],
  queue: ['account', 'label', 'author', 'network'],
  calendar: ['account', 'label', 'author', 'network', 'state'],
  library: ['label', 'author', 'kind', 'use', 'q'],
  analytics: ['account', 'network', 'range', 'from', 'to'],
} as const satisfies Readonly<Record<ViewPage, readonly string[]>>

type FilterName = (typeof filtersOfPage)[ViewPage][number]
type Named = { readonly [name in FilterName]?: string | undefined }

interface Fault {
  readonly path: string
  readonly message: string
}

/** Finds filters that the page does not have, and dates that exclude each other. */
export function findFilterFaults(page: ViewPage, filters: Named): Fault[] {
  const names: readonly string[] = filtersOfPage[page]
  const given = Object.keys(filters).filter((name) => filters[name as FilterName] !== undefined)
  const unknown = given
    .filter((name) => !names.includes(name))
    .map((name) => ({ path: `/filters/${name}`, message: `must be omitted: the page ${page} has no such filter` }))
  const { from, to, range } = filters
  if (from !== undefined && to !== undefined && to < from)
    return [...unknown, { path: '/filters/to', message: 'must not be before from' }]
  if (range !== undefined && (from ?? to) !== undefined)
    return [...unknown, { path: '/filters/range', message: 'must be omitted if from or to is given' }]
  return unknown
}
