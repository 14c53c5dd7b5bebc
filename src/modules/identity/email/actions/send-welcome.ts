import { inTx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import { queueMail, takeRecipientAllowance } from '#modules/mail/index.ts'
import type { MailingDeps } from '../../deps.ts'
import { hasOuterProvider } from '../../issuers.ts'
import { lockUser } from '../../people/store.ts'
import { issueMailToken } from '../mail-tokens.ts'

/**
 * Emails a welcome to a new user, with a request to confirm the address unless an identity provider handles that. A
 * user without an address gets no email.
 */
export async function sendWelcome(deps: MailingDeps, uid: UserId): Promise<void> {
  await inTx(deps.db, async (tx) => {
    const user = await lockUser(tx, uid)
    if (!user?.email) return
    const { name, email, locale } = user
    const { publicUrl: url } = deps.config
    if (user.emailVerified || hasOuterProvider(deps.config)) {
      return await queueMail(deps, tx, { to: email, locale, template: 'welcome', values: { name, url } })
    }
    const now = deps.clock.now()
    // Creating and deleting accounts must not email a stranger repeatedly. The owner can request the email later.
    if ((await takeRecipientAllowance(tx, email, 'confirm-address', now)).kind === 'used-up') return
    const { token, hours } = await issueMailToken(tx, { uid, purpose: 'verify-email', email }, now)
    const values = { name, token, hours, url }
    return await queueMail(deps, tx, { to: email, locale, template: 'welcome-verify', values })
  })
}
