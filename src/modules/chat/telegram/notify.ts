import type { Tx } from '#infra/db/client.ts'
import type { EventOf } from '#kernel/events.ts'
import { toWire } from '#kernel/ids.ts'
import { insertNotices, insertPersonalNotices } from './store/notices.ts'

type PostEvent = EventOf<
  | 'post.published'
  | 'post.partial'
  | 'post.failed'
  | 'post.needs_attention'
  | 'post.approval_requested'
  | 'post.approved'
  | 'post.rejected'
>

/**
 * Tells the linked chats what became of a post. An event about one target alone is told only where somebody must look:
 * after the others, an event about the post follows.
 */
export async function tellChatsOfPost(tx: Tx, event: PostEvent): Promise<void> {
  const isOfTarget = 'targetId' in event && event.targetId !== undefined
  if (isOfTarget && event.type !== 'post.needs_attention') return
  const byUid = 'byUid' in event ? { byUid: event.byUid } : {}
  await insertNotices(tx, event, { kind: event.type, postId: toWire('post', event.postId), ...byUid })
}

/** Tells the linked chats that an account needs a reconnect. */
export async function tellChatsOfAccount(tx: Tx, event: EventOf<'account.needs_reconnect'>): Promise<void> {
  await insertNotices(tx, event, { kind: event.type, accountId: toWire('acc', event.accountId) })
}

/** Tells an administrator's own chats of an alert. */
export async function tellChatsOfAlert(tx: Tx, event: EventOf<'alert.raised' | 'alert.closed'>): Promise<void> {
  await insertPersonalNotices(tx, event.ownerUid, { kind: event.type, alertId: event.alertId })
}
