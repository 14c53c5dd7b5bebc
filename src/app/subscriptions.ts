import type { Tx } from '#infra/db/client.ts'
import type { Subscriptions } from '#infra/events/index.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { AccountId } from '#kernel/ids.ts'
import { disconnectProfile } from '#modules/accounts/index.ts'
import { welcomeUser } from '#modules/identity/index.ts'
import { replanRules, repostWhenPublished } from '#modules/planning/index.ts'
import type { Plans } from '#modules/plans/index.ts'
import { type RollUpDeps, withdrawProfilePosts } from '#modules/posts/index.ts'
import { type HeldWhy, hold, release, type TargetOwner } from '#modules/publishing/index.ts'
import { pauseBeyondPlan } from '#modules/webhooks/index.ts'

interface ListenerDeps extends RollUpDeps {
  readonly plans: Plans
  readonly owner: TargetOwner
  readonly queue: Pick<Queue, 'enqueue'>
}

/**
 * The listeners of each event: `now` runs in the transaction that causes the event, `later` as a job. A new event type
 * does not compile until it has an entry.
 */
export const subscriptionsOf = (deps: ListenerDeps): Subscriptions => {
  /**
   * Holds the pending publications of an account that was disconnected or needs a reconnect. They go out when it is
   * connected again.
   */
  const keep = async (tx: Tx, id: AccountId, why: HeldWhy) => void (await hold(deps, tx, id, why))
  const letGo = async (tx: Tx, id: AccountId) => void (await release(deps, tx, id))
  return {
    'user.created': { now: [], later: [welcomeUser] },
    'user.deleted': { now: [], later: [] },
    'user.plan_changed': { now: [(tx, change) => pauseBeyondPlan(deps, tx, change)], later: [] },
    'user.timezone_changed': { now: [(tx, { ownerUid }) => replanRules(deps, tx, ownerUid)], later: [] },
    'profile.created': { now: [], later: [] },
    'profile.updated': { now: [], later: [] },
    'profile.deleted': {
      now: [(tx, { profileId }) => withdrawProfilePosts(deps, tx, profileId)],
      later: [disconnectProfile],
    },
    'profile.restored': { now: [], later: [] },
    'profile_member.added': { now: [], later: [] },
    'profile_member.changed': { now: [], later: [] },
    'profile_member.removed': { now: [], later: [] },
    'account.connected': { now: [(tx, { accountId }) => letGo(tx, accountId)], later: [] },
    'account.disconnected': { now: [(tx, { accountId }) => keep(tx, accountId, 'disconnected')], later: [] },
    'account.needs_reconnect': { now: [(tx, { accountId }) => keep(tx, accountId, 'needs_reconnect')], later: [] },
    'post.queued': { now: [], later: [] },
    'post.published': { now: [(tx, event) => repostWhenPublished(deps, tx, event)], later: [] },
    'post.partial': { now: [(tx, event) => repostWhenPublished(deps, tx, event)], later: [] },
    'post.failed': { now: [], later: [] },
    'post.needs_attention': { now: [], later: [] },
    'post.removed': { now: [], later: [] },
    'post.commented': { now: [], later: [] },
    'webhook.test': { now: [], later: [] },
  }
}
