import { type Incoming, ok } from '../../../core/http/request.ts'
import { route, withToken, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { type Shape, shown } from '../../meta/fields.ts'
import { paged } from '../../meta/paging.ts'
import { instant, type Params, readAllParams } from '../../meta/params.ts'
import { badParam, noObject } from '../../meta/refusals.ts'
import { checkStanding, pageOf, toComment, toRead, verbOf } from '../auth/callers.ts'
import { findPhoto } from '../media/find-photo.ts'
import { app, type Graph, pagingOf } from '../state/platform.ts'
import type { Comment, Post } from '../state/records.ts'
import { permalinkOf } from './post-shape.ts'
import { ledgerPhoto } from './publish.ts'

/** Comments by a page under its posts. The post may be named by its video or by another comment. */
export function commentRoutes(graph: Graph): readonly Route[] {
  const accepts = ['form', 'json', 'multipart'] as const
  return [
    route('POST', '/:object/comments', 'createComment', { ...writing, accepts, maxBytes: 12_000_000 }, (incoming) => {
      const post = commentedOn(graph, incoming)
      pageOf(graph, incoming, post.page.id, toComment)
      checkStanding(post.page)
      const params = readAllParams(incoming)
      const comment = add(graph, post, params)
      return ok(shown(shapeOf(graph, comment), params.fields, ['id'], 'Comment'))
    }),
    route('GET', '/:object/comments', 'getComments', withToken, (incoming) => {
      const post = commentedOn(graph, incoming)
      pageOf(graph, incoming, post.page.id, toRead)
      const params = readAllParams(incoming)
      const all = post.comments.filter(
        ({ deleted, createdAtMs }) => !deleted && createdAtMs + graph.rules.listing_lag_ms <= graph.world.clock.ms(),
      )
      const isNewestFirst = params.order === 'reverse_chronological' && !graph.rules.ranks_comments
      const rows = isNewestFirst ? all.toReversed() : all
      const show = (one: Comment) =>
        shown(shapeOf(graph, one), params.fields, ['created_time', 'from', 'message', 'id'], 'Comment')
      return ok(
        paged(pagingOf(graph), {
          rows,
          idOf: ({ id }) => id,
          show,
          params,
          path: `/${incoming.params.object}/comments`,
        }),
      )
    }),
  ]
}

/**
 * Returns the post to comment on, which may be named by its video or by a comment. An invisible post has no comments.
 */
function commentedOn(graph: Graph, incoming: Incoming): Post {
  const id = incoming.params.object ?? ''
  const post = graph.posts.get(id) ?? graph.videos.get(id)?.post ?? graph.comments.get(id)?.post
  return post && !post.deleted && post.publishedAtMs !== null ? post : noObject(id, verbOf(incoming))
}

function add(graph: Graph, post: Post, params: Params): Comment {
  const { message = '', attachment_id: photoId } = params
  const photo = photoId === undefined ? null : (findPhoto(graph, post.page, photoId) ?? noObject(photoId, 'post'))
  const hasOther = params.attachment_url !== undefined || params.attachment_share_url !== undefined
  if (message.trim() === '' && photo === null && !hasOther) badParam('One of message or an attachment must be given.')
  if ([...message].length > graph.rules.max_comment)
    badParam(`Param message must have at most ${graph.rules.max_comment} characters`)
  const comment: Comment = {
    id: `${post.id.split('_')[1]}_${graph.nextId()}`,
    post,
    message,
    photo,
    createdAtMs: graph.world.clock.ms(),
    deleted: false,
  }
  post.comments.push(comment)
  graph.comments.set(comment.id, comment)
  record(graph, comment, 'reply')
  return comment
}

function record(graph: Graph, { id, post, message, photo }: Comment, kind: 'reply' | 'delete'): void {
  graph.world.ledger.add({
    id,
    network: 'facebook',
    account: post.page.name,
    kind,
    text: message,
    media: photo ? [ledgerPhoto(photo)] : [],
    key: null,
    replyTo: post.id,
  })
}

const shapeOf = (graph: Graph, comment: Comment): Shape => ({
  id: () => comment.id,
  message: () => comment.message,
  created_time: () => instant(comment.createdAtMs),
  from: () => ({ id: comment.post.page.id, name: comment.post.page.displayName }),
  permalink_url: () => `${permalinkOf(graph, comment.post)}?comment_id=${comment.id.split('_')[1]}`,
  application: () => ({ id: app.id, name: app.name }),
  can_remove: () => true,
  like_count: () => 0,
  comment_count: () => 0,
})
