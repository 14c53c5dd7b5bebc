import { actsOn } from '../../../core/control/acts.ts'
import { BadControl } from '../../../core/control/control-input.ts'
import type { Network } from '../../../core/network.ts'
import { commenterOn } from '../../../core/people/accounts.ts'
import { knownToken, ownTokenOf } from '../auth/callers.ts'
import { publish, unpublish } from '../posts/publish.ts'
import type { Instance } from '../state/platform.ts'
import type { Account } from '../state/records.ts'

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
    comment: on((account, { body }) => ({ id: commentOn(instance, account, body).id })),
  }
}

/** Another person replies to the account's latest status. As in the network's own app, the reply begins with a mention. */
function commentOn(instance: Instance, account: Account, text: unknown) {
  const replyTo = account.statuses.findLast(({ deleted }) => !deleted)
  const author = instance.person(commenterOn(account.name))
  if (!replyTo || !author) throw new BadControl(`"${account.name}" has no post yet.`, 'account')
  return publish(instance, {
    account: author,
    app: instance.ownApp,
    key: null,
    at: instance.world.clock.now(),
    draft: {
      text: `@${account.name} ${typeof text === 'string' ? text : 'How nice!'}`,
      spoiler: '',
      sensitive: false,
      visibility: 'public',
      quotePolicy: 'public',
      language: 'en',
      replyTo,
      quotes: null,
      media: [],
      poll: null,
    },
  })
}
