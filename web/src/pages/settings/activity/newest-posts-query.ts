import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

/** The words of the newest posts of a brand by their ids, for the entries about them. */
export const newestPostsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['posts', profileId, 'newest-words'],
    queryFn: async () => {
      const { posts } = await api.listPosts({ profileId, view: 'summary', sort: 'createdAt', limit: 100 })
      return new Map(posts.map(({ id, content }) => [id as string, content]))
    },
  })
