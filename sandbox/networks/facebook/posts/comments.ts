import { type Incoming, ok } from '../../../core/http/request.ts'
import { route, withToken, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { type Shape, shown } from '../../meta/fields.ts'
import { paged } from '../../meta/paging.ts'
import { booleanParam, instant, instantOf, type Params, readAllParams } from '../../meta/params.ts'
import { badParam, noObject } from '../../meta/refusals.ts'
import { checkStanding, pageOf, toComment, toRead, verbOf } from '../auth/callers.ts'
import { findPhoto } from '../media/find-photo.ts'
import { app, type Graph, pagingOf } from '../state/platform.ts'
import type { Comment, Post } from '../state/records.ts'
import { authorOf, isReturned } from './comment-author.ts'
import { permalinkOf } from './post-shape.ts'
import { ledgerPhoto } from './publish.ts'

/** Comments under a page's posts, by the page and by others. The post may be named by its video. */
export function commentRoutes(graph: Graph): readonly Route[] {
  const accepts = ['form', 'json', 'multipart'] as const
  const isComment = ({ comment = '' }: Readonly<Record<string, string>>) => graph.comments.has(comment)
  return [
    route('POST', '/:object/comments', 'createComment', { ...writing, accepts, maxBytes: 12_000_000 }, (incoming) => {
      const { post, comment: replyTo } = commentedOn(graph, incoming)
      pageOf(graph, incoming, post.page.id, toComment)
      checkStanding(post.page)
      const params = readAllParams(incoming)
      const comment = write(graph, { post, replyTo, author: null, ...contentOf(graph, post, params) })
      return ok(shown(shapeOf(graph, comment), params.fields, ['id'], 'Comment'))
    }),
    route('GET', '/:object/comments', 'getComments', withToken, (incoming) => ok(listed(graph, incoming))),
    route('GET', '/:comment', 'getComment', { ...withToken, only: isComment }, (incoming) => {
      const comment = graph.comments.get(incoming.params.comment ?? '')
      if (!comment || comment.deleted || comment.post.deleted) return noObject(incoming.params.comment ?? '', 'get')
      pageOf(graph, incoming, comment.post.page.id, toRead)
      if (!isReturned(comment)) return noObject(comment.id, 'get')
      return ok(shown(shapeOf(graph, comment), readAllParams(incoming).fields, usual, 'Comment'))
    }),
  ]
}

const usual = ['created_time', 'from', 'message', 'id']

/**
 * Lists the comments under a post or a comment. `since` bounds the comments. A page contains fewer comments than
 * requested if some of them may not be returned.
 */
function listed(graph: Graph, incoming: Incoming): object {
  const { post, comment } = commentedOn(graph, incoming)
  pageOf(graph, incoming, post.page.id, toRead)
  const params = readAllParams(incoming)
  const { filter = 'toplevel', since, order } = params
  if (!['toplevel', 'stream'].includes(filter)) badParam('Param filter must be one of {TOPLEVEL, STREAM}')
  const fromMs = since === undefined ? null : (instantOf(since) ?? badParam('Param since must be a time'))
  const all = post.comments.filter(
    (one) =>
      !one.deleted &&
      (comment ? one.replyTo === comment : filter === 'stream' || one.replyTo === null) &&
      one.createdAtMs + graph.rules.listing_lag_ms <= graph.world.clock.ms() &&
      // Whole seconds.
      (fromMs === null || Math.floor(one.createdAtMs / 1_000) * 1_000 >= fromMs),
  )
  const isNewestFirst = order === 'reverse_chronological' && !graph.rules.ranks_comments
  const list = paged(pagingOf(graph), {
    rows: isNewestFirst ? all.toReversed() : all,
    idOf: ({ id }) => id,
    show: (one) => shown(shapeOf(graph, one), params.fields, usual, 'Comment'),
    params,
    path: `/${incoming.params.object}/comments`,
    isReturned,
  })
  if (!booleanParam(params, 'summary')) return list
  const summary = { order: isNewestFirst ? 'reverse_chronological' : 'ranked', total_count: all.length }
  return { ...list, summary }
}

/**
 * Returns the post to comment on, which may be named by its video, or the comment. An invisible post has no comments.
 */
function commentedOn(graph: Graph, incoming: Incoming): { readonly post: Post; readonly comment: Comment | null } {
  const id = incoming.params.object ?? ''
  const comment = graph.comments.get(id) ?? null
  const post = graph.posts.get(id) ?? graph.videos.get(id)?.post ?? comment?.post
  const isThere = post && !post.deleted && post.publishedAtMs !== null && !comment?.deleted
  return isThere ? { post, comment } : noObject(id, verbOf(incoming))
}

function contentOf(graph: Graph, post: Post, params: Params): Pick<Comment, 'message' | 'photo'> {
  const { message = '', attachment_id: photoId } = params
  const photo = photoId === undefined ? null : (findPhoto(graph, post.page, photoId) ?? noObject(photoId, 'post'))
  const hasOther = params.attachment_url !== undefined || params.attachment_share_url !== undefined
  if (message.trim() === '' && photo === null && !hasOther) badParam('One of message or an attachment must be given.')
  if ([...message].length > graph.rules.max_comment)
    badParam(`Param message must have at most ${graph.rules.max_comment} characters`)
  return { message, photo }
}

export function write(
  graph: Graph,
  given: Pick<Comment, 'post' | 'author' | 'replyTo' | 'message' | 'photo'>,
): Comment {
  const comment: Comment = {
    ...given,
    id: `${given.post.id.split('_')[1]}_${graph.nextId()}`,
    createdAtMs: graph.world.clock.ms(),
    isHidden: false,
    isLiked: false,
    deleted: false,
  }
  given.post.comments.push(comment)
  graph.comments.set(comment.id, comment)
  record(graph, comment, 'reply')
  return comment
}

/** Deletes a comment. The replies under it remain, without a parent. */
export function erase(graph: Graph, comment: Comment): void {
  comment.deleted = true
  record(graph, comment, 'delete')
}

/** The ledger has what the page itself wrote. */
function record(graph: Graph, { id, post, author, message, photo }: Comment, kind: 'reply' | 'delete'): void {
  if (author !== null) return
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
  from: () => authorOf(comment),
  parent: () => {
    const { replyTo } = comment
    if (replyTo === null || replyTo.deleted) return undefined
    return {
      id: replyTo.id,
      message: replyTo.message,
      created_time: instant(replyTo.createdAtMs),
      from: authorOf(replyTo),
    }
  },
  object: () => ({ id: comment.post.id }),
  permalink_url: () => `${permalinkOf(graph, comment.post)}?comment_id=${comment.id.split('_')[1]}`,
  application: () => (comment.author === null ? { id: app.id, name: app.name } : undefined),
  attachment: () => {
    const { photo } = comment
    return photo ? { type: 'photo', media: { image: { src: photo.url } }, target: { id: photo.id } } : undefined
  },
  is_hidden: () => comment.isHidden,
  can_hide: () => comment.author !== null,
  can_remove: () => true,
  like_count: () => Number(comment.isLiked),
  user_likes: () => comment.isLiked,
  comment_count: () => comment.post.comments.filter(({ replyTo, deleted }) => replyTo === comment && !deleted).length,
})
