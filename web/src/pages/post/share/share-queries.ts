import type { Result } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

export type ShareLink = Result<'listShareLinks'>[number]

export type Comment = Result<'listPostComments'>[number]

export const shareLinksQuery = (postId: string) =>
  queryOptions({ queryKey: ['post', postId, 'share-links'], queryFn: () => api.listShareLinks({ id: postId }) })

export const commentsQuery = (postId: string) =>
  queryOptions({ queryKey: ['post', postId, 'comments'], queryFn: () => api.listPostComments({ id: postId }) })
