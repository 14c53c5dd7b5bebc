import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { caps, requireBelow } from '#kernel/caps.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { newId, type PostCommentId, type PostId, type ShareLinkId, toWire } from '#kernel/ids.ts'
import { hasRight } from '#kernel/rights.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { faceUrl } from '#modules/faces/index.ts'
import { requireFeature } from '#modules/plans/index.ts'
import { postFor } from '#modules/posts/index.ts'
import { lockUserRow } from '#modules/profiles/index.ts'
import { sentences } from '#rules/faults/sentences.ts'
import type { SharingDeps } from './deps.ts'
import { requireRoomForComment } from './public-actions.ts'
import type { NewLink, Reply } from './schema.ts'
import {
  type CommentRow,
  countLinks,
  deleteComment,
  deleteOldestEndedLinks,
  findComment,
  findLink,
  listLinks as findLinks,
  insertComment,
  insertLink,
  listComments,
  type ShareLinkRow,
  setRevoked,
} from './store.ts'
import { buildShareUrl, hashToken, makeToken, tokenSealContext } from './token.ts'

/** Creates a link to a post. The plan of the profile's owner applies. */
export async function createLink(
  deps: SharingDeps,
  tx: Tx,
  caller: Caller,
  postId: PostId,
  { expiresAt = null, comments }: NewLink,
): Promise<PresentedLink> {
  const post = await postFor(deps, tx, caller, postId, 'publish')
  const owner = (await lockUserRow(tx, post.ownerUid)) ?? refuse('post_not_found')
  requireFeature(deps.plans, owner.plan, 'shareLinks')
  if (post.deletedAt) refuse('post_in_trash')
  const now = deps.clock.now()
  if (expiresAt && expiresAt <= now)
    refuseInput({ path: '/expiresAt', code: 'invalid_value', message: sentences.future, params: { rule: 'future' } })
  await deleteOldestEndedLinks(tx, post, now, caps.shareLinksOfPost - 1)
  requireBelow(
    'shareLinksOfPost',
    await countLinks(tx, post),
    'share_links_full',
    (most) => `A post has at most ${most} share links. Revoke one first.`,
  )
  const id = newId<'shr'>(now)
  const token = makeToken()
  const link = await insertLink(tx, {
    id,
    ownerUid: post.ownerUid,
    postId,
    tokenHash: hashToken(token),
    sealedToken: deps.seal.seal(token, tokenSealContext(id)),
    comments,
    createdBy: caller.uid,
    createdAt: now,
    expiresAt,
    revokedAt: null,
  })
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid: post.ownerUid,
    action: 'post.shared',
    subject: toWire('post', postId),
    changes: { shareLink: { from: null, to: toWire('shr', id) } },
  })
  return presentLink(deps, link)
}

/**
 * Lists the links of a post, including revoked and expired ones. A link works for anyone who has it, even after its
 * reader loses a role. So a viewer, who may neither create nor revoke links, sees only their own from an earlier role.
 */
export async function listLinks(deps: SharingDeps, caller: Caller, postId: PostId): Promise<PresentedLink[]> {
  const { role } = await postFor(deps, deps.db, caller, postId, 'read')
  const links = await findLinks(deps.db, postId)
  return links
    .filter(({ createdBy }) => hasRight(role, 'publish') || createdBy === caller.uid)
    .map((link) => presentLink(deps, link))
}

/** Revokes a link. It stops working immediately. Revoking it again has no effect. */
export function revokeLink(deps: SharingDeps, caller: Caller, postId: PostId, id: ShareLinkId) {
  return inTx(deps.db, async (tx) => {
    const post = await postFor(deps, tx, caller, postId, 'publish', { alsoReadOnly: true })
    const link = (await findLink(tx, postId, id)) ?? refuse('share_link_not_found')
    if (link.revokedAt) return { ok: true as const, success: true as const, revokedAt: link.revokedAt }
    const now = deps.clock.now()
    await setRevoked(tx, id, now)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: post.ownerUid,
      action: 'post.share_revoked',
      subject: toWire('post', postId),
      changes: { shareLink: { from: toWire('shr', id), to: null } },
    })
    return { ok: true as const, success: true as const, revokedAt: now }
  })
}

type PresentedLink = ReturnType<typeof presentLink>

/** Returns a link in its API shape, with its token. */
function presentLink({ seal, config }: Pick<SharingDeps, 'seal' | 'config'>, link: ShareLinkRow) {
  const token = seal.open(link.sealedToken, tokenSealContext(link.id)).toString('utf8')
  return { ...link, token, url: buildShareUrl(config, token) }
}

/** Lists the comments of a post's visitors and the replies to them, oldest first. */
export async function readComments(deps: SharingDeps, caller: Caller, postId: PostId): Promise<PresentedComment[]> {
  await postFor(deps, deps.db, caller, postId, 'read')
  return (await listComments(deps.db, postId)).map((comment) => presentComment(deps, comment))
}

/** Adds a reply that visitors of the post's share links can read. */
export async function replyToComments(
  deps: SharingDeps,
  tx: Tx,
  caller: Caller,
  postId: PostId,
  { text }: Reply,
): Promise<PresentedComment> {
  const { ownerUid, profileId, deletedAt } = await postFor(deps, tx, caller, postId, 'publish')
  if (deletedAt) refuse('post_in_trash')
  await requireRoomForComment(tx, { ownerUid, postId })
  const now = deps.clock.now()
  const id = newId<'cmt'>(now)
  const said = { name: '', text: text.trim(), fineByMe: false, isReply: true }
  await insertComment(tx, {
    id,
    ownerUid,
    postId,
    linkId: null,
    guestId: null,
    ...said,
    authorUid: caller.uid,
    createdAt: now,
  })
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid,
    action: 'post.comment_replied',
    subject: toWire('post', postId),
    changes: { comment: { from: null, to: toWire('cmt', id) } },
  })
  const comment = (await findComment(tx, postId, id)) ?? refuse('post_comment_not_found')
  const { name } = comment
  await deps.emit(tx, {
    type: 'post.commented',
    ownerUid,
    profileId,
    postId,
    commentId: id,
    comment: { ...said, name },
  })
  return presentComment(deps, comment)
}

type PresentedComment = ReturnType<typeof presentComment>

const presentComment = (deps: SharingDeps, { authorUid, authorFaceId, ...comment }: CommentRow) => ({
  ...comment,
  author: authorUid && { uid: authorUid, name: comment.name, avatarUrl: faceUrl(deps, authorFaceId) },
})

/** Deletes a comment, such as one from a stranger who should not have had the link. */
export function removeComment(deps: SharingDeps, caller: Caller, postId: PostId, id: PostCommentId) {
  return inTx(deps.db, async (tx) => {
    const post = await postFor(deps, tx, caller, postId, 'publish', { alsoReadOnly: true })
    if (!(await deleteComment(tx, postId, id))) refuse('post_comment_not_found')
    await writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: post.ownerUid,
      action: 'post.comment_deleted',
      subject: toWire('post', postId),
      changes: { comment: { from: toWire('cmt', id), to: null } },
    })
    return { ok: true as const, success: true as const }
  })
}
