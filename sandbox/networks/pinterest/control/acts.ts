import { actsOn } from '../../../core/control/acts.ts'
import type { Network } from '../../../core/network.ts'
import { unpublish } from '../posts/publish.ts'
import type { Platform } from '../state/platform.ts'

/** The acts of people in their settings and of the network's staff, for `POST /control/act`. */
export function createActs(platform: Platform): Network['acts'] {
  const { on, set, setQuietly, deleteLatest } = actsOn(platform.person)
  const endGrants = on((person) => ({ grants: platform.tokens.endAll(person).length }))
  return {
    revoke_access: endGrants,
    /** A changed password or name. Both revoke every token. */
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
