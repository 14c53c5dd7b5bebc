/** The parts of the inbox, in the order in which they are offered. */
export const shows = ['open', 'mine', 'unassigned', 'mentions', 'approval', 'snoozed', 'done'] as const
export type Show = (typeof shows)[number]

export interface InboxFilter {
  /** If undefined, the open ones. */
  readonly show?: Exclude<Show, 'open'>
  readonly q?: string
  readonly account?: string
  /** The ID of a label. */
  readonly label?: string
}

export interface InboxSearch extends InboxFilter {
  /** The open conversation. */
  readonly open?: string
}

export const longestSearch = 200

/** Reads the filters, which stay when another conversation is opened. */
export const readInboxFilter = ({ show, q, account, label }: Readonly<Record<string, unknown>>): InboxFilter => ({
  ...(show !== 'open' && shows.includes(show as Show) ? { show: show as Exclude<Show, 'open'> } : {}),
  ...(isText(q) ? { q: String(q).slice(0, longestSearch) } : {}),
  ...(isText(account) ? { account: String(account) } : {}),
  ...(isText(label) ? { label: String(label) } : {}),
})

/** Reads the search parameters of the inbox. Any others are dropped. */
export const readInboxSearch = (search: Readonly<Record<string, unknown>>): InboxSearch => ({
  ...readInboxFilter(search),
  ...(isText(search.open) ? { open: String(search.open) } : {}),
})

/** True for a value that a person or a link has put in. Numbers come without quotes. */
const isText = (value: unknown): boolean => String(value ?? '').trim() !== ''
