import type { Input, Item } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { labelKey } from '#rules/label-key.ts'
import { api } from '#web/app/api.ts'

export type View = Item<'listViews', 'views'>
export type ViewPage = View['page']
/** The filters of a page, by their names in its URL. */
export type ViewFilters = NonNullable<Input<'createView'>['filters']>

const atOnce = 200

/** The views of a page: the shared ones and the user’s own, by name. There are at most 200. */
export const viewsQuery = (profileId: string, page: ViewPage) =>
  queryOptions({
    queryKey: ['views', profileId, page],
    queryFn: async (): Promise<readonly View[]> => {
      const { views } = await api.listViews({ profileId, page, limit: atOnce })
      return views.sort((a, b) => a.name.localeCompare(b.name))
    },
  })

/** True if two sets of filters show the same. */
export const isSameFilter = (one: ViewFilters, other: ViewFilters): boolean => toKey(one) === toKey(other)

const toKey = (filters: ViewFilters): string =>
  JSON.stringify(
    Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, name === 'label' ? labelKey(String(value)) : value])
      .sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  )
