import type { DomainEvent, EventType } from '#kernel/events.ts'

/**
 * The events that leave Posthorn, and when each happens. The first seven are the API's. The last three add what
 * those leave out: a post whose outcome is unknown, a post that was deleted at its network, and an account that a user
 * must sign in to again.
 */
export const publicEvents = {
  'post.queued': 'A post has been accepted and its tasks are enqueued.',
  'post.published': 'All platforms succeeded; also once for each platform, which `platform` and `accountId` name then.',
  'post.partial': 'At least one platform succeeded and at least one failed.',
  'post.failed': 'All platforms failed; also once for each platform that failed for good, which `platform` names then.',
  'account.connected': 'An account was connected.',
  'account.disconnected': 'An account was disconnected.',
  'webhook.test': 'Somebody asked for it: `POST /v1/webhooks/{id}/test`.',
  'post.needs_attention': 'It cannot be found out whether a post went out; a person must look.',
  'post.removed': 'A network does not have a published post any more: somebody deleted it there, or the network did.',
  'account.needs_reconnect':
    'The network takes the credentials of an account no longer; a person must connect it again.',
} as const satisfies Partial<Record<EventType, string>>

export type PublicEventType = keyof typeof publicEvents
export const publicEventTypes = Object.keys(publicEvents) as [PublicEventType, ...PublicEventType[]]
export type PublicEvent = Extract<DomainEvent, { readonly type: PublicEventType }>

export const isPublicEvent = (event: DomainEvent): event is PublicEvent => event.type in publicEvents

/**
 * Returns the kind of an event on the live stream: a client that shows the data only needs to know that it has changed.
 */
export const toStreamKind = (type: string): string =>
  `${type.split('.', 1)[0]}.${type === 'webhook.test' ? 'test' : 'changed'}`
