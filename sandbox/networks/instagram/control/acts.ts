import { actsOn } from '../../../core/control/acts.ts'
import { BadControl } from '../../../core/control/control-input.ts'
import type { Act } from '../../../core/network.ts'
import { endTokens } from '../auth/sealed.ts'
import { remove } from '../posts/publish.ts'
import type { Platform } from '../state/platform.ts'
import { isPublishingError } from '../wire/failures.ts'
import { createWebhookActs } from './webhooks.ts'

/** The acts of people in their settings and of the network's staff, for `POST /control/act`. */
export function createActs(platform: Platform): Readonly<Record<string, Act>> {
  const { on, set, deleteLatest } = actsOn(platform.person)
  const kill = (ways: readonly ('login' | 'pages')[], subcode: number) =>
    on((person) => {
      for (const way of ways) endTokens(person, way, subcode)
      return { tokens: `190/${subcode}` }
    })
  const webhookActs = createWebhookActs(platform)
  const revoke = kill(['login'], 458)
  return {
    ...webhookActs,
    // With a URL, the app is notified as well.
    revoke_access: (name, given = {}) => (given.url === undefined ? revoke : webhookActs.deauthorize)(name, given),
    remove_app: kill(['pages'], 458),
    change_password: kill(['login', 'pages'], 460),
    log_out: kill(['pages'], 467),
    require_checkpoint: set({ hasCheckpoint: true }),
    pass_checkpoint: set({ hasCheckpoint: false }),
    lose_role: set({ hasRole: false }),
    restore_role: set({ hasRole: true }),
    restrict: set({ standing: 'restricted' }),
    flag_spam: set({ standing: 'spam' }),
    flag_published: set({ standing: 'spam after all' }),
    restore: set({ standing: 'active' }),
    hide_likes: set({ hidesLikes: true }),
    show_likes: set({ hidesLikes: false }),
    become_tester: set({ isTester: true }),
    fail_next_file: on((person, { reason = 2_207_053 }) => {
      if (typeof reason !== 'number' || !isPublishingError(reason))
        throw new BadControl('"with.reason" must be a subcode of publishing, such as 2207026.', 'with')
      person.failsNext = reason
      return { reason }
    }),
    delete_latest: deleteLatest(
      ({ posts }) => posts,
      (post) => remove(platform, post),
    ),
  }
}
