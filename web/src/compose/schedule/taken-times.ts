import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

/** The times of the posts that are planned already. Live events of posts make it stale. */
export const takenTimesQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['posts', 'taken', profileId],
    queryFn: async () => {
      const { posts } = await api.listPosts({ profileId, status: ['scheduled'], limit: 100 })
      return posts.flatMap(({ scheduledAt }) => scheduledAt ?? [])
    },
  })
