import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, hours } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { requireSenderAllowance } from '#modules/mail/index.ts'
import type { PostDeps } from '../../deps.ts'
import { postFor } from '../../post-for.ts'
import { mailApprovers } from '../notify.ts'
import { presentApprovals } from '../present-approvals.ts'
import { requireOpen } from '../require-open.ts'
import { findRequest, listDecisions, saveRequest } from '../store.ts'

/** Asks those who may approve a post to look at it. */
export function requestApproval(
  deps: PostDeps,
  caller: Caller,
  id: PostId,
  { note = null }: { note?: string | null | undefined },
) {
  return inTx(deps.db, async (tx) => {
    const post = await postFor(deps, tx, caller, id, 'editor')
    const rule = await requireOpen(tx, post)
    const now = deps.clock.now()
    await requireNotRequestedLately(tx, id, now)
    await requireSenderAllowance(tx, caller.uid, 'approval-requested', now)
    const { ownerUid, profileId } = post
    await saveRequest(tx, { postId: id, ownerUid, requestedBy: caller.uid, note, requestedAt: now })
    await deps.emit(tx, { type: 'post.approval_requested', ownerUid, profileId, postId: id, byUid: caller.uid })
    await mailApprovers(deps, tx, { post, rule, by: caller.uid, note })
    await writeAudit(tx, { at: now, caller, ownerUid, action: 'post.approval_requested', subject: toWire('post', id) })
    return presentApprovals(deps, tx, post)
  })
}

const remindsEveryMs = hours(1)

/** A request emails each approver, so it is allowed once an hour. After a decision it does not count as a reminder. */
async function requireNotRequestedLately(tx: Tx, id: PostId, now: Date): Promise<void> {
  const request = await findRequest(tx, id)
  if (!request) return
  const retryAfterMs = after(request.requestedAt, remindsEveryMs).getTime() - now.getTime()
  if (retryAfterMs <= 0) return
  const decisions = await listDecisions(tx, [id])
  if (decisions.some(({ decidedAt }) => decidedAt >= request.requestedAt)) return
  refuse('approval_requested_lately', {
    detail: 'The approvers of this post have already been asked within the last hour.',
    retryAfterMs,
  })
}
