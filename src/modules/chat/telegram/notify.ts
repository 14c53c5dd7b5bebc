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
 * Tells the linked chats what became of posts. An event about one target alone is told only where somebody must look:
 * after the others, an event about the post follows.
 */
export async function tellChatsOfPosts(tx: Tx, events: readonly PostEvent[]): Promise<void> {
  const notified = events.filter((event) => event.type === 'post.needs_attention' || !isOfTarget(event))
  await insertNotices(
    tx,
    notified.map((event) => {
      const byUid = 'byUid' in event ? { byUid: event.byUid } : {}
      const notice = { kind: event.type, postId: toWire('post', event.postId), ...byUid }
      return { ownerUid: event.ownerUid, profileId: event.profileId, notice }
    }),
  )
}

const isOfTarget = (event: PostEvent): boolean => 'targetId' in event && event.targetId !== undefined

/** Tells the linked chats which accounts need a reconnect. */
export async function tellChatsOfAccounts(
  tx: Tx,
  events: readonly EventOf<'account.needs_reconnect'>[],
): Promise<void> {
  await insertNotices(
    tx,
    events.map(({ type, ownerUid, profileId, accountId }) => {
      const notice = { kind: type, accountId: toWire('acc', accountId) }
      return { ownerUid, profileId, notice }
    }),
  )
}

/** Tells an administrator's own chats of an alert. */
export async function tellChatsOfAlert(tx: Tx, event: EventOf<'alert.raised' | 'alert.closed'>): Promise<void> {
  await insertPersonalNotices(tx, event.ownerUid, { kind: event.type, alertId: event.alertId })
}
