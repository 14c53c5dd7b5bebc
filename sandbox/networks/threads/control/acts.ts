import { actsOn } from '../../../core/control/acts.ts'
import type { Act } from '../../../core/network.ts'
import { endTokens } from '../auth/sealed.ts'
import { remove } from '../posts/posts.ts'
import type { Platform } from '../state/platform.ts'
import { createWebhookActs } from './webhooks.ts'

/** Actions that people take in their settings and that the network's staff takes, for `POST /control/act`. */
export function createActs(platform: Platform): Readonly<Record<string, Act>> {
  const { on, set, deleteLatest } = actsOn(platform.person)
  const kill = (subcode: number) =>
    on((person) => {
      endTokens(person, subcode)
      return { tokens: `190/${subcode}` }
    })
  const webhookActs = createWebhookActs(platform)
  const revoke = kill(458)
  return {
    ...webhookActs,
    // With a URL, the app is notified as well.
    revoke_access: (name, given = {}) => (given.url === undefined ? revoke : webhookActs.deauthorize)(name, given),
    change_password: kill(460),
    restrict: set({ standing: 'restricted' }),
    flag_spam: set({ standing: 'spam' }),
    restore: set({ standing: 'active' }),
    go_private: set({ isPrivate: true }),
    go_public: set({ isPrivate: false }),
    become_tester: set({ isTester: true }),
    fail_next_file: on((person, { reason }) => {
      person.failsNext = typeof reason === 'string' ? reason : 'UNKNOWN'
      return { reason: person.failsNext }
    }),
    delete_latest: deleteLatest(
      ({ posts }) => posts,
      (post) => remove(platform, post),
    ),
  }
}
