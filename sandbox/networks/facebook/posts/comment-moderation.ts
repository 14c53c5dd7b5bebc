import { type Incoming, ok } from '../../../core/http/request.ts'
import { route, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { booleanParam, readAllParams } from '../../meta/params.ts'
import { badParam, noObject } from '../../meta/refusals.ts'
import { pageOf, toComment, verbOf } from '../auth/callers.ts'
import type { Graph } from '../state/platform.ts'
import type { Comment } from '../state/records.ts'
import { isReturned } from './comment-author.ts'
import { erase } from './comments.ts'

/** Likes, hides and deletes comments on behalf of the page whose post they are below. */
export function moderationRoutes(graph: Graph): readonly Route[] {
  const accepts = ['form', 'json', 'multipart'] as const
  const only = ({ comment = '' }: Readonly<Record<string, string>>) => graph.comments.has(comment)
  const commentIn = (incoming: Incoming): Comment => {
    const { comment: id = '' } = incoming.params
    const comment = graph.comments.get(id)
    if (!comment || comment.deleted || comment.post.deleted || !isReturned(comment))
      return noObject(id, verbOf(incoming))
    pageOf(graph, incoming, comment.post.page.id, toComment)
    return comment
  }
  const change = (
    method: 'POST' | 'DELETE',
    path: string,
    call: string,
    act: (comment: Comment, incoming: Incoming) => void,
  ): Route =>
    route(method, path, call, { ...writing, accepts, only }, (incoming) => {
      act(commentIn(incoming), incoming)
      return ok({ success: true })
    })
  return [
    change('POST', '/:comment/likes', 'likeComment', (comment) => {
      comment.isLiked = true
    }),
    change('DELETE', '/:comment/likes', 'unlikeComment', (comment) => {
      comment.isLiked = false
    }),
    change('POST', '/:comment', 'hideComment', (comment, incoming) => {
      const isHidden = booleanParam(readAllParams(incoming), 'is_hidden') ?? badParam('Nothing to change')
      if (comment.author === null) badParam('This comment cannot be hidden')
      comment.isHidden = isHidden
    }),
    change('DELETE', '/:comment', 'deleteComment', (comment) => erase(graph, comment)),
  ]
}
