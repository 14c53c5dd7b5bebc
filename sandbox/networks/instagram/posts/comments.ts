import { type Answer, type Incoming, ok } from '../../../core/http/request.ts'
import { route, withToken, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { type Shape, shown } from '../../meta/fields.ts'
import { paged } from '../../meta/paging.ts'
import { instant, type Params, readAllParams } from '../../meta/params.ts'
import { usernameOf } from '../../meta/people.ts'
import { badParam, noObject } from '../../meta/refusals.ts'
import { callerOf, need, tokenOf, verbOf } from '../auth/callers.ts'
import { type Platform, pagingOf } from '../state/platform.ts'
import type { Comment, Post } from '../state/records.ts'
import { ownPost } from './media.ts'
import { hashtagsIn } from './text.ts'

/** The comments on an account's own posts, and the replies to them. */
export function commentRoutes(platform: Platform): readonly Route[] {
  const accepts = ['form', 'json', 'multipart'] as const
  const isComment = ({ comment = '' }: Readonly<Record<string, string>>) => platform.comments.has(comment)
  return [
    route('GET', '/:media/comments', 'listComments', withToken, (incoming) => {
      const post = ownPost(platform, incoming)
      need(tokenOf(platform, incoming), 'comments')
      return listed(platform, post.hasComments ? post.comments : [], readAllParams(incoming), `/${post.id}/comments`)
    }),
    route('POST', '/:media/comments', 'createComment', { ...writing, accepts }, (incoming) => {
      const post = ownPost(platform, incoming)
      need(tokenOf(platform, incoming), 'comments')
      return comment(platform, post, readAllParams(incoming), null)
    }),
    route('POST', '/:comment/replies', 'createReply', { ...writing, accepts }, (incoming) => {
      const replyTo = ownComment(platform, incoming)
      return comment(platform, replyTo.post, readAllParams(incoming), replyTo)
    }),
    route('DELETE', '/:comment', 'deleteComment', { ...writing, accepts: ['form'], only: isComment }, (incoming) => {
      const one = ownComment(platform, incoming)
      one.deleted = true
      record(platform, one, 'delete')
      return ok({ success: true })
    }),
  ]
}

/** Returns a comment on a post of the caller, who may reply to it and delete it. */
function ownComment(platform: Platform, incoming: Incoming): Comment {
  const { comment: id = '' } = incoming.params
  const person = callerOf(platform, incoming, 'comments')
  const one = platform.comments.get(id)
  return one && !one.deleted && one.post.person === person ? one : noObject(id, verbOf(incoming))
}

function listed(platform: Platform, comments: readonly Comment[], params: Params, path: string): Answer {
  const rows = comments.filter(({ deleted, replyTo }) => !deleted && replyTo === null).toReversed()
  const show = (one: Comment) => shown(shapeOf(one), params.fields, ['id', 'text', 'timestamp'], 'IGComment')
  return ok(paged(pagingOf(platform), { rows, idOf: ({ id }) => id, show, params, path }))
}

const shapeOf = ({ id, text, author, post, replyTo, atMs }: Comment): Shape => ({
  id: () => id,
  text: () => text,
  timestamp: () => instant(atMs),
  username: () => usernameOf(author),
  from: () => ({ id: author.id, username: usernameOf(author) }),
  media: () => ({ id: post.id }),
  parent_id: () => replyTo?.id,
  like_count: () => 0,
  hidden: () => false,
})

/** Writes a comment as the owner of the post. */
function comment(platform: Platform, post: Post, { message = '' }: Params, replyTo: Comment | null): Answer {
  if (post.draft.type === 'STORIES') badParam('Comments are not supported for stories.')
  if (!post.hasComments) badParam('Comments are turned off for this media.')
  checkMessage(platform, message)
  return ok({ id: write(platform, { post, author: post.person, text: message, replyTo }).id })
}

function checkMessage({ rules }: Platform, message: string): void {
  if (message.trim() === '') badParam('The parameter message is required')
  if ([...message].length > rules.maxComment) badParam(`Param message must be at most ${rules.maxComment} characters.`)
  if (hashtagsIn(message) > rules.maxHashtags)
    badParam(`Param message must have at most ${rules.maxHashtags} hashtags.`)
}

export function write(platform: Platform, given: Pick<Comment, 'post' | 'author' | 'text' | 'replyTo'>): Comment {
  const made: Comment = { ...given, id: platform.nextId(), atMs: platform.world.clock.ms(), deleted: false }
  platform.comments.set(made.id, made)
  given.post.comments.push(made)
  record(platform, made, 'reply')
  return made
}

function record({ world }: Platform, { id, author, text, post }: Comment, kind: 'reply' | 'delete'): void {
  const entry = { id, network: 'instagram', account: author.name, kind, text, media: [], key: null }
  world.ledger.add({ ...entry, replyTo: post.id })
}
