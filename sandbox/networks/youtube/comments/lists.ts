import { type Incoming, ok } from '../../../core/http/request.ts'
import { route, withToken, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { requireCaller } from '../auth/callers.ts'
import { forceSsl } from '../auth/scopes.ts'
import { handleOf } from '../people/channels.ts'
import { avatarOf } from '../people/pages.ts'
import type { Platform } from '../state/platform.ts'
import type { Comment, Person } from '../state/records.ts'
import { no } from '../wire/errors.ts'
import { bodyOf, partsOf, picked, textIn, treeIn } from '../wire/fields.ts'
import { commentOn, withdraw } from './write.ts'

const filters = ['allThreadsRelatedToChannelId', 'id', 'videoId']
/** Parameters that cannot be combined with IDs. */
const notWithIds = ['maxResults', 'moderationStatus', 'order', 'pageToken', 'searchTerms']
const states = ['published', 'heldForReview', 'likelySpam']
const choices = ['heldForReview', 'published', 'rejected'] as const

/** The routes of comments. Held comments are listed only for the owner of the channel. */
export const commentRoutes = (platform: Platform): readonly Route[] => [
  route('GET', '/youtube/v3/commentThreads', 'listCommentThreads', withToken, (incoming) => {
    const caller = requireCaller(platform, incoming, [forceSsl])
    const parts = partsOf(incoming)
    const show = (thread: Comment) => picked(shownThread(platform, thread, { incoming, caller }), parts)
    const { query } = incoming
    if (filters.filter((name) => query.has(name)).length !== 1)
      no(400, 'invalidFilters', 'Specify exactly one of allThreadsRelatedToChannelId, id and videoId.')
    const kind = 'youtube#commentThreadListResponse'
    if (query.has('id')) return ok({ kind, items: byIds(platform, incoming, caller, null).map(show) })
    const threads = listThreads(platform, incoming, caller)
    return ok({ kind, ...paged(incoming, threads, show) })
  }),
  route('GET', '/youtube/v3/comments', 'listComments', withToken, (incoming) => {
    const caller = requireCaller(platform, incoming, [forceSsl])
    const parts = partsOf(incoming)
    const show = (comment: Comment) => picked(shownComment(platform, comment, { incoming, caller }), parts)
    const { query } = incoming
    if (query.has('id') === query.has('parentId'))
      no(400, 'operationNotSupported', 'Specify exactly one of id and parentId.')
    const kind = 'youtube#commentListResponse'
    if (query.has('id')) return ok({ kind, items: byIds(platform, incoming, caller, 'any').map(show) })
    const parent = platform.comments.get(query.get('parentId') ?? '')
    if (!parent || parent.deleted) return no(404, 'commentNotFound', 'The specified comment could not be found.')
    return ok({ kind, ...paged(incoming, repliesTo(platform, parent).toReversed(), show) })
  }),
  route('POST', '/youtube/v3/comments', 'insertComment', { ...writing, accepts: ['json'] }, (incoming) => {
    const caller = requireCaller(platform, incoming, [forceSsl])
    const parts = partsOf(incoming)
    const snippet = treeIn(bodyOf(incoming), 'snippet')
    const parent = platform.comments.get(textIn(snippet, 'parentId', 'parentIdMissing'))
    const text = textIn(snippet, 'textOriginal', 'commentTextRequired')
    if (!parent || parent.deleted || parent.video.deleted)
      return no(404, 'parentCommentNotFound', 'The specified parent comment could not be found.')
    if (text.trim() === '') no(400, 'commentTextRequired', 'The comment has no text.')
    if ([...text].length > platform.rules.maxComment) no(400, 'commentTextTooLong', 'The comment is too long.')
    const by = { text, by: caller.name, to: parent.id, status: 'published' }
    const comment = commentOn(platform, parent.video.person, by)
    return ok(picked(shownComment(platform, comment, { incoming, caller }), parts))
  }),
  route('POST', '/youtube/v3/comments/setModerationStatus', 'setModerationStatus', writing, (incoming) => {
    const caller = requireCaller(platform, incoming, [forceSsl])
    const { query } = incoming
    const status = choices.find((one) => one === query.get('moderationStatus'))
    if (!status) return no(400, 'invalidParameter', 'Invalid value for moderationStatus.')
    for (const comment of byNames(platform, query.get('id'))) {
      if (comment.video.person !== caller) no(403, 'forbidden', 'The comment cannot be moderated by this channel.')
      if (comment.author === caller) no(400, 'operationNotSupported', 'The comment is by the channel itself.')
      comment.status = status
    }
    return { status: 204 }
  }),
  route('DELETE', '/youtube/v3/comments', 'deleteComment', writing, (incoming) => {
    const caller = requireCaller(platform, incoming, [forceSsl])
    for (const comment of byNames(platform, incoming.query.get('id'))) {
      if (comment.author !== caller) no(403, 'forbidden', 'The comment cannot be deleted by this channel.')
      withdraw(platform, comment)
    }
    return { status: 204 }
  }),
]

function byNames({ comments }: Platform, ids: string | null): readonly Comment[] {
  return (ids ?? '').split(',').map((id) => {
    const comment = comments.get(id)
    return comment && !comment.deleted ? comment : no(404, 'commentNotFound', 'The comment could not be found.')
  })
}

interface View {
  readonly incoming: Incoming
  readonly caller: Person
}

function byIds({ comments }: Platform, { query }: Incoming, caller: Person, parent: null | 'any') {
  const wrong = notWithIds.find((name) => query.has(name))
  if (wrong) no(400, 'invalidFilters', `The parameter ${wrong} cannot be combined with id.`)
  return (query.get('id') ?? '').split(',').flatMap((id) => {
    const comment = comments.get(id)
    if (!comment || comment.deleted || comment.video.deleted || (parent === null && comment.parent)) return []
    return comment.status === 'published' || comment.video.person === caller ? [comment] : []
  })
}

function listThreads(platform: Platform, { query }: Incoming, caller: Person): Comment[] {
  const channelId = query.get('allThreadsRelatedToChannelId')
  const channel = [...platform.people.values()].find((one) => one.channelId === channelId)
  if (channelId !== null && !channel) no(404, 'channelNotFound', 'The specified channel could not be found.')
  const status = query.get('moderationStatus') ?? 'published'
  if (!states.includes(status)) no(400, 'invalidParameter', `Invalid value for moderationStatus: ${status}`)
  const ofWhom = channel ?? platform.videos.get(query.get('videoId') ?? '')?.person
  if (status !== 'published' && ofWhom !== caller)
    no(403, 'forbidden', 'One or more of the comment threads cannot be retrieved due to insufficient permissions.')
  const activity = (thread: Comment) =>
    platform.rules.repliesMoveThreads
      ? Math.max(thread.atMs, ...repliesTo(platform, thread).map(({ atMs }) => atMs))
      : thread.atMs
  return [...platform.comments.values()]
    .filter(
      (one) =>
        one.parent === null &&
        !one.deleted &&
        !one.video.deleted &&
        one.status === status &&
        (channel ? one.video.person === channel : one.video.id === query.get('videoId')),
    )
    .map((thread, nth) => ({ thread, nth, at: activity(thread) }))
    .toSorted((a, b) => b.at - a.at || b.nth - a.nth)
    .map(({ thread }) => thread)
}

const repliesTo = ({ comments }: Platform, parent: Comment): Comment[] =>
  [...comments.values()].filter((one) => one.parent === parent && !one.deleted && one.status === 'published')

/** A page begins after the comment that its token names, so new comments do not move it. */
function paged(incoming: Incoming, all: readonly Comment[], show: (one: Comment) => object) {
  const { query } = incoming
  const max = Number(query.get('maxResults') ?? 20)
  if (!Number.isInteger(max) || max < 1 || max > 100)
    no(400, 'invalidParameter', 'Acceptable values for maxResults are 1 to 100, inclusive.')
  const token = query.get('pageToken')
  const from = token === null ? 0 : all.findIndex(({ id }) => id === token) + 1
  if (token !== null && from === 0) no(400, 'invalidPageToken', 'The specified page token is not valid.')
  const rows = all.slice(from, from + max)
  const more = from + max < all.length ? { nextPageToken: rows.at(-1)?.id } : {}
  return { ...more, pageInfo: { totalResults: rows.length, resultsPerPage: max }, items: rows.map(show) }
}

function shownThread(platform: Platform, thread: Comment, view: View) {
  const { id, video } = thread
  const replies = repliesTo(platform, thread)
  const some = replies.slice(-platform.rules.repliesShown)
  return {
    kind: 'youtube#commentThread',
    id,
    snippet: {
      channelId: video.person.channelId,
      videoId: video.id,
      topLevelComment: shownComment(platform, thread, view),
      canReply: true,
      totalReplyCount: replies.length,
      isPublic: thread.status === 'published',
    },
    ...(some.length > 0 ? { replies: { comments: some.map((one) => shownComment(platform, one, view)) } } : {}),
  }
}

function shownComment(platform: Platform, comment: Comment, { incoming, caller }: View) {
  const { id, author, text, parent, atMs, editedAtMs, status, video } = comment
  return {
    kind: 'youtube#comment',
    id,
    snippet: {
      authorDisplayName: displayNameOf(author.name),
      authorProfileImageUrl: avatarOf(platform, author),
      authorChannelUrl: `http://www.youtube.com/${handleOf(author)}`,
      authorChannelId: { value: author.channelId },
      channelId: video.person.channelId,
      textDisplay: incoming.query.get('textFormat') === 'plainText' ? text : htmlOf(text),
      // The original text is returned only to its author.
      ...(author === caller ? { textOriginal: text } : {}),
      ...(parent === null ? {} : { parentId: parent.id }),
      canRate: true,
      viewerRating: 'none',
      likeCount: 0,
      ...(video.person === caller ? { moderationStatus: status } : {}),
      publishedAt: new Date(atMs).toISOString(),
      updatedAt: new Date(editedAtMs).toISOString(),
    },
  }
}

const htmlOf = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>')
