import type { Db, Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { caps } from '#kernel/caps.ts'
import { after, before, hours } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { type ConversationId, type InboxReplyId, newId, toWire } from '#kernel/ids.ts'
import { hasRight } from '#kernel/rights.ts'
import { accountFor } from '#modules/accounts/index.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { type AccessibleProfile, profileFor } from '#modules/profiles/index.ts'
import { cancel, resolve } from '#modules/publishing/index.ts'
import type { InboxDeps } from '../deps.ts'
import { presentReplies, presentReply } from '../replies/present-reply.ts'
import { recordOutcomes } from '../replies/reply-owner.ts'
import { askApproval, composeTarget, mustWait, send, sendAgain, undoMs } from '../replies/send-reply.ts'
import type { NewReply, Resolution } from '../schema/replies.ts'
import { findConversation, lockConversation } from '../store/conversations.ts'
import { lookNow } from '../store/lanes.ts'
import {
  countReplies,
  hasSameReply,
  insertReply,
  isAnsweredSince,
  listReplies,
  setReplyState,
} from '../store/replies.ts'
import { endReplyWaiting } from '../store/reply-approvals.ts'
import { changeReply, replyFor } from './change-reply.ts'

const sameTextMs = hours(24)

const readAgain = 'Read the conversation again. To send the reply anyway, set `confirm` to true.'
const sendAnyway = 'To send it again, set `confirm` to true.'

/** Lists the replies of a conversation, oldest first. */
export async function readReplies({ db }: InboxDeps, caller: Caller, id: ConversationId) {
  const { profileId } = (await findConversation(db, id)) ?? refuse('conversation_not_found')
  await profileFor(db, caller, profileId, 'read')
  return { replies: await presentReplies(db, await listReplies(db, id)) }
}

export async function readReply(db: Db, caller: Caller, id: InboxReplyId) {
  return presentReply(db, await replyFor(db, caller, id))
}

/** True if the caller can only write replies that wait. Refuses someone who can write none. */
function requireMayReply({ role, inboxApprovals }: AccessibleProfile): boolean {
  if (hasRight(role, 'publish')) return false
  if (inboxApprovals === 'none')
    refuse('profile_role_required', {
      detail: `You need the editor role to reply. Your role is ${role}. Where replies wait for an approval, contributors can write them.`,
    })
  return true
}

/**
 * Writes a reply, which the engine sends after a few seconds, or which waits for an approval. A reply to a conversation
 * with an answer that its author has not seen is refused until it is confirmed, and so is the same text twice in a day.
 */
export async function writeReply(deps: InboxDeps, tx: Tx, caller: Caller, id: ConversationId, written: NewReply) {
  const { itemId, lastItemId, text, closes, confirm } = written
  const { accountId, profileId } = (await findConversation(tx, id)) ?? refuse('conversation_not_found')
  const account = await accountFor(tx, caller, accountId, 'write')
  const profile = await profileFor(tx, caller, profileId, 'write')
  const isSubmitted = requireMayReply(profile)
  await lockConversation(tx, id)
  const now = deps.clock.now()
  const fresh = {
    id: newId<'rpl'>(now),
    conversationId: id,
    itemId,
    authorUid: caller.uid,
    text,
    closes,
    lastItemId,
    byProgram: caller.kind !== 'user',
    createdAt: now,
  }
  const target = await composeTarget(deps, tx, account, fresh)
  if ((await countReplies(tx, id)) >= caps.repliesOfConversation) refuse('replies_full')
  const isAnswered = (await isAnsweredSince(tx, id, lastItemId)) ?? refuse('inbox_item_not_found')
  if (isAnswered && !confirm) refuse('answered_meanwhile', { detail: readAgain })
  if (!confirm && (await hasSameReply(tx, id, text, before(now, sameTextMs))))
    refuse('same_reply', { detail: sendAnyway })
  await insertReply(tx, fresh)
  if (isSubmitted || mustWait(profile, fresh))
    await askApproval(deps, tx, { ...fresh, profileId, accountId }, { account, by: caller.uid })
  else await send(deps, tx, { ...target, dueAt: after(now, undoMs) })
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid: account.ownerUid,
    action: 'inbox.reply_written',
    subject: toWire('conv', id),
    changes: {},
  })
  return readReply(tx, caller, fresh.id)
}

/** Withdraws a reply that has not been begun. Those who may only write can withdraw one that no one has approved. */
export function cancelReply(deps: InboxDeps, caller: Caller, id: InboxReplyId) {
  return changeReply(deps, caller, id, { action: 'inbox.reply_cancelled', needs: 'write' }, async (tx, at) => {
    const { state } = at.reply
    if (state === 'waiting_for_approval' || state === 'rejected')
      return void (await endReplyWaiting(tx, [id], 'cancelled', deps.clock.now()))
    await accountFor(tx, caller, at.account.id, 'publish')
    if (state === 'cancelled') return
    const { cancelled } = state === 'queued' ? await cancel(tx, [id]) : { cancelled: [] }
    if (cancelled.length === 0) refuse('reply_begun')
    await setReplyState(tx, id, 'cancelled', deps.clock.now())
  })
}

/** Sends a failed reply again. */
export function retryReply(deps: InboxDeps, caller: Caller, id: InboxReplyId) {
  return changeReply(deps, caller, id, { action: 'inbox.reply_retried', needs: 'publish' }, async (tx, at) => {
    const { state } = at.reply
    if (state === 'unknown') refuse('outcome_unknown', { detail: 'Check the network, then resolve the reply.' })
    if (state !== 'failed') refuse('reply_not_failed')
    await sendAgain(deps, tx, at.reply, { ...at, by: caller.uid })
  })
}

/** Records what someone found out about a reply whose outcome is unknown. One that is not there is sent again. */
export function resolveReply(deps: InboxDeps, caller: Caller, id: InboxReplyId, { resolve: as }: Resolution) {
  return changeReply(deps, caller, id, { action: 'inbox.reply_resolved', needs: 'publish' }, async (tx, at) => {
    const { reply } = at
    const now = deps.clock.now()
    const outcome = as === 'published' ? 'published' : 'absent'
    const resolved = reply.publicationId === null ? null : await resolve(deps, tx, reply.publicationId, outcome)
    if (resolved?.outcome !== 'resolved') refuse('reply_not_unknown')
    await recordOutcomes(deps, tx, [resolved.change])
    // The network's ID is not known, so the reply comes in with the next reading.
    if (as === 'published') await lookNow(tx, reply.accountId, now, now)
    else await sendAgain(deps, tx, reply, { ...at, by: caller.uid })
  })
}
