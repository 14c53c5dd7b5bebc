import type { Network } from '../../../core/network.ts'
import { knownToken, ownTokenOf } from '../auth/who.ts'
import { unpublish } from '../posts/publish.ts'
import type { Instance } from '../state/platform.ts'
import type { Account, Standing } from '../state/records.ts'

/** The acts of people in their preferences and of the server's staff, for `POST /control/act`. */
export function actsOf(instance: Instance): Network['acts'] {
  const withAccount = (act: (account: Account) => object | undefined) => (name: string) => {
    const account = instance.account(name)
    return account ? act(account) : undefined
  }
  const become = (standing: Standing) =>
    withAccount((account) => {
      account.standing = standing
      return { standing }
    })
  const setRevoked = (revoked: boolean) =>
    withAccount((account) => {
      knownToken(instance, ownTokenOf(account.name))
      const tokens = [...instance.tokens.values()].filter((token) => token.account === account)
      for (const token of tokens) token.revoked = revoked
      return { tokens: tokens.length }
    })
  return {
    revoke_tokens: setRevoked(true),
    restore_tokens: setRevoked(false),
    disable_login: become('disabled'),
    unconfirm_email: become('unconfirmed'),
    await_approval: become('pending'),
    suspend: become('suspended'),
    delete_account: become('deleted'),
    restore: become('active'),
    fail_next_file: withAccount((account) => {
      account.failsNextFile = true
      return undefined
    }),
    delete_latest: withAccount((account) => {
      const latest = account.statuses.findLast(({ deleted }) => !deleted)
      if (latest) unpublish(instance, latest, true)
      return { deleted: latest?.id ?? null }
    }),
  }
}
