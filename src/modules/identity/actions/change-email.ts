import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { demandRecipientAllowance, queueMail } from '#modules/mail/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { demandFreshSignIn } from '../fresh-sign-in.ts'
import { voidMailTokens } from '../mail-token-store.ts'
import { demandMailAllowance, demandOwnProvider, issueMailToken, lookThere } from '../mail-tokens.ts'
import type { AnsweredMail } from '../present.ts'
import { lockUser, type User, userByEmail } from '../user-store.ts'

/** A confirmed address gives way to another when that one is confirmed too; its reader is told at once. */
export function changeEmail(deps: IdentityDeps, caller: Caller, newEmail: string): Promise<AnsweredMail> {
  return ask(deps, caller, newEmail, async (tx, user) => {
    if (!user.emailVerified) refuse('email_not_verified', { detail: 'Use POST /v1/auth/change-email-unverified.' })
    if (user.email === null) return
    const values = { name: user.name, newEmail, url: deps.config.publicUrl }
    await queueMail(deps, tx, { to: user.email, template: 'change-email-notice', values })
  })
}

/** A typo: the present address may be a stranger's, who is told nothing, and whose token is good no longer. */
export function changeEmailUnverified(deps: IdentityDeps, caller: Caller, newEmail: string): Promise<AnsweredMail> {
  return ask(deps, caller, newEmail, async (tx, user) => {
    if (user.emailVerified) refuse('email_already_verified', { detail: 'Use POST /v1/auth/change-email.' })
    await voidMailTokens(tx, user.id, ['verify-email', 'reset-password'])
  })
}

/**
 * Nothing here tells whether the new address has an account: answer, statements and number of mails are the same. Of a
 * taken one the reader learns it, and the token that could confirm it is mailed to nobody.
 */
function ask(
  deps: IdentityDeps,
  caller: Caller,
  newEmail: string,
  begin: (tx: Tx, user: User) => Promise<void>,
): Promise<AnsweredMail> {
  demandOwnProvider(deps.config)
  demandFreshSignIn(caller, deps.clock.now(), 'Sign in again, then change the address within 15 minutes.')
  return inTx(deps.db, async (tx) => {
    const user = (await lockUser(tx, caller.uid)) ?? refuse('unauthenticated')
    const now = deps.clock.now()
    if (newEmail === user.email) {
      refuseInput({ path: '/newEmail', code: 'same_email', message: 'must be another address than the present one' })
    }
    await begin(tx, user)
    await demandMailAllowance(tx, user.id, 'change-email', now)
    await demandRecipientAllowance(tx, newEmail, 'confirm-address', { now, instead: lookThere })
    const wish = { uid: user.id, purpose: 'change-email', email: newEmail } as const
    const { token, hours, expiresAt } = await issueMailToken(tx, wish, now)
    const { publicUrl: url } = deps.config
    const holder = await userByEmail(tx, newEmail)
    if (holder && holder.id !== user.id) {
      await queueMail(deps, tx, { to: newEmail, template: 'email-taken', values: { url } })
    } else {
      const values = { name: user.name, token, hours, url }
      await queueMail(deps, tx, { to: newEmail, template: 'change-email', values })
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
