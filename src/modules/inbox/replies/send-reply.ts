import type { Tx } from '#infra/db/client.ts'
import { seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import type { InboxReplyId, UserId } from '#kernel/ids.ts'
import type { accountFor } from '#modules/accounts/index.ts'
import type { AccessibleProfile } from '#modules/profiles/index.ts'
import { enqueue, type NewTarget } from '#modules/publishing/index.ts'
import { readStandings } from '../approvals/standing.ts'
import type { InboxDeps } from '../deps.ts'
import { type FoundReply, findToAnswer, pointReplyTo } from '../store/replies.ts'
import { setReplyWaiting } from '../store/reply-approvals.ts'
import { composeReply } from './compose-reply.ts'

type Composed = Omit<NewTarget, 'dueAt'> & { readonly targetId: InboxReplyId }
type ToSend = Pick<FoundReply, 'id' | 'conversationId' | 'itemId' | 'text'>
export type ReplyingAccount = Awaited<ReturnType<typeof accountFor>>

/** Composes what the engine sends for a reply, as its account is today. */
export async function composeTarget(
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

/** The time in which a reply can be withdrawn after it was written or approved. */
export const undoMs = seconds(8)

/** Hands a reply to the engine. */
export async function send(deps: InboxDeps, tx: Tx, target: NewTarget & Composed): Promise<void> {
  const { targetId } = target
  const publicationId = (await enqueue(deps, tx, [target])).get(targetId)
  if (publicationId !== undefined) await pointReplyTo(tx, targetId, publicationId, deps.clock.now())
}

interface Again {
  readonly account: ReplyingAccount
  readonly profile: Pick<AccessibleProfile, 'inboxApprovals'>
  readonly by: UserId
}

/**
 * Sends a reply again now, under the keys of its earlier publication. One that was written before its brand required an
 * approval waits for it.
 */
export async function sendAgain(
  deps: InboxDeps,
  tx: Tx,
  reply: FoundReply,
  { account, profile, by }: Again,
): Promise<void> {
  if (mustWait(profile, reply) && !(await readStandings(tx, [reply])).get(reply.id)?.isApproved)
    return askApproval(deps, tx, reply, { account, by })
  const target = { ...(await composeTarget(deps, tx, account, reply)), dueAt: deps.clock.now() }
  const { publicationId } = reply
  await send(deps, tx, publicationId === null ? target : { ...target, resumeFrom: publicationId })
}

/** True if replies that are written like this one wait for an approval in a brand. */
export const mustWait = (
  { inboxApprovals }: Pick<AccessibleProfile, 'inboxApprovals'>,
  { byProgram }: Pick<FoundReply, 'byProgram'>,
): boolean => inboxApprovals === 'all' || (inboxApprovals === 'programs' && byProgram)

interface Asking {
  readonly account: Pick<ReplyingAccount, 'ownerUid' | 'network'>
  readonly by: UserId
}

type Asked = Pick<FoundReply, 'id' | 'conversationId' | 'profileId' | 'accountId'>

/** Has a reply wait for an approval, and says so. */
export async function askApproval(deps: InboxDeps, tx: Tx, reply: Asked, asking: Asking): Promise<void> {
  await setReplyWaiting(tx, reply.id, reply.profileId, deps.clock.now())
  await tellWaiting(deps, tx, reply, asking)
}

/** Says that a reply waits for someone’s approval. */
export const tellWaiting = (deps: InboxDeps, tx: Tx, reply: Asked, { account, by }: Asking): Promise<void> => {
  const { ownerUid, network } = account
  const { id: replyId, conversationId, profileId, accountId } = reply
  const about = { ownerUid, network, profileId, accountId, conversationId, replyId }
  return deps.emit(tx, { type: 'inbox.approval_requested', byUid: by, ...about })
}
