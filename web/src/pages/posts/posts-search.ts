export const tabs = ['all', 'draft', 'scheduled', 'published', 'failed'] as const
export type Tab = (typeof tabs)[number]

export interface PostsSearch {
  readonly tab?: Exclude<Tab, 'all'>
  readonly q?: string
}

const isTab = (value: unknown): value is Exclude<Tab, 'all'> => value !== 'all' && tabs.some((tab) => tab === value)

/** Reads what the address says of the list. Anything else in it is left out. */
export const readPostsSearch = ({ tab, q }: Record<string, unknown>): PostsSearch => ({
  ...(isTab(tab) ? { tab } : {}),
  ...(q !== undefined && q !== null && String(q).trim() !== '' ? { q: String(q).slice(0, longestSearch) } : {}),
})

export const longestSearch = 200
