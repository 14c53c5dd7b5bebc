import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { after } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import type { InboxReplyId } from '#kernel/ids.ts'
import type { AccessibleProfile } from '#modules/profiles/index.ts'
import { mayDecide, readStandings, type Standing } from '../approvals/standing.ts'
import type { InboxDeps } from '../deps.ts'
import { composeTarget, send, tellWaiting, undoMs } from '../replies/send-reply.ts'
import type { ReplyApproval, ReplyChanges } from '../schema/reply-approvals.ts'
import type { FoundReply } from '../store/replies.ts'
import {
  endReplyWaiting,
  isItemOf,
  listAlsoWaiting,
  readSince,
  saveReplyDecision,
  saveReplyEdit,
} from '../store/reply-approvals.ts'
import { changeReply } from './change-reply.ts'

/** Changes a reply that waits for an approval or was rejected. It waits again, and earlier decisions no longer count. */
export function editReply(deps: InboxDeps, caller: Caller, id: InboxReplyId, changes: ReplyChanges) {
  return changeReply(deps, caller, id, { action: 'inbox.reply_edited', needs: 'write' }, async (tx, at) => {
    const { reply, account } = at
    if (reply.state !== 'waiting_for_approval' && reply.state !== 'rejected') refuse('reply_not_waiting')
    const { text = reply.text, closes = reply.closes, lastItemId = null } = changes
    if (lastItemId !== null && !(await isItemOf(tx, reply.conversationId, lastItemId))) refuse('inbox_item_not_found')
    await composeTarget(deps, tx, account, { ...reply, text })
    await saveReplyEdit(tx, {
      id,
      profileId: reply.profileId,
      text,
      closes,
      lastItemId,
      editedBy: caller.uid,
      isByProgram: caller.kind !== 'user',
      at: deps.clock.now(),
    })
    await tellWaiting(deps, tx, reply, { account, by: caller.uid })
  })
}

/**
 * Approves a reply as the caller has read it. With the last approval that is required, it is sent. What has happened in the
 * conversation since the reply was written has to be confirmed first, and so has a second reply to the same item.
 */
export function approveReply(deps: InboxDeps, caller: Caller, id: InboxReplyId, approval: ReplyApproval) {
  return changeReply(deps, caller, id, { action: 'inbox.reply_approved', needs: 'approve' }, async (tx, at) => {
    const { reply, account, profile } = at
    if (reply.state !== 'waiting_for_approval') refuse('reply_not_waiting')
    const before = (await readStandings(tx, [reply])).get(id) ?? refuse('reply_not_found')
    requireApprover(before, caller, profile)
    if (reply.byProgram && caller.kind !== 'user') refuse('approval_by_program')
    if (before.contentHash !== approval.contentHash) refuse('reply_changed')
    await requireRead(tx, reply, approval)
    const now = deps.clock.now()
    await settleOthers(tx, reply, approval, now)
    await saveReplyDecision(tx, {
      replyId: id,
      uid: caller.uid,
      decision: 'approved',
      contentHash: before.contentHash,
      stepId: before.stage.current?.id ?? null,
      reason: null,
      decidedAt: now,
    })
    const standing = (await readStandings(tx, [reply])).get(id)
    if (standing?.isApproved)
      await send(deps, tx, { ...(await composeTarget(deps, tx, account, reply)), dueAt: after(now, undoMs) })
    else await tellWaiting(deps, tx, reply, { account, by: caller.uid })
  })
}

/** Rejects a reply. Its author reads the reason, and can change it and ask again. */
export function rejectReply(
  deps: InboxDeps,
  caller: Caller,
  id: InboxReplyId,
  { reason }: { readonly reason: string },
) {
  return changeReply(deps, caller, id, { action: 'inbox.reply_rejected', needs: 'approve' }, async (tx, at) => {
    const { reply, account, profile } = at
    if (reply.state !== 'waiting_for_approval') refuse('reply_not_waiting')
    const { rule, contentHash, stage } = (await readStandings(tx, [reply])).get(id) ?? refuse('reply_not_found')
    if (!mayDecide(rule, { uid: caller.uid, role: profile.role }))
      refuse('profile_role_required', { detail: roleDetail })
    const now = deps.clock.now()
    await saveReplyDecision(tx, {
      replyId: id,
      uid: caller.uid,
      decision: 'rejected',
      contentHash,
      stepId: stage.current?.id ?? null,
      reason,
      decidedAt: now,
    })
    await endReplyWaiting(tx, [id], 'rejected', now)
    const { ownerUid, network } = account
    const { profileId, accountId, conversationId } = reply
    const about = { ownerUid, network, profileId, accountId, conversationId }
    await deps.emit(tx, { type: 'inbox.changed', byUid: caller.uid, ...about })
  })
}

const roleDetail = 'Only those who approve posts of this profile can approve its replies.'

/** Refuses someone who cannot approve the reply now. */
function requireApprover(
  { approvers, stage, rule, writers }: Standing,
  { uid }: Caller,
  { role }: AccessibleProfile,
): void {
  if (approvers.some((one) => one.uid === uid)) return
  if (writers.includes(uid))
    refuse('reply_approval_by_author', { detail: 'You wrote or changed this reply. Someone else has to approve it.' })
  if (!mayDecide(rule, { uid, role })) refuse('profile_role_required', { detail: roleDetail })
  refuse('reply_approval_not_your_turn', {
    detail: stage.current
      ? `The next step is “${stage.current.name}”, which others approve.`
      : 'You have approved this reply.',
  })
}

const confirmIt = 'Read the conversation again. To send the reply anyway, set `confirm` to true.'

/**
 * Refuses if something has happened that the approver has to know. Without `confirm`, everything since the reply was written
 * counts; with it, only what came after the last item that the approver has read.
 */
async function requireRead(tx: Tx, reply: FoundReply, { lastItemId, confirm }: ReplyApproval): Promise<void> {
  if (!(await isItemOf(tx, reply.conversationId, lastItemId))) refuse('inbox_item_not_found')
  const { isAnswered, isSending, newItems, isGone } = await readSince(tx, {
    ...reply,
    lastItemId: confirm ? lastItemId : reply.lastItemId,
  })
  if (isGone) refuse('replied_item_gone')
  if (isAnswered || (isSending && !confirm)) refuse('answered_meanwhile', { detail: confirmIt })
  if (newItems > 0) refuse('conversation_continued', { detail: confirmIt })
}

/** Withdraws the other replies to the same item that wait, or keeps them, as the approver wants. */
async function settleOthers(tx: Tx, reply: FoundReply, { others }: ReplyApproval, now: Date): Promise<void> {
  const also = await listAlsoWaiting(tx, reply)
  if (also.length === 0 || others === 'keep') return
  if (others === undefined)
    refuse('other_replies_wait', {
      detail: 'Set `others` to `keep` or `withdraw`, for the other replies to this item.',
    })
  await endReplyWaiting(tx, also, 'cancelled', now)
}
