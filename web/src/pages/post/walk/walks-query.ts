import type { Result } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

export type Walk = Result<'listPostPublications'>[number]

/** How far a post is at each of its networks, and what is sent there. Its key is that of the post, so live events of the post refresh it. */
export const walksQuery = (postId: string) =>
  queryOptions({
    queryKey: ['post', postId, 'publications'],
    queryFn: () => api.listPostPublications({ id: postId }),
  })
