import type { Network } from '#rules/network-names.ts'
import type { AccountId, PostId, PostTargetId, ProfileId, UserId, WebhookEndpointId } from './ids.ts'

/**
 * Everything that happens and that somebody may want to hear, in the past tense, with ids instead of copies. An event
 * is a row, written in the transaction that causes it (`infra/events`); who hears it stands in `app/subscriptions.ts`,
 * which does not compile until every type below is answered for.
 */
export type DomainEvent =
  | { readonly type: 'user.created'; readonly ownerUid: UserId }
  | { readonly type: 'user.deleted'; readonly ownerUid: UserId }
  | { readonly type: 'profile.created'; readonly ownerUid: UserId; readonly profileId: ProfileId }
  | { readonly type: 'profile.updated'; readonly ownerUid: UserId; readonly profileId: ProfileId }
  | { readonly type: 'profile.deleted'; readonly ownerUid: UserId; readonly profileId: ProfileId }
  | { readonly type: 'profile.restored'; readonly ownerUid: UserId; readonly profileId: ProfileId }
  | ({ readonly type: 'profile_member.added' } & MemberEvent)
  | ({ readonly type: 'profile_member.changed' } & MemberEvent)
  | ({ readonly type: 'profile_member.removed' } & MemberEvent)
  | ({ readonly type: 'account.connected' } & AccountEvent)
  | ({ readonly type: 'account.disconnected' } & AccountEvent)
  | ({ readonly type: 'account.needs_reconnect'; readonly reason: string } & AccountEvent)
  | ({ readonly type: 'post.queued' } & PostEvent)
  | ({ readonly type: 'post.published' } & PostEvent & MaybeOfTarget)
  | ({ readonly type: 'post.partial' } & PostEvent)
  | ({ readonly type: 'post.failed' } & PostEvent & MaybeOfTarget)
  | ({ readonly type: 'post.needs_attention' } & PostEvent & MaybeOfTarget)
  | { readonly type: 'user.plan_changed'; readonly ownerUid: UserId; readonly plan: string }
  | { readonly type: 'webhook.test'; readonly ownerUid: UserId; readonly endpointId: WebhookEndpointId }

interface MemberEvent {
  readonly ownerUid: UserId
  readonly profileId: ProfileId
  readonly memberUid: UserId
}

interface AccountEvent {
  readonly ownerUid: UserId
  readonly profileId: ProfileId
  readonly accountId: AccountId
  readonly network: Network
  /** As it was then: a subscriber is told, though the account may be gone. */
  readonly handle: string
}

interface PostEvent {
  readonly ownerUid: UserId
  readonly profileId: ProfileId
  readonly postId: PostId
  /** Grows each time that targets of the post are enqueued. */
  readonly round: number
  readonly standing: PostStanding
}

/** How a post stood in that moment: whoever is told later could not ask for it any more. */
export interface PostStanding {
  readonly status: string
  readonly published: number
  readonly failed: number
  readonly total: number
  readonly platforms: readonly PlatformStanding[]
}

export interface PlatformStanding {
  readonly network: Network
  readonly accountId: AccountId | null
  readonly status: string
  readonly platformPostId: string | null
  readonly platformUrl: string | null
  readonly error: string | null
}

/** With these it is about one target; without, about the post as a whole. */
interface MaybeOfTarget {
  readonly targetId?: PostTargetId
  readonly network?: Network
  readonly accountId?: AccountId
}

export type EventType = DomainEvent['type']
export type EventOf<Type extends EventType> = Extract<DomainEvent, { readonly type: Type }>

/** What is kept of an event by itself: how things stood is in what subscribers are sent, and not kept twice. */
export function keptOf({ type, ownerUid, ...event }: DomainEvent) {
  if (!('standing' in event)) return { type, ownerUid, data: event }
  const { standing: _, ...data } = event
  return { type, ownerUid, data }
}
