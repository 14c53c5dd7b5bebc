import type { Act } from '../../../core/network.ts'
import { takeBack } from '../auth/grants.ts'
import { publish, unpublish } from '../posts/jobs.ts'
import type { Platform } from '../state/platform.ts'
import type { Person, Suspicion } from '../state/records.ts'
import { tellActs } from './tell.ts'

/**
 * Actions that people take in their settings and that the network's staff takes, for `POST /control/act`. An action on
 * the app affects every person it acts for, whichever person the request names.
 */
export function actsOf(platform: Platform): Readonly<Record<string, Act>> {
  const withPerson =
    (act: (person: Person, given: Readonly<Record<string, unknown>>) => object | undefined): Act =>
    (name, given = {}) => {
      const person = platform.person(name)
      return person ? act(person, given) : undefined
    }
  const suspect = (suspicion: Suspicion) =>
    withPerson((person) => {
      person.suspicion = suspicion
      return { suspicion }
    })
  const goPrivate = (isPrivate: boolean) =>
    withPerson((person) => {
      person.isPrivate = isPrivate
      return { isPrivate }
    })
  const capUsers = (userCapReached: boolean) => () => {
    platform.app.userCapReached = userCapReached
    return { userCapReached }
  }
  return {
    ...tellActs(platform),
    revoke_access: withPerson((person) => ({ grants: takeBack(platform, person) })),
    go_private: goPrivate(true),
    go_public: goPrivate(false),
    suspect: suspect('spam_risk'),
    suspect_text: suspect('spam_risk_text'),
    stop_posts: suspect('spam_risk_too_many_posts'),
    stop_drafts: suspect('spam_risk_too_many_pending_share'),
    ban_from_posting: suspect('spam_risk_user_banned_from_posting'),
    restore: suspect('none'),
    cap_users: capUsers(true),
    uncap_users: capUsers(false),
    turn_off_interactions: withPerson((person) => {
      person.commentsOff = true
      person.duetsOff = true
      person.stitchesOff = true
      return undefined
    }),
    fail_next: withPerson((person, { reason }) => {
      person.failsNext = typeof reason === 'string' ? reason : 'internal'
      return { reason: person.failsNext }
    }),
    finish_drafts: withPerson((person) => {
      const waiting = person.jobs.filter(({ state }) => state === 'in_inbox')
      // The app's texts do not apply to drafts: their owner writes the text.
      const wish = {
        title: '',
        description: '',
        privacy: person.isPrivate ? 'FOLLOWER_OF_CREATOR' : 'PUBLIC_TO_EVERYONE',
        commentsOff: false,
      } as const
      return { posts: waiting.map((job) => publish(platform, job, wish, platform.world.clock.ms()).id) }
    }),
    delete_latest: withPerson((person) => {
      const latest = person.posts.findLast(({ deleted }) => !deleted)
      if (latest) unpublish(platform, latest)
      return { deleted: latest?.id ?? null }
    }),
  }
}
