import { actsOn } from '../../../core/control/acts.ts'
import type { Network } from '../../../core/network.ts'
import { unpublish } from '../posts/publish.ts'
import type { Platform } from '../state/platform.ts'

/** Actions that people take in their settings and that the network's staff takes, for `POST /control/act`. */
export function createActs(platform: Platform): Network['acts'] {
  const { on, set, setQuietly, deleteLatest } = actsOn(platform.person)
  const endGrants = on((person) => ({ grants: platform.tokens.endAll(person).length }))
  return {
    revoke_access: endGrants,
    /** A change of the password or the name. Both revoke every token. */
    change_password: endGrants,
    disapprove: set({ standing: 'disapproved' }),
    review: set({ standing: 'in_review' }),
    restore: set({ standing: 'active' }),
    fail_next_file: setQuietly({ failsNextVideo: true }),
    delete_latest: deleteLatest(
      ({ pins }) => pins,
      (pin) => unpublish(platform, pin),
    ),
  }
}
