import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type InboxReplyId, toWire } from '#kernel/ids.ts'
import type { Right } from '#kernel/rights.ts'
import { accountFor } from '#modules/accounts/index.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { type AccessibleProfile, profileFor } from '#modules/profiles/index.ts'
import type { InboxDeps } from '../deps.ts'
import { presentReply } from '../replies/present-reply.ts'
import type { ReplyingAccount } from '../replies/send-reply.ts'
import { type FoundReply, findReply, lockReplies } from '../store/replies.ts'

/** A reply that is being changed. It and its conversation are locked. */
interface ReplyAtHand {
  readonly reply: FoundReply
  readonly account: ReplyingAccount
  readonly profile: AccessibleProfile
}

interface Change {
  readonly action: string
  readonly needs: Right
}

/** Changes a reply under the locks of its conversation and itself, and returns it. */
export function changeReply(
  deps: InboxDeps,
  caller: Caller,
  id: InboxReplyId,
  { action, needs }: Change,
  work: (tx: Tx, at: ReplyAtHand) => Promise<void>,
) {
  return inTx(deps.db, async (tx) => {
    const { accountId, conversationId, profileId } = await replyFor(tx, caller, id)
    const account = await accountFor(tx, caller, accountId, needs)
    const profile = await profileFor(tx, caller, profileId, needs)
    await lockReplies(tx, [id])
    await work(tx, { reply: (await findReply(tx, id)) ?? refuse('reply_not_found'), account, profile })
    await writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: account.ownerUid,
      action,
      subject: toWire('conv', conversationId),
      changes: {},
    })
    return presentReply(tx, await replyFor(tx, caller, id))
  })
}

export async function replyFor(db: Db, caller: Caller, id: InboxReplyId): Promise<FoundReply> {
  const reply = (await findReply(db, id)) ?? refuse('reply_not_found')
  await profileFor(db, caller, reply.profileId, 'read')
  return reply
}
