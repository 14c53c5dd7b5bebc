export const tabs = ['all', 'draft', 'scheduled', 'published', 'failed', 'trash'] as const
export type Tab = (typeof tabs)[number]

export interface PostsSearch {
  readonly tab?: Exclude<Tab, 'all'>
  readonly q?: string
  /** Only the posts of this account. */
  readonly account?: string
  /** True while a file is being imported. */
  readonly import?: true
}

const isTab = (value: unknown): value is Exclude<Tab, 'all'> => value !== 'all' && tabs.some((tab) => tab === value)

/** Reads the list's search parameters. Any others are dropped. */
export const readPostsSearch = ({ tab, q, account, ...search }: Record<string, unknown>): PostsSearch => ({
  ...(isTab(tab) ? { tab } : {}),
  ...(q !== undefined && q !== null && String(q).trim() !== '' ? { q: String(q).slice(0, longestSearch) } : {}),
  ...(typeof account === 'string' ? { account } : {}),
  ...(search.import === true ? { import: true } : {}),
})

export const longestSearch = 200
