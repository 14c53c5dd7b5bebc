import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type PostCommentId, type PostId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { postFor } from '#modules/posts/index.ts'
import type { SharingDeps } from '../deps.ts'
import { type CommentRow, deleteComment, listComments } from '../store.ts'

/** Lists the comments of a post's visitors, oldest first. */
export async function readComments(deps: SharingDeps, caller: Caller, postId: PostId): Promise<CommentRow[]> {
  await postFor(deps, deps.db, caller, postId, 'viewer')
  return listComments(deps.db, postId)
}

/** Deletes a comment, such as one left by a stranger who should not have had the link. */
export function removeComment(deps: SharingDeps, caller: Caller, postId: PostId, id: PostCommentId) {
  return inTx(deps.db, async (tx) => {
    const post = await postFor(deps, tx, caller, postId, 'editor', { alsoReadOnly: true })
    if (!(await deleteComment(tx, postId, id))) refuse('post_comment_not_found')
    await writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: post.ownerUid,
      action: 'post.comment_deleted',
      subject: toWire('post', postId),
      changes: { comment: { from: toWire('cmt', id), to: null } },
    })
    return { success: true as const }
  })
}
