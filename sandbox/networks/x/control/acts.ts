import { actsOn } from '../../../core/control/acts.ts'
import type { Network } from '../../../core/network.ts'
import { unpublish } from '../posts/publish.ts'
import type { AppTrouble, Platform } from '../state/platform.ts'

/**
 * The acts of people in their settings and of the network's staff, for `POST /control/act`. An act on the app affects
 * everyone it acts for, whichever person the request names.
 */
export function createActs(platform: Platform): Network['acts'] {
  const { on, set, setQuietly, deleteLatest } = actsOn(platform.person)
  const trouble = (what: AppTrouble) => () => {
    platform.app.trouble = what
    return { app: what }
  }
  return {
    revoke_access: on((person) => ({ grants: platform.tokens.endAll(person).length })),
    suspend: set({ standing: 'suspended' }),
    lock: set({ standing: 'locked' }),
    restore: set({ standing: 'active' }),
    give_premium: set({ premium: true }),
    take_premium: set({ premium: false }),
    fail_next_file: setQuietly({ failsNextFile: true }),
    delete_latest: deleteLatest(
      ({ posts }) => posts,
      (post) => unpublish(platform, post),
    ),
    run_out_of_credits: trouble('no_credits'),
    cap_usage: trouble('usage_capped'),
    unenroll_app: trouble('not_enrolled'),
    restore_app: trouble('none'),
  }
}
