import type { Tx } from '#infra/db/client.ts'
import { each, type Subscriptions } from '#infra/events/index.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { EventOf } from '#kernel/events.ts'
import type { AccountId, UserId } from '#kernel/ids.ts'
import { disconnectProfile, listAccountIdsOf } from '#modules/accounts/index.ts'
import { tellChatsOfAccounts, tellChatsOfAlerts, tellChatsOfInbox, tellChatsOfPosts } from '#modules/chat/index.ts'
import { mailGuests } from '#modules/guests/index.ts'
import { welcomeUser } from '#modules/identity/index.ts'
import { relabelConversations } from '#modules/inbox/index.ts'
import {
  noticeAccount,
  noticeComment,
  noticePosts,
  noticeTeamComment,
  solveAccount,
  solveApproval,
  solveTeamThread,
} from '#modules/notices/index.ts'
import {
  endRecyclingWhenFailed,
  recolorNotes,
  recycleWhenPublished,
  relabelIdeas,
  replanRules,
  repostWhenPublished,
} from '#modules/planning/index.ts'
import type { Plans } from '#modules/plans/index.ts'
import { type RollUpDeps, releaseHeld, releaseOfProfile, withdrawProfilePosts } from '#modules/posts/index.ts'
import { markSurplus } from '#modules/profiles/index.ts'
import { type HeldWhy, hold, release, type TargetOwner } from '#modules/publishing/index.ts'
import { revokeLinksBy } from '#modules/sharing/index.ts'
import { followMergedLabel } from '#modules/views/index.ts'
import { pauseBeyondPlan } from '#modules/webhooks/index.ts'

interface ListenerDeps extends RollUpDeps {
  readonly config: { readonly publicUrl: string }
  readonly plans: Plans
  readonly owner: TargetOwner
  readonly queue: Pick<Queue, 'enqueue' | 'enqueueMany'>
  readonly seal: Pick<Seal, 'seal'>
}

type PublishedEvent = EventOf<'post.published' | 'post.partial'>

/**
 * The listeners of each event: `now` runs in the transaction that causes the event, `later` as a job. A new event type
 * does not compile until it has an entry.
 */
export const subscriptionsOf = (deps: ListenerDeps): Subscriptions => {
  /**
   * Holds the pending publications of an account that was disconnected or needs a reconnect. They are published when it
   * is reconnected.
   */
  const keep = async (tx: Tx, id: AccountId, why: HeldWhy, reason: string | null = null) =>
    void (await hold(deps, tx, id, why, reason))
  const letGo = async (tx: Tx, id: AccountId) => void (await release(deps, tx, id))
  /** Holds what is queued. The engine holds the rest the next time it checks the account. */
  const keepAll = async (tx: Tx, uid: UserId) => {
    for (const id of await listAccountIdsOf(tx, uid)) await keep(tx, id, 'owner_disabled')
  }
  /** Releases all accounts: the engine holds publications of those that need a reconnect again. */
  const letAllGo = async (tx: Tx, uid: UserId) => {
    for (const id of await listAccountIdsOf(tx, uid)) await letGo(tx, id)
  }
  const repost = (tx: Tx, events: readonly PublishedEvent[]) => repostWhenPublished(deps, tx, events)
  const recycle = (tx: Tx, events: readonly PublishedEvent[]) => recycleWhenPublished(deps, tx, events)
  const tellOfPosts = (tx: Tx, events: Parameters<typeof tellChatsOfPosts>[2]) => tellChatsOfPosts(deps, tx, events)
  const tellOfAccounts = (tx: Tx, events: Parameters<typeof tellChatsOfAccounts>[2]) =>
    tellChatsOfAccounts(deps, tx, events)
  const tellOfInbox = (tx: Tx, events: Parameters<typeof tellChatsOfInbox>[2]) => tellChatsOfInbox(deps, tx, events)
  const noticeOfPosts = (tx: Tx, events: Parameters<typeof noticePosts>[2]) => noticePosts(deps, tx, events)
  const pause = each<'user.plan_changed'>((tx, change) => pauseBeyondPlan(deps, tx, change))
  const markProfiles = each<'user.plan_changed'>((tx, change) => markSurplus(deps, tx, change))
  const tellOfAlerts = (tx: Tx, events: Parameters<typeof tellChatsOfAlerts>[2]) => tellChatsOfAlerts(deps, tx, events)
  return {
    'user.created': { now: [], later: [welcomeUser] },
    'user.deleted': { now: [], later: [] },
    'user.plan_changed': { now: [pause, markProfiles], later: [] },
    'user.disabled': { now: [each((tx, { ownerUid }) => keepAll(tx, ownerUid))], later: [] },
    'user.enabled': { now: [each((tx, { ownerUid }) => letAllGo(tx, ownerUid))], later: [] },
    'user.timezone_changed': { now: [each((tx, { ownerUid }) => replanRules(deps, tx, ownerUid))], later: [] },
    'profile.created': { now: [], later: [] },
    'profile.updated': { now: [each((tx, { profileId }) => releaseOfProfile(deps, tx, profileId))], later: [] },
    'profile.deleted': {
      now: [each((tx, { profileId }) => withdrawProfilePosts(deps, tx, profileId))],
      later: [disconnectProfile],
    },
    'profile.restored': { now: [], later: [] },
    'profile.made_writable': { now: [], later: [releaseHeld] },
    'label.merged': {
      now: [
        each((tx, merged) => followMergedLabel(tx, merged)),
        each((tx, merged) => recolorNotes(tx, merged)),
        each((tx, merged) => relabelIdeas(tx, merged)),
        each((tx, merged) => relabelConversations(tx, merged)),
      ],
      later: [],
    },
    'profile_member.added': { now: [each((tx, { profileId }) => releaseOfProfile(deps, tx, profileId))], later: [] },
    'profile_member.changed': { now: [each((tx, { profileId }) => releaseOfProfile(deps, tx, profileId))], later: [] },
    // A rejection by a removed member no longer counts.
    'profile_member.removed': {
      now: [
        each((tx, { profileId }) => releaseOfProfile(deps, tx, profileId)),
        each((tx, { profileId, memberUid }) => revokeLinksBy(tx, memberUid, profileId)),
      ],
      later: [],
    },
    'account.connected': {
      now: [each((tx, { accountId }) => letGo(tx, accountId)), each((tx, event) => solveAccount(tx, event))],
      later: [],
    },
    'account.disconnected': { now: [each((tx, { accountId }) => keep(tx, accountId, 'disconnected'))], later: [] },
    'account.needs_reconnect': {
      now: [
        each((tx, { accountId, reason }) => keep(tx, accountId, 'needs_reconnect', reason)),
        tellOfAccounts,
        each((tx, event) => noticeAccount(deps, tx, event)),
      ],
      later: [],
    },
    'analytics.synced': { now: [], later: [] },
    'post.queued': { now: [], later: [] },
    'post.published': { now: [repost, recycle, tellOfPosts, noticeOfPosts], later: [] },
    'post.partial': { now: [repost, recycle, tellOfPosts, noticeOfPosts], later: [] },
    'post.failed': {
      now: [each((tx, event) => endRecyclingWhenFailed(deps, tx, event)), tellOfPosts, noticeOfPosts],
      later: [],
    },
    'post.needs_attention': { now: [tellOfPosts, noticeOfPosts], later: [] },
    'post.removed': { now: [], later: [] },
    'post.approval_requested': { now: [tellOfPosts], later: [mailGuests] },
    'post.approved': { now: [tellOfPosts, each((tx, event) => solveApproval(tx, event))], later: [] },
    'post.rejected': { now: [tellOfPosts, each((tx, event) => solveApproval(tx, event))], later: [] },
    'post.commented': { now: [each((tx, event) => noticeComment(deps, tx, event))], later: [] },
    'post.team_commented': { now: [each((tx, event) => noticeTeamComment(deps, tx, event))], later: [] },
    'post.team_comment_changed': { now: [each((tx, event) => noticeTeamComment(deps, tx, event))], later: [] },
    'post.team_thread_resolved': { now: [each((tx, event) => solveTeamThread(tx, event))], later: [] },
    'post.team_thread_reopened': { now: [], later: [] },
    'inbox.received': { now: [tellOfInbox], later: [] },
    'inbox.changed': { now: [], later: [] },
    'inbox.approval_requested': { now: [], later: [] },
    'inbox.reply_sent': { now: [], later: [] },
    'inbox.reply_failed': { now: [tellOfInbox], later: [] },
    'inbox.reply_needs_attention': { now: [tellOfInbox], later: [] },
    'alert.raised': { now: [tellOfAlerts], later: [] },
    'alert.closed': { now: [tellOfAlerts], later: [] },
    'test.progress': { now: [], later: [] },
    'webhook.test': { now: [], later: [] },
  }
}
