import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { PostDeps } from '../../deps.ts'
import { rollUpPost } from '../../outcomes/roll-up.ts'
import { withdrawPost } from '../../outcomes/withdraw-post.ts'
import { postFor } from '../../post-for.ts'
import { mailAuthor } from '../notify.ts'
import { presentApprovals } from '../present-approvals.ts'
import { readContent } from '../read-content.ts'
import { requireOpen } from '../require-open.ts'
import { saveDecision } from '../store.ts'
import { requireApprover } from './approve-post.ts'

/**
 * Rejects a post. It becomes a draft that keeps its time, and this content cannot be published while the rejection
 * stands.
 */
export function rejectPost(deps: PostDeps, caller: Caller, id: PostId, { reason }: { reason: string }) {
  return inTx(deps.db, async (tx) => {
    const post = await postFor(deps, tx, caller, id, 'editor')
    const rule = await requireOpen(tx, post)
    requireApprover(rule, post)
    if (post.status === 'queued' && (await withdrawPost(tx, id)).length > 0)
      refuse('post_not_editable', { detail: 'The post started publishing in the meantime.' })
    const now = deps.clock.now()
    const { ownerUid, profileId } = post
    const digests = [...((await readContent(deps, tx, post))?.digests ?? [])]
    await saveDecision(tx, {
      ownerUid,
      postId: id,
      uid: caller.uid,
      decision: 'rejected',
      digests,
      reason,
      decidedAt: now,
    })
    const after = await rollUpPost(deps, tx, post, { change: () => ({ intent: 'draft' }) })
    await deps.emit(tx, { type: 'post.rejected', ownerUid, profileId, postId: id, byUid: caller.uid, reason })
    await mailAuthor(deps, tx, { post, by: caller.uid, decision: { rejectedBecause: reason } })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid,
      action: 'post.rejected',
      subject: toWire('post', id),
      changes: { reason: { from: null, to: reason }, status: { from: post.status, to: after.post.status } },
    })
    return presentApprovals(deps, tx, after.post)
  })
}
