import type { Tx } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'
import type { InboxReplyId } from '#kernel/ids.ts'
import type { Change, RowStatus, TargetOwner } from '#modules/publishing/index.ts'
import { addSentItem, closeAnswered, lockReplies, type ReplyState, setReplyState } from '../store/replies.ts'
import { settleConversations } from '../store/save-items.ts'

/** Responds to the engine as the owner of replies. */
export const createReplyOwner = ({ clock }: { readonly clock: Clock }): TargetOwner<void> => ({
  lock: (tx, targets) =>
    lockReplies(
      tx,
      targets.map(({ targetId }) => targetId),
    ),
  changed: (tx, changes) => recordOutcomes(tx, changes, clock.now()),
})

/** Records the outcomes of replies. One that is sent becomes an item of its conversation. The replies are locked. */
export async function recordOutcomes(tx: Tx, changes: readonly Change[], now: Date): Promise<void> {
  const sent = []
  for (const { targetId, to, remoteId, url } of changes) {
    await setReplyState(tx, targetId as InboxReplyId, stateOf[to], now)
    if (to !== 'published') continue
    const item = remoteId === null ? undefined : await addSentItem(tx, targetId, { remoteId, url, at: now })
    sent.push({ targetId, item })
  }
  if (sent.length === 0) return
  await settleConversations(
    tx,
    sent.flatMap(({ item }) => item ?? []),
    { now, backlogBefore: now },
  )
  await closeAnswered(
    tx,
    sent.map(({ targetId }) => targetId),
    now,
  )
}

/** The state of a reply, by the status of its publication. */
const stateOf: Readonly<Record<RowStatus, ReplyState>> = {
  queued: 'queued',
  held: 'queued',
  publishing: 'sending',
  processing: 'sending',
  published: 'sent',
  failed: 'failed',
  unknown: 'unknown',
  cancelled: 'cancelled',
}
