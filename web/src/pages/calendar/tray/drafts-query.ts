import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { toApiFilter } from '#web/posts/filters/match-filter.ts'
import type { PageFilter } from '#web/posts/filters/read-filter.ts'
import { toCalendarPosts } from '../calendar-posts.ts'

const mostShown = 100

/**
 * The drafts of a brand that have no time and pass the filter, the latest first. The service lists them before those
 * with a time.
 */
export const draftsQuery = (profileId: string, filter: PageFilter) =>
  queryOptions({
    queryKey: ['posts', profileId, 'tray', filter],
    queryFn: async () => {
      const { posts } = await api.listPostSummaries({
        ...{ profileId, status: ['draft'], sort: 'date', limit: mostShown },
        ...toApiFilter(filter),
      })
      return toCalendarPosts(profileId, posts).filter(({ scheduledAt }) => scheduledAt === null)
    },
  })
