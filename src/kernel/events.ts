import type { Network } from '#rules/network-names.ts'
import type {
  AccountId,
  ConversationId,
  GuestId,
  Id,
  InboxReplyId,
  LabelId,
  PostCommentId,
  PostId,
  PostTargetId,
  ProfileId,
  RunId,
  TeamCommentId,
  UserId,
  WebhookEndpointId,
} from './ids.ts'

/**
 * Every event, in the past tense, with ids instead of copies. An event is a row, written in the transaction that causes
 * it (`infra/events`). `app/subscriptions.ts` lists the listeners of each type, and does not compile until every type
 * below has an entry.
 */
export type DomainEvent =
  | { readonly type: 'user.created'; readonly ownerUid: UserId }
  | { readonly type: 'user.deleted'; readonly ownerUid: UserId }
  | { readonly type: 'user.disabled'; readonly ownerUid: UserId }
  | { readonly type: 'user.enabled'; readonly ownerUid: UserId }
  | { readonly type: 'user.timezone_changed'; readonly ownerUid: UserId }
  | { readonly type: 'profile.created'; readonly ownerUid: UserId; readonly profileId: ProfileId }
  | { readonly type: 'profile.updated'; readonly ownerUid: UserId; readonly profileId: ProfileId }
  | { readonly type: 'profile.deleted'; readonly ownerUid: UserId; readonly profileId: ProfileId }
  | { readonly type: 'profile.restored'; readonly ownerUid: UserId; readonly profileId: ProfileId }
  | { readonly type: 'profile.made_writable'; readonly ownerUid: UserId; readonly profileId: ProfileId }
  | ({ readonly type: 'profile_member.added' } & MemberEvent)
  | ({ readonly type: 'profile_member.changed' } & MemberEvent)
  | ({ readonly type: 'profile_member.removed' } & MemberEvent)
  | {
      readonly type: 'label.merged'
      readonly ownerUid: UserId
      readonly profileId: ProfileId
      readonly labelId: LabelId
      readonly intoId: LabelId
    }
  | ({ readonly type: 'account.connected' } & AccountEvent)
  | ({ readonly type: 'account.disconnected' } & AccountEvent)
  | ({ readonly type: 'account.needs_reconnect'; readonly reason: string } & AccountEvent)
  /** `posts`: the posts whose metrics have changed. */
  | ({ readonly type: 'analytics.synced'; readonly posts: number } & AccountEvent)
  | ({ readonly type: 'post.queued' } & PostEvent)
  | ({ readonly type: 'post.published' } & PostEvent & MaybeOfTarget)
  | ({ readonly type: 'post.partial' } & PostEvent)
  | ({ readonly type: 'post.failed' } & PostEvent & MaybeOfTarget)
  | ({ readonly type: 'post.needs_attention' } & PostEvent & MaybeOfTarget)
  | ({ readonly type: 'post.removed' } & PostEvent & MaybeOfTarget)
  | ({ readonly type: 'post.approval_requested' } & ApprovalEvent)
  | ({ readonly type: 'post.approved' } & ApprovalEvent)
  | ({ readonly type: 'post.rejected'; readonly reason: string } & ApprovalEvent)
  | {
      readonly type: 'post.commented'
      readonly ownerUid: UserId
      readonly profileId: ProfileId
      readonly postId: PostId
      readonly commentId: PostCommentId
      /** The words themselves, because the comment may be deleted by the time a subscriber receives the event. */
      readonly comment: {
        readonly name: string
        readonly text: string
        readonly fineByMe: boolean
        /** True for a reply from the team. */
        readonly isReply: boolean
      }
    }
  | ({ readonly type: 'post.team_commented' } & TeamCommentEvent)
  /** The words changed. The mentions are those that were added. */
  | ({ readonly type: 'post.team_comment_changed' } & TeamCommentEvent)
  | ({ readonly type: 'post.team_thread_resolved'; readonly threadId: TeamCommentId } & ThreadEvent)
  | ({ readonly type: 'post.team_thread_reopened'; readonly threadId: TeamCommentId } & ThreadEvent)
  /** Someone else said something, so that the conversation is open. Words and names are read with the conversation. */
  | ({ readonly type: 'inbox.received' } & ConversationEvent)
  | ({ readonly type: 'inbox.changed'; readonly byUid: UserId | null } & ConversationEvent)
  | ({ readonly type: 'inbox.approval_requested'; readonly byUid: UserId } & ReplyEvent)
  | ({ readonly type: 'inbox.reply_sent' } & ReplyEvent)
  | ({ readonly type: 'inbox.reply_failed' } & ReplyEvent)
  | ({ readonly type: 'inbox.reply_needs_attention' } & ReplyEvent)
  | { readonly type: 'user.plan_changed'; readonly ownerUid: UserId; readonly plan: string }
  | ({ readonly type: 'alert.raised' } & AlertEvent)
  | ({ readonly type: 'alert.closed' } & AlertEvent)
  | {
      readonly type: 'test.progress'
      readonly ownerUid: UserId
      readonly runId: RunId
      readonly name: string
      readonly ok: boolean
      readonly detail: string
    }
  | { readonly type: 'webhook.test'; readonly ownerUid: UserId; readonly endpointId: WebhookEndpointId }

/** An alert, for one administrator. */
interface AlertEvent {
  readonly ownerUid: UserId
  readonly alertId: Id<'alert'>
  readonly kind: string
  readonly severity: string
  readonly message: string
  readonly subject: string | null
}

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
  /** The handle at the time of the event: the account may be gone by the time a subscriber receives the event. */
  readonly handle: string
}

interface ApprovalEvent {
  readonly ownerUid: UserId
  readonly profileId: ProfileId
  readonly postId: PostId
  /** The person who requested approval or decided. Null if a guest did. */
  readonly byUid: UserId | null
  readonly guestId?: GuestId
}

interface ThreadEvent {
  readonly ownerUid: UserId
  readonly profileId: ProfileId
  readonly postId: PostId
  /** The person who resolved the thread, or reopened it. */
  readonly byUid: UserId
}

interface TeamCommentEvent {
  readonly ownerUid: UserId
  readonly profileId: ProfileId
  readonly postId: PostId
  /** The person who wrote it. */
  readonly byUid: UserId
  /** The text as well: the comment may be deleted by the time a subscriber receives the event. */
  readonly teamComment: {
    readonly id: TeamCommentId
    readonly threadId: TeamCommentId
    readonly text: string
    readonly mentions: readonly UserId[]
  }
}

interface ConversationEvent {
  readonly ownerUid: UserId
  readonly profileId: ProfileId
  readonly accountId: AccountId
  readonly network: Network
  readonly conversationId: ConversationId
}

interface ReplyEvent extends ConversationEvent {
  readonly replyId: InboxReplyId
}

interface PostEvent {
  readonly ownerUid: UserId
  readonly profileId: ProfileId
  readonly postId: PostId
  /** Increases each time targets of the post are enqueued. */
  readonly round: number
  readonly standing: PostStanding
}

/** The state of a post at the time of the event. A subscriber that receives the event later could no longer read it. */
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
  /** The reason in a form for programs, and whether a retry can help. */
  readonly errorCode: string | null
  readonly retryable: boolean
}

/** Set if the event is about one target; absent if it is about the entire post. */
interface MaybeOfTarget {
  readonly targetId?: PostTargetId
  readonly network?: Network
  readonly accountId?: AccountId
}

export type EventType = DomainEvent['type']
export type EventOf<Type extends EventType> = Extract<DomainEvent, { readonly type: Type }>

/**
 * Returns the part of an event that is stored in its row. `standing` is left out because it is stored once, in the body
 * that subscribers receive.
 */
export function keptOf({ type, ownerUid, ...event }: DomainEvent) {
  if (!('standing' in event)) return { type, ownerUid, data: event }
  const { standing: _, ...data } = event
  return { type, ownerUid, data }
}
