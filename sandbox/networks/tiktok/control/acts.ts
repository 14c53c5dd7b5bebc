import { actsOn } from '../../../core/control/acts.ts'
import type { Act } from '../../../core/network.ts'
import { takeBack } from '../auth/grants.ts'
import { publish, unpublish } from '../posts/jobs.ts'
import type { Platform } from '../state/platform.ts'
import { createWebhookActs } from './webhooks.ts'

/**
 * Actions that people take in their settings and that the network's staff takes, for `POST /control/act`. An action on
 * the app affects every person it acts for, whichever person the request names.
 */
export function createActs(platform: Platform): Readonly<Record<string, Act>> {
  const { on, set, setQuietly, deleteLatest } = actsOn(platform.person)
  const capUsers = (userCapReached: boolean) => () => {
    platform.app.userCapReached = userCapReached
    return { userCapReached }
  }
  return {
    ...createWebhookActs(platform),
    revoke_access: on((person) => ({ grants: takeBack(platform, person) })),
    go_private: set({ isPrivate: true }),
    go_public: set({ isPrivate: false }),
    suspect: set({ suspicion: 'spam_risk' }),
    suspect_text: set({ suspicion: 'spam_risk_text' }),
    stop_posts: set({ suspicion: 'spam_risk_too_many_posts' }),
    stop_drafts: set({ suspicion: 'spam_risk_too_many_pending_share' }),
    ban_from_posting: set({ suspicion: 'spam_risk_user_banned_from_posting' }),
    restore: set({ suspicion: 'none' }),
    cap_users: capUsers(true),
    uncap_users: capUsers(false),
    turn_off_interactions: setQuietly({ commentsOff: true, duetsOff: true, stitchesOff: true }),
    fail_next: on((person, { reason }) => {
      person.failsNext = typeof reason === 'string' ? reason : 'internal'
      return { reason: person.failsNext }
    }),
    finish_drafts: on((person) => {
      const waiting = person.jobs.filter(({ state }) => state === 'in_inbox')
      // The app's texts do not apply to drafts: their owner writes the text.
      const requested = {
        title: '',
        description: '',
        privacy: person.isPrivate ? 'FOLLOWER_OF_CREATOR' : 'PUBLIC_TO_EVERYONE',
        commentsOff: false,
      } as const
      return { posts: waiting.map((job) => publish(platform, job, requested, platform.world.clock.ms()).id) }
    }),
    delete_latest: deleteLatest(
      ({ posts }) => posts,
      (post) => unpublish(platform, post),
    ),
  }
}
