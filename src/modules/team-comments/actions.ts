import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { requireBelow } from '#kernel/caps.ts'
import { before, minutes } from '#kernel/clock.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { newId, type PostId, type TeamCommentId, toWire, type UserId } from '#kernel/ids.ts'
import { decodeCursor, pageOf, uuidKey } from '#kernel/page.ts'
import { hasRight } from '#kernel/rights.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { faceUrl } from '#modules/faces/index.ts'
import { forgetTeamComment } from '#modules/notices/index.ts'
import { type PostAtHand, postFor } from '#modules/posts/index.ts'
import type { TeamCommentDeps } from './deps.ts'
import type { CommentBody, CommentChanges, CommentsQuery } from './schema.ts'
import {
  blankComment,
  type CommentRow,
  changeText,
  countComments,
  countOpenThreads,
  countRecent,
  countReplies,
  deleteComment,
  findComment,
  insertComment,
  listComments,
  listReaders,
  setMentions,
  setResolved,
} from './store.ts'

/** Everyone who can read the post can comment: members with any role. Comments change nothing that is published. */
const toComment = 'read'
/** A person writes at most this many comments a minute, on all posts, since each may notify others by email. */
const mostPerMinute = 30

/** Lists a page of the comments on a post, oldest first. */
export async function readComments(deps: TeamCommentDeps, caller: Caller, postId: PostId, query: CommentsQuery) {
  await postFor(deps, deps.db, caller, postId, 'read')
  const { limit, cursor, resolved = null } = query
  const after = cursor === undefined ? null : (decodeCursor(cursor, uuidKey) as TeamCommentId)
  const rows = await listComments(deps.db, postId, { after, resolved, limit: limit + 1 })
  const { items, ...rest } = pageOf(rows, limit, (last) => last.id)
  return {
    comments: items.map((row) => present(deps, row)),
    openThreads: await countOpenThreads(deps.db, postId),
    ...rest,
  }
}

export async function readComment(deps: TeamCommentDeps, db: Db, caller: Caller, postId: PostId, id: TeamCommentId) {
  await postFor(deps, db, caller, postId, 'read')
  return present(deps, await requireComment(db, postId, id))
}

/** Stores a comment. A reply reopens its thread, since someone has more to say. */
export async function addComment(
  deps: TeamCommentDeps,
  tx: Tx,
  caller: Caller,
  postId: PostId,
  { text, mentions, replyTo }: CommentBody,
): Promise<PresentedComment> {
  const post = await postToComment(deps, tx, caller, postId)
  const now = deps.clock.now()
  requireBelow(
    'teamCommentsOfPost',
    await countComments(tx, postId),
    'team_comments_full',
    (most) => `A post has at most ${most} team comments. Delete some first.`,
  )
  if ((await countRecent(tx, caller.uid, before(now, minutes(1)), now)) >= mostPerMinute)
    refuse('rate_limited', {
      detail: `You can write at most ${mostPerMinute} comments a minute.`,
      retryAfterMs: minutes(1),
    })
  const id = newId<'tcm'>(now)
  const first = replyTo === undefined ? null : await requireThread(tx, postId, replyTo)
  const threadId = first?.id ?? id
  await requireReaders(tx, post, mentions)
  const { ownerUid, profileId } = post
  await insertComment(tx, { id, ownerUid, postId, threadId, authorUid: caller.uid, text, createdAt: now })
  await setMentions(tx, id, mentions)
  if (first?.resolvedAt) await setResolved(tx, threadId, null, null)
  await note(deps, tx, caller, post, 'post.team_commented', id)
  await deps.emit(tx, {
    type: 'post.team_commented',
    ownerUid,
    profileId,
    postId,
    byUid: caller.uid,
    teamComment: { id, threadId, text, mentions: [...new Set(mentions)] },
  })
  return present(deps, await requireComment(tx, postId, id))
}

/** Changes the words of a comment. Only its author can. */
export function changeComment(
  deps: TeamCommentDeps,
  caller: Caller,
  postId: PostId,
  id: TeamCommentId,
  changes: CommentChanges,
): Promise<PresentedComment> {
  return inTx(deps.db, async (tx) => {
    const post = await postToComment(deps, tx, caller, postId)
    const comment = await requireComment(tx, postId, id)
    if (comment.text === null) refuse('team_comment_not_found', { detail: 'The comment is deleted.' })
    if (comment.authorUid !== caller.uid)
      refuse('team_comment_forbidden', { detail: 'Only its author can change a comment. Reply to it instead.' })
    const { text = comment.text, mentions } = changes
    const known = comment.mentions.map(({ uid }) => uid)
    const wanted = mentions ?? known
    const isSame = comment.text === text && new Set([...known, ...wanted]).size === known.length
    if (isSame && new Set(wanted).size === known.length) return present(deps, comment)
    const added = wanted.filter((uid) => !known.includes(uid))
    await requireReaders(tx, post, wanted, known)
    await changeText(tx, id, text, deps.clock.now())
    await setMentions(tx, id, wanted)
    await note(deps, tx, caller, post, 'post.team_comment_changed', id)
    await deps.emit(tx, {
      type: 'post.team_comment_changed',
      ownerUid: post.ownerUid,
      profileId: post.profileId,
      postId,
      byUid: caller.uid,
      teamComment: { id, threadId: comment.threadId, text, mentions: [...new Set(added)] },
    })
    return present(deps, await requireComment(tx, postId, id))
  })
}

/** Deletes a comment: the author their own, and those who manage the profile any. */
export function removeComment(deps: TeamCommentDeps, caller: Caller, postId: PostId, id: TeamCommentId) {
  return inTx(deps.db, async (tx) => {
    const post = await postFor(deps, tx, caller, postId, toComment)
    const comment = await requireComment(tx, postId, id)
    if (comment.text === null) refuse('team_comment_not_found', { detail: 'The comment is deleted.' })
    if (comment.authorUid !== caller.uid && !hasRight(post.role, 'manage'))
      refuse('team_comment_forbidden', { detail: 'Only its author and the profile’s admins can delete a comment.' })
    if (comment.threadId === id && (await countReplies(tx, id)) > 0) {
      await blankComment(tx, id, deps.clock.now())
      await setMentions(tx, id, [])
      await forgetTeamComment(tx, id)
    } else await deleteComment(tx, id, comment.threadId)
    await note(deps, tx, caller, post, 'post.team_comment_deleted', id)
    return { ok: true as const, success: true as const }
  })
}

/** Resolves a thread or reopens it. Doing it again has no effect. Returns the first comment of the thread. */
export function resolveThread(
  deps: TeamCommentDeps,
  caller: Caller,
  postId: PostId,
  id: TeamCommentId,
  isResolved: boolean,
): Promise<PresentedComment> {
  return inTx(deps.db, async (tx) => {
    const post = await postToComment(deps, tx, caller, postId)
    const first = await requireThread(tx, postId, id)
    if ((first.resolvedAt !== null) === isResolved) return present(deps, first)
    await setResolved(tx, first.id, isResolved ? deps.clock.now() : null, isResolved ? caller.uid : null)
    await note(deps, tx, caller, post, isResolved ? 'post.team_thread_resolved' : 'post.team_thread_reopened', first.id)
    await deps.emit(tx, {
      type: isResolved ? 'post.team_thread_resolved' : 'post.team_thread_reopened',
      ownerUid: post.ownerUid,
      profileId: post.profileId,
      postId,
      byUid: caller.uid,
      threadId: first.id,
    })
    return present(deps, await requireComment(tx, postId, first.id))
  })
}

/** Locks a post that can be commented on. */
async function postToComment(deps: TeamCommentDeps, tx: Tx, caller: Caller, postId: PostId): Promise<PostAtHand> {
  const post = await postFor(deps, tx, caller, postId, toComment, { alsoReadOnly: false })
  if (post.deletedAt) refuse('post_in_trash')
  return post
}

const requireComment = async (db: Db, postId: PostId, id: TeamCommentId): Promise<CommentRow> =>
  (await findComment(db, postId, id)) ?? refuse('team_comment_not_found')

/** Returns the first comment of the thread that a comment belongs to. */
async function requireThread(tx: Tx, postId: PostId, id: TeamCommentId): Promise<CommentRow> {
  const comment = await requireComment(tx, postId, id)
  return comment.threadId === id ? comment : requireComment(tx, postId, comment.threadId)
}

/**
 * Refuses mentions of people who cannot read the post. The refusal does not reveal whether they have an account. People
 * who were mentioned before stay mentioned after they leave.
 */
async function requireReaders(
  tx: Tx,
  { profileId }: PostAtHand,
  mentions: readonly UserId[],
  known: readonly UserId[] = [],
): Promise<void> {
  const readers = await listReaders(tx, profileId, mentions)
  const faults = mentions.flatMap((uid, index) =>
    readers.has(uid) || known.includes(uid)
      ? []
      : [
          {
            path: `/mentions/${index}`,
            code: 'profile_member_not_found',
            message:
              'must be a member of the post’s profile, or they could not read the comment. Add them to the profile, or leave them out',
          },
        ],
  )
  if (faults.length > 0) refuseInput(...faults)
}

type Deed =
  | 'post.team_commented'
  | 'post.team_comment_changed'
  | 'post.team_comment_deleted'
  | 'post.team_thread_resolved'
  | 'post.team_thread_reopened'

/** Records who did what to which comment, without its words: they can be deleted, and the log stays. */
const note = (
  deps: TeamCommentDeps,
  tx: Tx,
  caller: Caller,
  { id, ownerUid }: PostAtHand,
  action: Deed,
  comment: TeamCommentId,
) =>
  writeAudit(tx, {
    at: deps.clock.now(),
    caller,
    ownerUid,
    action,
    subject: toWire('post', id),
    changes: {
      teamComment:
        action === 'post.team_comment_deleted'
          ? { from: toWire('tcm', comment), to: null }
          : { from: null, to: toWire('tcm', comment) },
    },
  })

type PresentedComment = ReturnType<typeof present>

function present(deps: Pick<TeamCommentDeps, 'config'>, row: CommentRow) {
  const { authorUid, authorName, authorFaceId, resolvedBy, resolverName, mentions, ...comment } = row
  return {
    ...comment,
    author:
      authorUid === null ? null : { uid: authorUid, name: authorName ?? '', avatarUrl: faceUrl(deps, authorFaceId) },
    mentions: [...mentions],
    resolver: resolvedBy === null ? null : { uid: resolvedBy, name: resolverName ?? '' },
  }
}
