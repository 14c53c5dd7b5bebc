import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { queueMail, requireRecipientAllowance } from '#modules/mail/index.ts'
import type { IdentityDeps } from '../../deps.ts'
import { findUserByEmail, lockUser, type User } from '../../people/store.ts'
import { requireFreshSignIn } from '../../sessions/require-fresh-sign-in.ts'
import type { RequestedMail } from '../mail-tokens.ts'
import { issueMailToken, mailboxAdvice, requireEmbeddedProvider, requireMailAllowance } from '../mail-tokens.ts'
import { voidMailTokens } from '../store.ts'

/**
 * Starts the change of a confirmed address. The change takes effect when the new address is also confirmed. The current
 * address is notified immediately.
 */
export function changeEmail(deps: IdentityDeps, caller: Caller, newEmail: string): Promise<RequestedMail> {
  return ask(deps, caller, newEmail, async (tx, user) => {
    if (!user.emailVerified)
      refuse('email_not_verified', {
        detail: 'Your current address is not confirmed. Use POST /v1/auth/change-email-unverified.',
      })
    if (user.email === null) return
    const values = { name: user.name, newEmail, url: deps.config.publicUrl }
    await queueMail(deps, tx, { to: user.email, locale: user.locale, template: 'change-email-notice', values })
  })
}

/**
 * Starts the correction of an address that was never confirmed. The current address may be a stranger's, so it is not
 * notified, and the tokens emailed to it become invalid.
 */
export function changeEmailUnverified(deps: IdentityDeps, caller: Caller, newEmail: string): Promise<RequestedMail> {
  return ask(deps, caller, newEmail, async (tx, user) => {
    if (user.emailVerified)
      refuse('email_already_verified', {
        detail: 'Your current address is already confirmed. Use POST /v1/auth/change-email.',
      })
    await voidMailTokens(tx, user.id, ['verify-email', 'reset-password'])
  })
}

/**
 * Does the work that both changes share. Nothing reveals whether the new address has an account: the response, the
 * statements and the number of emails are the same. If the address is already used, only its owner learns this by
 * email, and the token that could confirm it is sent to no one.
 */
function ask(
  deps: IdentityDeps,
  caller: Caller,
  newEmail: string,
  begin: (tx: Tx, user: User) => Promise<void>,
): Promise<RequestedMail> {
  requireEmbeddedProvider(deps.config)
  requireFreshSignIn(caller, deps.clock.now(), 'Sign in again, then change the address within 15 minutes.')
  return inTx(deps.db, async (tx) => {
    const user = (await lockUser(tx, caller.uid)) ?? refuse('unauthenticated')
    const now = deps.clock.now()
    if (newEmail === user.email) {
      refuseInput({ path: '/newEmail', code: 'same_email', message: 'must differ from the current address' })
    }
    await begin(tx, user)
    await requireMailAllowance(tx, user.id, 'change-email', now)
    await requireRecipientAllowance(tx, newEmail, 'confirm-address', { now, instead: mailboxAdvice })
    const tokenRequest = { uid: user.id, purpose: 'change-email', email: newEmail } as const
    const { token, hours, expiresAt } = await issueMailToken(tx, tokenRequest, now)
    const { publicUrl: url } = deps.config
    const holder = await findUserByEmail(tx, newEmail)
    if (holder && holder.id !== user.id) {
      await queueMail(deps, tx, { to: newEmail, locale: holder.locale, template: 'email-taken', values: { url } })
    } else {
      const values = { name: user.name, token, hours, url }
      await queueMail(deps, tx, { to: newEmail, locale: user.locale, template: 'change-email', values })
    }
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: user.id,
      action: 'user.email_change_requested',
      subject: toWire('usr', user.id),
      changes: { email: { from: user.email, to: newEmail } },
    })
    return { sentTo: newEmail, expiresAt }
  })
}
