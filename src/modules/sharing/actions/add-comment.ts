import { inTx } from '#infra/db/client.ts'
import { caps } from '#kernel/caps.ts'
import { refuse } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { lockUserRow } from '#modules/profiles/index.ts'
import type { SharingDeps } from '../deps.ts'
import type { NewComment } from '../schema.ts'
import { countComments, insertComment } from '../store.ts'
import { requireLink } from './read-preview.ts'

const mostComments = caps.commentsOfPost

/** Stores a visitor's comment on a post, and notifies subscribers. */
export function addComment(deps: SharingDeps, token: string, { name, text, fineByMe }: NewComment) {
  return inTx(deps.db, async (tx) => {
    const link = await requireLink({ db: tx }, token)
    if (!link.comments) refuse('share_comments_off')
    // Comments of two concurrent visitors are counted one after the other.
    await lockUserRow(tx, link.ownerUid)
    if ((await countComments(tx, link.postId, mostComments)) >= mostComments) refuse('share_comments_full')
    const { ownerUid, postId, profileId } = link
    const createdAt = deps.clock.now()
    const id = newId<'cmt'>(createdAt)
    const comment = { id, ownerUid, postId, linkId: link.id, name: name.trim(), text: text.trim(), fineByMe, createdAt }
    await insertComment(tx, comment)
    const values = { name: comment.name, text: comment.text, fineByMe }
    await deps.emit(tx, { type: 'post.commented', ownerUid, profileId, postId, commentId: id, comment: values })
    return comment
  })
}
