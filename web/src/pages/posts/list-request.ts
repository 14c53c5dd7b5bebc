import type { Input } from '@posthorn/sdk'
import { shiftDay, startOfDay } from '#web/lib/day.ts'
import { toApiFilter } from '#web/posts/filters/match-filter.ts'
import { statusesOf } from '#web/posts/statuses.ts'
import { requestOfSort, usualSort } from './list-order.ts'
import type { ListTab, PostsSearch } from './posts-search.ts'

type ListedTab = Exclude<ListTab, 'trash'>

const pageSize = 50

/** Returns the request for a tab's posts from the search parameters. The trash has its own operation. */
export const listRequest = (
  profileId: string,
  tab: ListedTab,
  { q, from, to, sort = usualSort(tab), ...shared }: PostsSearch,
): Input<'listPosts'> => ({
  profileId,
  limit: pageSize,
  ...(q && { q }),
  ...toApiFilter(shared),
  ...(from && { from: startOfDay(from).toISOString() }),
  ...(to && { to: startOfDay(shiftDay(to, 1)).toISOString() }),
  ...(tab === 'approval' ? { approval: 'waiting' } : tab !== 'all' && { status: [...statusesOf[tab]] }),
  ...requestOfSort(sort),
})
