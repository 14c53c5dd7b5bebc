import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { ApprovalStep } from '#kernel/approval-steps.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, hours } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { requireSenderAllowance, takeSenderAllowance } from '#modules/mail/index.ts'
import type { PostDeps } from '../deps.ts'
import { hasWritten } from '../draft/editors.ts'
import { withdrawPost } from '../outcomes/account-posts.ts'
import { rollUp } from '../outcomes/roll-up.ts'
import { postFor, requireMayPublish } from '../post-for.ts'
import type { PostRow } from '../store/posts.ts'
import { askNextStep } from './ask-next-step.ts'
import { readContent } from './digest.ts'
import { releaseApproved } from './gate.ts'
import { mailApprovers, mailAuthor } from './notify.ts'
import { presentApprovals, readProgress } from './progress.ts'
import type { ApprovalRule } from './rule.ts'
import { findRequest, listDecisions, readRules, saveDecision, saveRequest } from './store.ts'
import { requireApprover, requireMayReject, requireTurn } from './turn.ts'

/** Asks those who may approve a post to review it. */
export function requestApproval(
  deps: PostDeps,
  caller: Caller,
  id: PostId,
  { note = null }: { note?: string | null | undefined },
) {
  return inTx(deps.db, async (tx) => {
    const post = await postFor(deps, tx, caller, id, 'write')
    await saveApprovalRequest(deps, tx, caller, post, note)
    return presentApprovals(await readProgress(deps, tx, post))
  })
}

/** Does this in the transaction of the caller, who has locked the post. */
export async function saveApprovalRequest(
  deps: PostDeps,
  tx: Tx,
  caller: Caller,
  post: PostRow,
  note: string | null,
): Promise<void> {
  await requireOpen(tx, post)
  const now = deps.clock.now()
  await requireNotRequestedLately(tx, post.id, now)
  await requireSenderAllowance(tx, caller.uid, 'approval-requested', now)
  await storeRequest(deps, tx, caller, { post, note })
}

/**
 * Requests approval of a post that a contributor has scheduled, unless it is approved or waits for a decision already.
 * The request is stored even if the contributor has sent too many emails lately.
 */
export async function submitForApproval(deps: PostDeps, tx: Tx, caller: Caller, post: PostRow): Promise<void> {
  const { status, request, decisions } = await readProgress(deps, tx, post)
  if (status === 'not_required' || status === 'approved') return
  if (request && !decisions.some(({ decidedAt }) => decidedAt >= request.requestedAt)) return
  await requireOpen(tx, post)
  const allowance = await takeSenderAllowance(tx, caller.uid, 'approval-requested', deps.clock.now())
  await storeRequest(deps, tx, caller, { post, note: null, isMailed: allowance.kind !== 'used-up' })
}

interface ApprovalRequest {
  readonly post: PostRow
  readonly note: string | null
  readonly isMailed?: boolean
}

async function storeRequest(
  deps: PostDeps,
  tx: Tx,
  caller: Caller,
  { post, note, isMailed = true }: ApprovalRequest,
): Promise<void> {
  const now = deps.clock.now()
  const { id: postId, ownerUid, profileId } = post
  await saveRequest(tx, { postId, ownerUid, requestedBy: caller.uid, note, requestedAt: now })
  await deps.emit(tx, { type: 'post.approval_requested', ownerUid, profileId, postId, byUid: caller.uid })
  const { approvers } = await readProgress(deps, tx, post)
  if (isMailed) await mailApprovers(deps, tx, { post, approvers, by: caller.uid, note })
  const subject = toWire('post', postId)
  await writeAudit(tx, { at: now, caller, ownerUid, action: 'post.approval_requested', subject })
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

interface Approval {
  readonly contentHash: string
  readonly stepId?: string | undefined
}

/**
 * Approves a post as the caller has read it, in its current step. With its last required approval, everything held for
 * it is published.
 */
export function approvePost(deps: PostDeps, caller: Caller, id: PostId, { contentHash, stepId }: Approval) {
  requireMayPublish(caller)
  return inTx(deps.db, async (tx) => {
    const post = await postFor(deps, tx, caller, id, 'approve')
    const rule = await requireOpen(tx, post)
    requireApprover(rule, caller, post)
    if (hasWritten(post, caller.uid)) refuse('approval_by_author', { detail: wroteIt })
    const content = (await readContent(deps, tx, post)) ?? refuse('approval_outdated', { detail: notSettled })
    if (content.hash !== contentHash) refuse('approval_outdated')
    if (content.altTextWriters.includes(caller.uid)) refuse('approval_by_author', { detail: wroteAltText })
    const now = deps.clock.now()
    const { ownerUid, profileId } = post
    const before = await readProgress(deps, tx, post)
    // All steps are approved already.
    if (rule.steps.length > 0 && before.status === 'approved') return presentApprovals(before)
    const step = requireTurn(before, rule, caller, { role: post.role, stepId })
    await saveDecision(tx, {
      ownerUid,
      postId: id,
      uid: caller.uid,
      decision: 'approved',
      digests: [...content.digests],
      reason: null,
      stepId: step?.id ?? null,
      decidedAt: now,
    })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid,
      action: 'post.approved',
      subject: toWire('post', id),
      changes: { contentHash: { from: null, to: contentHash }, ...nameStep(step) },
    })
    const after = await readProgress(deps, tx, post)
    if (after.status === 'approved' && before.status !== 'approved') {
      await deps.emit(tx, { type: 'post.approved', ownerUid, profileId, postId: id, byUid: caller.uid })
      await mailAuthor(deps, tx, { post, by: { uid: caller.uid }, decision: { rejectedBecause: null } })
    } else if (after.current && after.current.id !== step?.id)
      await askNextStep(deps, tx, { uid: caller.uid }, post, after)
    await releaseApproved(deps, tx, post)
    return presentApprovals(after)
  })
}

const wroteIt = 'You wrote or changed this post. Someone else has to approve it.'
const wroteAltText = 'You wrote the alt text of a file of this post. Someone else has to approve it.'

const notSettled =
  'The post cannot be approved yet. Either a target has no connected account, or a file is still on another server.'

const nameStep = (step: ApprovalStep | null) => (step ? { approvalStep: { from: null, to: step.name } } : {})

/**
 * Rejects a post. It becomes a draft that keeps its time, and this content cannot be published while the rejection
 * stands.
 */
export function rejectPost(deps: PostDeps, caller: Caller, id: PostId, { reason }: { reason: string }) {
  return inTx(deps.db, async (tx) => {
    const post = await postFor(deps, tx, caller, id, 'approve')
    const rule = await requireOpen(tx, post)
    requireApprover(rule, caller, post)
    const step = requireMayReject(await readProgress(deps, tx, post), rule, caller, post.role)
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
      stepId: step?.id ?? null,
      decidedAt: now,
    })
    const [after] = await rollUp(deps, tx, [post], { change: () => ({ intent: 'draft' }) })
    await deps.emit(tx, { type: 'post.rejected', ownerUid, profileId, postId: id, byUid: caller.uid, reason })
    await mailAuthor(deps, tx, { post, by: { uid: caller.uid }, decision: { rejectedBecause: reason } })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid,
      action: 'post.rejected',
      subject: toWire('post', id),
      changes: {
        reason: { from: null, to: reason },
        ...nameStep(step),
        status: { from: post.status, to: after.post.status },
      },
    })
    return presentApprovals(await readProgress(deps, tx, after.post))
  })
}

export async function readApprovals(deps: PostDeps, caller: Caller, id: PostId) {
  return presentApprovals(await readProgress(deps, deps.db, await postFor(deps, deps.db, caller, id, 'read')))
}

/** Counts the approvals of what a post publishes now. */
export async function countApprovals(deps: Pick<PostDeps, 'connectors'>, db: Db, post: PostRow): Promise<number> {
  const { decisions } = await readProgress(deps, db, post)
  return decisions.filter(({ decision, isCurrent }) => decision === 'approved' && isCurrent).length
}

/**
 * Returns the approval rule of the post's profile. Refuses if the post is already published, or its profile has no
 * rule.
 */
async function requireOpen(tx: Tx, post: PostRow): Promise<ApprovalRule> {
  if (post.deletedAt) refuse('post_in_trash')
  if (post.status === 'published' || post.status === 'publishing')
    refuse('post_wrong_status', { detail: `The post is ${post.status}.` })
  const rule = (await readRules(tx, [post.profileId])).get(post.profileId)
  return (
    rule ??
    refuse('approval_not_required', {
      detail: 'To require approvals, set `requiredApprovals` on the profile.',
    })
  )
}
