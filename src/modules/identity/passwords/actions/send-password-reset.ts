import { inTx } from '#infra/db/client.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { queueMail } from '#modules/mail/index.ts'
import type { MailingDeps } from '../../deps.ts'
import { issueMailToken, takeMailAllowance } from '../../email/mail-tokens.ts'
import { findUserByEmail, lockUser } from '../../people/store.ts'

/**
 * Emails a reset token. An address without an account gets no email: otherwise anyone could make us email strangers.
 */
export async function sendPasswordReset(deps: MailingDeps, email: string): Promise<void> {
  await inTx(deps.db, async (tx) => {
    const found = await findUserByEmail(tx, email)
    const user = found && (await lockUser(tx, found.id))
    // The user may have changed the address since the lookup.
    if (!user?.email || user.email !== found?.email) return
    const now = deps.clock.now()
    const allowance = await takeMailAllowance(tx, user.id, 'reset-password', now)
    if (allowance.kind === 'used-up') return
    const tokenRequest = { uid: user.id, purpose: 'reset-password', email: user.email } as const
    const { token, hours } = await issueMailToken(tx, tokenRequest, now)
    const values = { name: user.name, token, hours, url: deps.config.publicUrl }
    await queueMail(deps, tx, { to: user.email, locale: user.locale, template: 'reset-password', values })
    await writeAudit(tx, {
      at: now,
      caller: null,
      ownerUid: user.id,
      action: 'user.password_reset_requested',
      subject: toWire('usr', user.id),
    })
  })
}
