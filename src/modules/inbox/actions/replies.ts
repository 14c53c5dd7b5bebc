import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { caps } from '#kernel/caps.ts'
import { after, before, hours, seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { type ConversationId, type InboxReplyId, newId, toWire } from '#kernel/ids.ts'
import { accountFor } from '#modules/accounts/index.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { cancel, enqueue, type NewTarget, resolve } from '#modules/publishing/index.ts'
import type { InboxDeps } from '../deps.ts'
import { composeReply } from '../replies/compose-reply.ts'
import { presentReplies, presentReply } from '../replies/present-reply.ts'
import { recordOutcomes } from '../replies/reply-owner.ts'
import type { NewReply, Resolution } from '../schema/replies.ts'
import { findConversation, lockConversation } from '../store/conversations.ts'
import { lookNow } from '../store/lanes.ts'
import {
  countReplies,
  type FoundReply,
  findReply,
  findToAnswer,
  hasSameReply,
  insertReply,
  isAnsweredSince,
  listReplies,
  lockReplies,
  pointReplyTo,
  setReplyState,
} from '../store/replies.ts'

/** The time in which a reply can be withdrawn after it was written. */
const undoMs = seconds(8)
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

/**
 * Writes a reply, which the engine sends after a few seconds. A reply to a conversation with an answer that its author
 * has not seen is refused until it is confirmed, and so is the same text twice in a day.
 */
export async function writeReply(deps: InboxDeps, tx: Tx, caller: Caller, id: ConversationId, written: NewReply) {
  const { itemId, lastItemId, text, closes, confirm } = written
  const { accountId } = (await findConversation(tx, id)) ?? refuse('conversation_not_found')
  const account = await accountFor(tx, caller, accountId, 'publish')
  await lockConversation(tx, id)
  const now = deps.clock.now()
  const fresh = {
    id: newId<'rpl'>(now),
    conversationId: id,
    itemId,
    authorUid: caller.uid,
    text,
    closes,
    createdAt: now,
  }
  const target = await composeTarget(deps, tx, account, fresh)
  if ((await countReplies(tx, id)) >= caps.repliesOfConversation) refuse('replies_full')
  const isAnswered = (await isAnsweredSince(tx, id, lastItemId)) ?? refuse('inbox_item_not_found')
  if (isAnswered && !confirm) refuse('answered_meanwhile', { detail: readAgain })
  if (!confirm && (await hasSameReply(tx, id, text, before(now, sameTextMs))))
    refuse('same_reply', { detail: sendAnyway })
  await insertReply(tx, fresh)
  await send(deps, tx, { ...target, dueAt: after(now, undoMs) })
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

/** Withdraws a reply that has not been begun. */
export function cancelReply(deps: InboxDeps, caller: Caller, id: InboxReplyId) {
  return change(deps, caller, id, 'inbox.reply_cancelled', async (tx, { state }) => {
    if (state === 'cancelled') return
    const { cancelled } = state === 'queued' ? await cancel(tx, [id]) : { cancelled: [] }
    if (cancelled.length === 0) refuse('reply_begun')
    await setReplyState(tx, id, 'cancelled', deps.clock.now())
  })
}

/** Sends a failed reply again. */
export function retryReply(deps: InboxDeps, caller: Caller, id: InboxReplyId) {
  return change(deps, caller, id, 'inbox.reply_retried', async (tx, reply, account) => {
    if (reply.state === 'unknown') refuse('outcome_unknown', { detail: 'Check the network, then resolve the reply.' })
    if (reply.state !== 'failed') refuse('reply_not_failed')
    await sendAgain(deps, tx, account, reply)
  })
}

/** Records what someone found out about a reply whose outcome is unknown. One that is not there is sent again. */
export function resolveReply(deps: InboxDeps, caller: Caller, id: InboxReplyId, { resolve: as }: Resolution) {
  return change(deps, caller, id, 'inbox.reply_resolved', async (tx, reply, account) => {
    const now = deps.clock.now()
    const outcome = as === 'published' ? 'published' : 'absent'
    const resolved = reply.publicationId === null ? null : await resolve(deps, tx, reply.publicationId, outcome)
    if (resolved?.outcome !== 'resolved') refuse('reply_not_unknown')
    await recordOutcomes(deps, tx, [resolved.change])
    // The network's ID is not known, so the reply comes in with the next reading.
    if (as === 'published') await lookNow(tx, reply.accountId, now, now)
    else await sendAgain(deps, tx, account, reply)
  })
}

type Composed = Omit<NewTarget, 'dueAt'> & { readonly targetId: InboxReplyId }

/** Composes what the engine sends for a reply, as its account is today. */
async function composeTarget(
  { connectors }: InboxDeps,
  tx: Tx,
  { id: accountId, remoteId, handle, facts, remoteAccountId, ownerUid, network }: ReplyingAccount,
  { id, conversationId, itemId, text }: ToSend,
): Promise<Composed> {
  const connector = connectors[network]
  if (!connector?.inbox?.replies) refuse('replies_not_available')
  const answers = (await findToAnswer(tx, conversationId, itemId)) ?? refuse('inbox_item_not_found')
  const snapshot = composeReply(connector, { text, answers, account: { remoteId, handle, facts } })
  return { targetId: id, ownerUid, accountId, remoteAccountId, network, snapshot, latestAt: null }
}

type ToSend = Pick<FoundReply, 'id' | 'conversationId' | 'itemId' | 'text'>
type ReplyingAccount = Awaited<ReturnType<typeof accountFor>>

/** Hands a reply to the engine. */
async function send(deps: InboxDeps, tx: Tx, target: NewTarget & Composed): Promise<void> {
  const { targetId } = target
  const publicationId = (await enqueue(deps, tx, [target])).get(targetId)
  if (publicationId !== undefined) await pointReplyTo(tx, targetId, publicationId, deps.clock.now())
}

/** Sends a reply again now, under the keys of its earlier publication. */
async function sendAgain(deps: InboxDeps, tx: Tx, account: ReplyingAccount, reply: FoundReply): Promise<void> {
  const target = { ...(await composeTarget(deps, tx, account, reply)), dueAt: deps.clock.now() }
  const { publicationId } = reply
  await send(deps, tx, publicationId === null ? target : { ...target, resumeFrom: publicationId })
}

/** Changes a reply under the locks of its conversation and itself, and returns it. */
function change(
  deps: InboxDeps,
  caller: Caller,
  id: InboxReplyId,
  action: string,
  work: (tx: Tx, reply: FoundReply, account: ReplyingAccount) => Promise<void>,
) {
  return inTx(deps.db, async (tx) => {
    const { accountId, conversationId } = await replyFor(tx, caller, id)
    const account = await accountFor(tx, caller, accountId, 'publish')
    await lockReplies(tx, [id])
    await work(tx, (await findReply(tx, id)) ?? refuse('reply_not_found'), account)
    await writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: account.ownerUid,
      action,
      subject: toWire('conv', conversationId),
      changes: {},
    })
    return readReply(tx, caller, id)
  })
}

async function replyFor(db: Db, caller: Caller, id: InboxReplyId): Promise<FoundReply> {
  const reply = (await findReply(db, id)) ?? refuse('reply_not_found')
  await profileFor(db, caller, reply.profileId, 'read')
  return reply
}
