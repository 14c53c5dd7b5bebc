import type { DomainEvent, EventType } from '#kernel/events.ts'

/**
 * The public events, and when each occurs. The first seven are part of the API. The others add what these omit: a post
 * whose outcome is unknown, that was deleted on its network or commented on, an account that must be reconnected, and
 * changed metrics.
 */
export const publicEvents = {
  'post.queued': 'A post was accepted and queued for publishing.',
  'post.published':
    'All platforms succeeded. Also sent once for each platform that succeeded, with `platform` and `accountId`.',
  'post.partial': 'At least one platform succeeded and at least one failed.',
  'post.failed': 'All platforms failed. Also sent once for each platform that failed permanently, with `platform`.',
  'account.connected': 'An account was connected.',
  'account.disconnected': 'An account was disconnected.',
  'webhook.test': 'A test was requested with `POST /v1/webhooks/{id}/test`.',
  'post.needs_attention': 'Posthorn cannot determine whether a post was published. A person must check on the network.',
  'post.removed': 'A published post no longer exists on a network because a person or the network deleted it.',
  'post.approval_requested': 'A member asked for approval of a post.',
  'post.approved': 'A post received its last required approval.',
  'post.rejected': 'A member or a guest rejected a post, so it is a draft again.',
  'post.commented': 'A visitor to a share link or a guest commented on a post or approved it, or the team replied.',
  'post.team_commented': 'A member commented on a post for the team. Visitors of share links cannot see it.',
  'post.team_thread_resolved': 'A member resolved a thread of team comments.',
  'post.team_thread_reopened': 'A member reopened a thread of team comments. A reply does so without this event.',
  'inbox.received': 'Someone commented, replied, mentioned or quoted. Read the conversation for the words.',
  'inbox.changed':
    'A member or a rule assigned, finished, snoozed or reopened a conversation, or its words were edited or deleted.',
  'inbox.approval_requested': 'A reply of the team waits for someone’s approval.',
  'inbox.reply_sent': 'A reply of the team is on the network.',
  'inbox.reply_failed': 'A reply of the team could not be sent.',
  'inbox.reply_needs_attention': 'The outcome of a reply is unknown. A user must check the network.',
  'account.needs_reconnect': 'The network no longer accepts the credentials of an account. A user must reconnect it.',
  'test.progress': 'A self-test has finished. Only sent to the administrator who started the run.',
  'analytics.synced': 'New metrics for an account’s posts are available. Sent once per sync.',
  'alert.raised': 'Posthorn or an administrator raised an alert. Sent to each administrator.',
  'alert.closed': 'An alert was resolved. Sent to each administrator.',
} as const satisfies Partial<Record<EventType, string>>

export type PublicEventType = keyof typeof publicEvents
export const publicEventTypes = Object.keys(publicEvents) as [PublicEventType, ...PublicEventType[]]
export type PublicEvent = Extract<DomainEvent, { readonly type: PublicEventType }>

export const isPublicEvent = (event: DomainEvent): event is PublicEvent => event.type in publicEvents

/**
 * Returns the kind of an event on the live stream: a client that shows the data only needs to know that it has changed.
 */
export const toStreamKind = (type: string): string =>
  kindsOfTheirOwn.has(type) ? type : `${type.split('.', 1)[0]}.changed`

const kindsOfTheirOwn: ReadonlySet<string> = new Set(['webhook.test', 'test.progress', 'analytics.synced'])
