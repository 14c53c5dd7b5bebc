import { type Answer, type Incoming, ok } from '../../../core/http/request.ts'
import { route, withToken, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { type Shape, shown } from '../../meta/fields.ts'
import { paged } from '../../meta/paging.ts'
import { booleanParam, instant, type Params, readAllParams } from '../../meta/params.ts'
import { usernameOf } from '../../meta/people.ts'
import { badParam, noObject, refuse } from '../../meta/refusals.ts'
import { accountOf, callerOf, need, tokenOf, verbOf } from '../auth/callers.ts'
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
      const top = post.hasComments ? post.comments.filter(({ replyTo }) => replyTo === null) : []
      return listed(platform, top, readAllParams(incoming), `/${post.id}/comments`)
    }),
    route('POST', '/:media/comments', 'createComment', { ...writing, accepts }, (incoming) => {
      const post = ownPost(platform, incoming)
      need(tokenOf(platform, incoming), 'comments')
      return comment(platform, post, readAllParams(incoming), null)
    }),
    route('GET', '/:comment/replies', 'listReplies', withToken, (incoming) => {
      const one = ownComment(platform, incoming)
      return listed(platform, repliesTo(one), readAllParams(incoming), `/${one.id}/replies`)
    }),
    route('GET', '/:comment', 'getComment', { ...withToken, only: isComment }, (incoming) => {
      const one = ownComment(platform, incoming)
      if (!isReturned(one)) return noObject(one.id)
      return ok(shown(openShape(platform, one), readAllParams(incoming).fields, usual, 'IGComment'))
    }),
    route('POST', '/:comment/replies', 'createReply', { ...writing, accepts }, (incoming) => {
      const replyTo = ownComment(platform, incoming)
      return comment(platform, replyTo.post, readAllParams(incoming), replyTo)
    }),
    route('POST', '/:comment', 'hideComment', { ...writing, accepts, only: isComment }, (incoming) => {
      const one = ownComment(platform, incoming)
      one.isHidden = booleanParam(readAllParams(incoming), 'hide') ?? badParam('The parameter hide is required')
      return ok({ success: true })
    }),
    ...([true, false] as const).map((isLiked) =>
      route(
        isLiked ? 'POST' : 'DELETE',
        '/:account/likes',
        isLiked ? 'likeComment' : 'unlikeComment',
        { ...writing, accepts },
        (incoming) => {
          const person = accountOf(platform, incoming, 'engagement')
          const { comment_id: id = '' } = readAllParams(incoming)
          const one = platform.comments.get(id)
          if (!one || one.deleted || one.post.person !== person) return noObject(id, verbOf(incoming))
          one.isLiked = isLiked
          return ok({ success: true })
        },
      ),
    ),
    route('DELETE', '/:comment', 'deleteComment', { ...writing, accepts: ['form'], only: isComment }, (incoming) => {
      const one = ownComment(platform, incoming)
      erase(platform, one)
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
  const rows = ordered(platform, comments)
  const show = (one: Comment) => shown(openShape(platform, one), params.fields, usual, 'IGComment')
  // An empty page would not check the fields.
  if (rows[0]) show(rows[0])
  return ok(paged(pagingOf(platform), { rows, idOf: ({ id }) => id, show, params, path, isReturned }))
}

const usual = ['id', 'text', 'timestamp']

/** Returns existing comments in the order of every list, so that a cursor of one continues in another. */
function ordered({ rules, world }: Platform, comments: readonly Comment[]): readonly Comment[] {
  const there = comments.filter(({ deleted, atMs }) => !deleted && atMs + rules.listingLagMs <= world.clock.ms())
  return rules.ranksComments ? there : there.toReversed()
}

const repliesTo = (comment: Comment) => comment.post.comments.filter(({ replyTo }) => replyTo === comment)

const isReturned = ({ author, post }: Comment): boolean => !post.person.restricted.has(author)

/** The fields of a comment. Requesting one that the app may not read fails the call. */
const openShape = (platform: Platform, comment: Comment): Shape => ({
  ...shapeOf(comment),
  replies: (field) => {
    const all = ordered(platform, repliesTo(comment))
    const place = { base: platform.base(), maxRows: platform.rules.pageSizeMax }
    const show = (one: Comment) =>
      Object.fromEntries(Object.entries(shapeOf(one)).map(([name, of]) => [name, of({ name, with: {}, inner: null })]))
    const params: Params = field.with
    const list = { rows: all, idOf: ({ id }: Comment) => id, show, params, path: `/${comment.id}/replies`, isReturned }
    return all.length === 0 ? undefined : paged(place, list)
  },
  ...Object.fromEntries(
    platform.rules.closedCommentFields.map((name) => [
      name,
      () => refuse({ message: `(#10) Application does not have permission for this action: ${name}`, code: 10 }),
    ]),
  ),
})

const shapeOf = ({ id, text, author, post, replyTo, atMs, isHidden, isLiked }: Comment): Shape => ({
  id: () => id,
  text: () => text,
  timestamp: () => instant(atMs),
  username: () => usernameOf(author),
  from: () => ({ id: author.id, username: usernameOf(author) }),
  media: () => ({ id: post.id }),
  parent_id: () => replyTo?.id,
  like_count: () => Number(isLiked),
  hidden: () => isHidden,
})

/** Writes a comment as the owner of the post. */
function comment(platform: Platform, post: Post, { message = '', fields }: Params, replyTo: Comment | null): Answer {
  if (post.draft.type === 'STORIES') badParam('Comments are not supported for stories.')
  if (!post.hasComments) badParam('Comments are turned off for this media.')
  checkMessage(platform, message)
  const { id } = write(platform, { post, author: post.person, text: message, replyTo })
  // The comment exists although the call fails.
  if (fields !== undefined)
    refuse({ message: 'An error occurred while processing the request.', code: 20, subcode: 1_772_107 })
  return ok({ id })
}

function checkMessage({ rules }: Platform, message: string): void {
  if (message.trim() === '') badParam('The parameter message is required')
  if ([...message].length > rules.maxComment) badParam(`Param message must be at most ${rules.maxComment} characters.`)
  if (hashtagsIn(message) > rules.maxHashtags)
    badParam(`Param message must have at most ${rules.maxHashtags} hashtags.`)
}

export function write(platform: Platform, given: Pick<Comment, 'post' | 'author' | 'text' | 'replyTo'>): Comment {
  const fixed = { id: platform.nextId(), atMs: platform.world.clock.ms() }
  const made: Comment = { ...given, ...fixed, isHidden: false, isLiked: false, deleted: false }
  platform.comments.set(made.id, made)
  given.post.comments.push(made)
  record(platform, made, 'reply')
  return made
}

/** Deletes a comment with the replies under it. */
export function erase(platform: Platform, comment: Comment): void {
  for (const one of [comment, ...repliesTo(comment)]) {
    if (one.deleted) continue
    one.deleted = true
    record(platform, one, 'delete')
  }
}

function record({ world }: Platform, { id, author, text, post }: Comment, kind: 'reply' | 'delete'): void {
  const entry = { id, network: 'instagram', account: author.name, kind, text, media: [], key: null }
  world.ledger.add({ ...entry, replyTo: post.id })
}
