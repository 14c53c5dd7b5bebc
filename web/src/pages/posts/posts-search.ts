import { type PageSearch, readPageFilter } from '#web/posts/filters/read-filter.ts'
import { type ListSort, listSorts } from './list-sort.ts'

export const tabs = ['all', 'ideas', 'draft', 'approval', 'scheduled', 'published', 'failed', 'trash'] as const
export type Tab = (typeof tabs)[number]
/** A tab with a list of posts. */
export type ListTab = Exclude<Tab, 'ideas'>

export interface PostsFilter extends PageSearch {
  readonly q?: string
  /** The first day, as a date. */
  readonly from?: string
  /** The last day, as a date. */
  readonly to?: string
  readonly sort?: ListSort
}

export interface PostsSearch extends PostsFilter {
  readonly tab?: Exclude<Tab, 'all'>
  /** True while a file is being imported. */
  readonly import?: true
}

const isTab = (value: unknown): value is Exclude<Tab, 'all'> => value !== 'all' && tabs.some((tab) => tab === value)
const isSort = (value: unknown): value is ListSort => listSorts.some((sort) => sort === value)
const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** Reads the list's search parameters. Any others are dropped. */
export const readPostsSearch = (search: Readonly<Record<string, unknown>>): PostsSearch => ({
  ...(isTab(search.tab) ? { tab: search.tab } : {}),
  ...readFilter(search),
  ...(search.import === true ? { import: true } : {}),
})

/** Reads the filters and the order, which stay when the tab changes. */
export const readFilter = (search: Readonly<Record<string, unknown>>): PostsFilter => {
  const { q, from, to, sort } = search
  return {
    ...(q !== undefined && q !== null && String(q).trim() !== '' ? { q: String(q).slice(0, longestSearch) } : {}),
    ...readPageFilter(search),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
    ...(isSort(sort) ? { sort } : {}),
  }
}

export const longestSearch = 200
