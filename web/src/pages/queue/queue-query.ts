import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import { startOfDay } from '#web/lib/day.ts'
import { toApiFilter } from '#web/posts/filters/match-filter.ts'
import type { PageFilter } from '#web/posts/filters/read-filter.ts'
import { readLabelsFirst } from '#web/posts/labels/labels-query.ts'
import type { Post } from '#web/posts/post-time.ts'
import { openDraftsQuery } from '#web/posts/times/open-drafts-query.ts'
import { slotPlansQuery } from '#web/posts/times/slot-queries.ts'

const shownPosts = 100

interface Queue {
  /** Posts in progress, including those that are on hold. */
  readonly underWay: readonly Post[]
  /** The next posts to be published, earliest first. */
  readonly next: readonly Post[]
  readonly hasMore: boolean
}

async function readQueue(profileId: string, filter: PageFilter, day: string | undefined): Promise<Queue> {
  const params = { profileId, limit: shownPosts, ...toApiFilter(filter) }
  const from = day === undefined ? {} : { from: startOfDay(day).toISOString() }
  const [underWay, next] = await Promise.all([
    api.listPosts({ ...params, status: ['queued', 'publishing'] }),
    api.listPosts({ ...params, status: ['scheduled'], sort: 'scheduled', ...from }),
  ])
  return { underWay: underWay.posts, next: next.posts, hasMore: next.nextCursor !== null }
}

const readOftenMs = 5_000

/** Polls the queue while something is in progress. Live events refresh it, too. */
export const queueQuery = (profileId: string, filter: PageFilter, day: string | undefined) =>
  queryOptions({
    queryKey: ['posts', profileId, 'queue', toApiFilter(filter), day ?? ''],
    queryFn: () => readQueue(profileId, filter, day),
    refetchInterval: ({ state }) => (state.data && state.data.underWay.length > 0 ? readOftenMs : false),
  })

/** Starts fetching the queue before its page has loaded, and waits only for its filters. */
export function readAhead(profileId: string, filter: PageFilter, day: string | undefined): Promise<unknown> {
  const filters = readLabelsFirst(profileId)
  void queryClient.prefetchQuery(queueQuery(profileId, filter, day))
  void queryClient.prefetchQuery(openDraftsQuery(profileId))
  void queryClient.prefetchQuery(slotPlansQuery(profileId))
  return filters
}
