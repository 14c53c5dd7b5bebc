import { actsOn } from '../../../core/control/acts.ts'
import type { Network } from '../../../core/network.ts'
import { knownToken, ownTokenOf } from '../auth/callers.ts'
import { unpublish } from '../posts/publish.ts'
import type { Instance } from '../state/platform.ts'
import { createCommentActs } from './comment-acts.ts'

/** The acts of people in their preferences and of the server's staff, for `POST /control/act`. */
export function createActs(instance: Instance): Network['acts'] {
  const { on, set, setQuietly, deleteLatest } = actsOn(instance.person)
  const setRevoked = (revoked: boolean) =>
    on((account) => {
      knownToken(instance, ownTokenOf(account.name))
      const tokens = [...instance.tokens.values()].filter((token) => token.account === account)
      for (const token of tokens) token.revoked = revoked
      return { tokens: tokens.length }
    })
  return {
    revoke_tokens: setRevoked(true),
    restore_tokens: setRevoked(false),
    forget_apps() {
      const { apps, forgottenApps } = instance
      for (const clientId of apps.keys()) forgottenApps.add(clientId)
      apps.clear()
      return { forgotten: forgottenApps.size }
    },
    disable_login: set({ standing: 'disabled' }),
    unconfirm_email: set({ standing: 'unconfirmed' }),
    await_approval: set({ standing: 'pending' }),
    suspend: set({ standing: 'suspended' }),
    delete_account: set({ standing: 'deleted' }),
    restore: set({ standing: 'active' }),
    fail_next_file: setQuietly({ failsNextFile: true }),
    delete_latest: deleteLatest(
      ({ statuses }) => statuses,
      (status) => unpublish(instance, status, true),
    ),
    ...createCommentActs(instance),
  }
}
