import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

/** Reads how far a post is at each network, and what is sent there. Live events of the post make it stale. */
export const walksQuery = (postId: string) =>
  queryOptions({
    queryKey: ['post', postId, 'publications'],
    queryFn: () => api.listPostPublications({ id: postId }),
  })
