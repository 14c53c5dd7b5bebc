import type { Subscriptions } from '#infra/events/index.ts'
import { leaveProfile } from '#modules/accounts/index.ts'
import { welcomeUser } from '#modules/identity/index.ts'

/** Who hears what: `now` in the transaction that causes it, `later` as a job. A new event does not compile until it stands here. */
export const subscriptions: Subscriptions = {
  'user.created': { now: [], later: [welcomeUser] },
  'user.deleted': { now: [], later: [] },
  'profile.created': { now: [], later: [] },
  'profile.updated': { now: [], later: [] },
  'profile.deleted': { now: [], later: [leaveProfile] },
  'profile.restored': { now: [], later: [] },
  'profile_member.added': { now: [], later: [] },
  'profile_member.changed': { now: [], later: [] },
  'profile_member.removed': { now: [], later: [] },
  'account.connected': { now: [], later: [] },
  'account.disconnected': { now: [], later: [] },
  'account.needs_reconnect': { now: [], later: [] },
  'post.queued': { now: [], later: [] },
  'post.published': { now: [], later: [] },
  'post.partial': { now: [], later: [] },
  'post.failed': { now: [], later: [] },
  'post.needs_attention': { now: [], later: [] },
}
