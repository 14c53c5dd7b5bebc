import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { toCalendarPosts } from '../calendar-posts.ts'

const mostShown = 100

/** The drafts of a brand that have no time, the latest first. The service lists them before those with a time. */
export const draftsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['posts', profileId, 'tray'],
    queryFn: async () => {
      const { posts } = await api.listPostSummaries({ profileId, status: ['draft'], sort: 'date', limit: mostShown })
      return toCalendarPosts(profileId, posts).filter(({ scheduledAt }) => scheduledAt === null)
    },
  })
