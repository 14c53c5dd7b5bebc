import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import type { TeamComment, Words } from './team-comment.ts'

/** Reads every page: a post has few comments, and the newest are last. Live events of the post make it stale. */
export const teamCommentsQuery = (postId: string) =>
  queryOptions({
    queryKey: ['post', postId, 'team-comments'],
    queryFn: async () => {
      const comments: TeamComment[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await api.listTeamComments({ id: postId, limit: 200, ...(cursor ? { cursor } : {}) })
        comments.push(...page.comments)
        cursor = page.nextCursor
      }
      return comments
    },
  })

type Place = Pick<TeamComment, 'id' | 'postId'>

/** Makes a call that returns a comment, and shows it at once. The rest is read again: a reply can reopen its thread. */
function useCall<Given>(postId: string, call: (given: Given) => Promise<TeamComment>) {
  const queries = useQueryClient()
  const { queryKey } = teamCommentsQuery(postId)
  return useMutation({
    mutationFn: call,
    onSuccess: (saved) => {
      queries.setQueryData(queryKey, (known) => known && withComment(known, saved))
      void queries.invalidateQueries({ queryKey })
    },
  })
}

const withComment = (known: TeamComment[], saved: TeamComment): TeamComment[] =>
  known.some(({ id }) => id === saved.id) ? known.map((one) => (one.id === saved.id ? saved : one)) : [...known, saved]

export const useAdd = (postId: string, replyTo?: string) =>
  useCall(postId, (words: Words) => api.createTeamComment({ id: postId, ...words, ...(replyTo ? { replyTo } : {}) }))

export const useChange = ({ id: commentId, postId }: Place) =>
  useCall(postId, (words: Words) => api.updateTeamComment({ id: postId, commentId, ...words }))

export function useRemove({ id: commentId, postId }: Place) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api.deleteTeamComment({ id: postId, commentId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: teamCommentsQuery(postId).queryKey }),
  })
}

export const useResolve = ({ id: commentId, postId }: Place) =>
  useCall(postId, (isResolved: boolean) =>
    isResolved ? api.resolveTeamThread({ id: postId, commentId }) : api.reopenTeamThread({ id: postId, commentId }),
  )
