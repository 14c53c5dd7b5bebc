import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { queueMail, requireRecipientAllowance } from '#modules/mail/index.ts'
import type { IdentityDeps } from '../../deps.ts'
import { lockUser } from '../../people/store.ts'
import type { RequestedMail } from '../mail-tokens.ts'
import { issueMailToken, mailboxAdvice, requireEmbeddedProvider, requireMailAllowance } from '../mail-tokens.ts'

/** Emails a new token that confirms the caller's address. */
export function sendVerification(deps: IdentityDeps, caller: Caller): Promise<RequestedMail> {
  requireEmbeddedProvider(deps.config)
  return inTx(deps.db, async (tx) => {
    const user = (await lockUser(tx, caller.uid)) ?? refuse('unauthenticated')
    const now = deps.clock.now()
    if (user.emailVerified || user.email === null) refuse('email_already_verified')
    await requireMailAllowance(tx, user.id, 'verify-email', now)
    await requireRecipientAllowance(tx, user.email, 'confirm-address', { now, instead: mailboxAdvice })
    const tokenRequest = { uid: user.id, purpose: 'verify-email', email: user.email } as const
    const { token, hours, expiresAt } = await issueMailToken(tx, tokenRequest, now)
    const values = { name: user.name, token, hours, url: deps.config.publicUrl }
    await queueMail(deps, tx, { to: user.email, locale: user.locale, template: 'verify-email', values })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: user.id,
      action: 'user.verification_requested',
      subject: toWire('usr', user.id),
    })
    return { sentTo: user.email, expiresAt }
  })
}
