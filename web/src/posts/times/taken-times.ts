import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

interface Planned {
  readonly id: string
  readonly at: string
}

/** The times of the posts that are already scheduled. Live events of posts keep it up to date. */
export const takenTimesQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['posts', 'taken', profileId],
    queryFn: async (): Promise<readonly Planned[]> => {
      const { posts } = await api.listPosts({ profileId, status: ['scheduled'], limit: 100 })
      return posts.flatMap(({ id, scheduledAt }) => (scheduledAt === null ? [] : [{ id, at: scheduledAt }]))
    },
    select: (planned) => planned.map(({ at }) => at),
    meta: {
      putPost: (planned, id, post) => {
        const others = (planned as readonly Planned[]).filter((other) => other.id !== id)
        if (post?.profileId !== profileId || post.status !== 'scheduled' || post.scheduledAt === null) return others
        return [...others, { id, at: post.scheduledAt }]
      },
    },
  })
