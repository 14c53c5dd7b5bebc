import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { PostDeps } from '../../deps.ts'
import { type PostAtHand, postFor, requireMayPublish } from '../../post-for.ts'
import { hasWritten } from '../editors.ts'
import { mailAuthor } from '../notify.ts'
import { presentApprovals } from '../present-approvals.ts'
import { readContent } from '../read-content.ts'
import { releaseApproved } from '../release-approved.ts'
import { requireOpen } from '../require-open.ts'
import { type ApprovalRule, mayApprove } from '../rule.ts'
import { saveDecision } from '../store.ts'

/** Approves a post as the caller has read it. With its last required approval, everything held for it is published. */
export function approvePost(deps: PostDeps, caller: Caller, id: PostId, { contentHash }: { contentHash: string }) {
  requireMayPublish(caller)
  return inTx(deps.db, async (tx) => {
    const post = await postFor(deps, tx, caller, id, 'editor')
    const rule = await requireOpen(tx, post)
    requireApprover(rule, post)
    if (hasWritten(post, caller.uid)) refuse('approval_by_author', { detail: wroteIt })
    const content = (await readContent(deps, tx, post)) ?? refuse('approval_outdated', { detail: notSettled })
    if (content.hash !== contentHash) refuse('approval_outdated')
    if (content.altTextWriters.includes(caller.uid)) refuse('approval_by_author', { detail: wroteAltText })
    const now = deps.clock.now()
    const { ownerUid, profileId } = post
    const before = await presentApprovals(deps, tx, post)
    await saveDecision(tx, {
      ownerUid,
      postId: id,
      uid: caller.uid,
      decision: 'approved',
      digests: [...content.digests],
      reason: null,
      decidedAt: now,
    })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid,
      action: 'post.approved',
      subject: toWire('post', id),
      changes: { contentHash: { from: null, to: contentHash } },
    })
    const after = await presentApprovals(deps, tx, post)
    if (after.status === 'approved' && before.status !== 'approved') {
      await deps.emit(tx, { type: 'post.approved', ownerUid, profileId, postId: id, byUid: caller.uid })
      await mailAuthor(deps, tx, { post, by: caller.uid, decision: { rejectedBecause: null } })
    }
    await releaseApproved(deps, tx, post)
    return after
  })
}

const wroteIt = 'You wrote or changed this post. Someone else has to approve it.'
const wroteAltText = 'You wrote the alt text of a file of this post. Someone else has to approve it.'

const notSettled =
  'The post cannot be approved yet. Either a target has no connected account, or a file is still on another server.'

export function requireApprover(rule: ApprovalRule, { role }: PostAtHand): void {
  if (!mayApprove(rule, role))
    refuse('profile_role_required', { detail: `The role ${rule.role} is required to approve posts of this profile.` })
}
