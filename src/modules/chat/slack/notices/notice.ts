import type { Heard } from '#infra/events/index.ts'

/** The events of which people are notified in Slack. */
export type NoticeType =
  | 'post.published'
  | 'post.partial'
  | 'post.failed'
  | 'post.needs_attention'
  | 'account.needs_reconnect'
  | 'post.approval_requested'
  | 'alert.raised'
  | 'alert.closed'

/** One notice for one person. Its job has ids only, but for what could not be read later. */
export interface Notice {
  readonly type: NoticeType
  readonly eventId: string
  readonly workspaceId: string
  readonly slackId: string
  readonly postId: string | null
  readonly account: { readonly network: string; readonly handle: string; readonly reason: string } | null
  readonly alert: { readonly severity: string; readonly message: string } | null
}

/** The part of a notice that is the same for everybody. */
export type NoticeContent = Omit<Notice, 'workspaceId' | 'slackId'>

/** Returns what a notice has of its event. Null: the event is one of several about the same, and says nothing new. */
export function contentOf(event: Heard<NoticeType>): NoticeContent | null {
  const { type, eventId } = event
  if (event.type === 'account.needs_reconnect') {
    const { network, handle, reason } = event
    return { type, eventId, postId: null, account: { network, handle, reason }, alert: null }
  }
  if (event.type === 'alert.raised' || event.type === 'alert.closed') {
    const { severity, message } = event
    return { type, eventId, postId: null, account: null, alert: { severity, message } }
  }
  // A post has an event for each target and then one for itself. One about a target is passed on only if somebody must act.
  const isOfTarget = 'targetId' in event && event.targetId !== undefined
  if (isOfTarget && event.type !== 'post.needs_attention') return null
  return { type, eventId, postId: event.postId, account: null, alert: null }
}
