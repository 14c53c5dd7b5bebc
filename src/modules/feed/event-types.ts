import type { DomainEvent, EventType } from '#kernel/events.ts'

/**
 * What is told to those outside, and when it is. The first seven are the interface's; the last two say what its words
 * leave out: a post of which nobody knows whether it is out, and an account that a person must sign in to again.
 */
export const toldEvents = {
  'post.queued': 'A post has been accepted and its tasks are enqueued.',
  'post.published': 'All platforms succeeded; also once for each platform, which `platform` and `accountId` name then.',
  'post.partial': 'At least one platform succeeded and at least one failed.',
  'post.failed': 'All platforms failed; also once for each platform that failed for good, which `platform` names then.',
  'account.connected': 'An account was connected.',
  'account.disconnected': 'An account was disconnected.',
  'webhook.test': 'Somebody asked for it: `POST /v1/webhooks/{id}/test`.',
  'post.needs_attention': 'It cannot be found out whether a post went out; a person must look.',
  'account.needs_reconnect':
    'The network takes the credentials of an account no longer; a person must connect it again.',
} as const satisfies Partial<Record<EventType, string>>

export type ToldType = keyof typeof toldEvents
export const toldTypes = Object.keys(toldEvents) as [ToldType, ...ToldType[]]
export type ToldEvent = Extract<DomainEvent, { readonly type: ToldType }>

export const isTold = (event: DomainEvent): event is ToldEvent => event.type in toldEvents

/** What the live stream calls it: that something has changed is enough for whoever shows it. */
export const kindOf = (type: string): string =>
  `${type.split('.', 1)[0]}.${type === 'webhook.test' ? 'test' : 'changed'}`
