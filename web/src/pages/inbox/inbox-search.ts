/** The parts of the inbox, in the order in which they are offered. */
export const shows = ['open', 'mine', 'unassigned', 'mentions', 'snoozed', 'done'] as const
export type Show = (typeof shows)[number]

export interface InboxFilter {
  /** If undefined, the open ones. */
  readonly show?: Exclude<Show, 'open'>
  readonly q?: string
  readonly account?: string
}

export interface InboxSearch extends InboxFilter {
  /** The open conversation. */
  readonly open?: string
}

export const longestSearch = 200

const isShow = (value: unknown): value is Exclude<Show, 'open'> =>
  value !== 'open' && shows.some((show) => show === value)
const isId = (value: unknown, prefix: string): value is string =>
  typeof value === 'string' && new RegExp(`^${prefix}_[0-9a-z]{26}$`).test(value)

/** Reads the filters, which stay when another conversation is opened. */
export const readInboxFilter = ({ show, q, account }: Readonly<Record<string, unknown>>): InboxFilter => ({
  ...(isShow(show) ? { show } : {}),
  ...(q !== undefined && q !== null && String(q).trim() !== '' ? { q: String(q).slice(0, longestSearch) } : {}),
  ...(isId(account, 'acc') ? { account } : {}),
})

/** Reads the search parameters of the inbox. Any others are dropped. */
export const readInboxSearch = (search: Readonly<Record<string, unknown>>): InboxSearch => ({
  ...readInboxFilter(search),
  ...(isId(search.open, 'conv') ? { open: search.open } : {}),
})
