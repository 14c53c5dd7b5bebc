import { type NetworkName, networks } from '#web/ui/marks/networks.ts'

/** The filters that pages share. Each has the same name in the URL of every page. */
export interface PageFilter {
  /** Only the posts of this account. */
  readonly account?: string
  /** Only what this person wrote or uploaded. */
  readonly author?: string
  /** Only what has this label, by its name. */
  readonly label?: string
  /** Only the posts for this network. */
  readonly network?: NetworkName
}

/** The filters, and the ID of the view that was opened with them. */
export interface PageSearch extends PageFilter {
  readonly saved?: string
}

const longestLabel = 100
const isText = (value: unknown): boolean => (typeof value === 'string' && value !== '') || typeof value === 'number'

/** Reads the shared filters from the search parameters of a page. */
export function readPageFilter(search: Readonly<Record<string, unknown>>): PageSearch {
  const filter: Partial<Record<keyof PageSearch, string>> = {}
  for (const name of ['account', 'author', 'label', 'network', 'saved'] as const)
    if (isText(search[name])) filter[name] = String(search[name]).slice(0, longestLabel)
  if (filter.network && !Object.hasOwn(networks, filter.network)) delete filter.network
  return filter as PageSearch
}
