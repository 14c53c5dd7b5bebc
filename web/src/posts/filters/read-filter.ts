/** The filters that pages share. Each has the same name in the URL of every page. */
export interface PageFilter {
  /** Only the posts of this account. */
  readonly account?: string
  /** Only the posts that this person wrote. */
  readonly author?: string
  /** Only what has this label, by its name. */
  readonly label?: string
}

const longestLabel = 100
const isText = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'

/** Reads the shared filters from the search parameters of a page. */
export const readPageFilter = ({ account, author, label }: Readonly<Record<string, unknown>>): PageFilter => ({
  ...(typeof account === 'string' && account ? { account } : {}),
  ...(typeof author === 'string' && author ? { author } : {}),
  ...(isText(label) ? { label: String(label).slice(0, longestLabel) } : {}),
})
