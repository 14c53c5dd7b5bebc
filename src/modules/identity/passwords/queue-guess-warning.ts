import type { Tx } from '#infra/db/client.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { queueMail } from '#modules/mail/index.ts'
import type { MailingDeps } from '../deps.ts'
import { takeMailAllowance } from '../email/mail-tokens.ts'
import type { User } from '../people/store.ts'

const actions = { 'password-guessed': 'user.password_guessed', 'code-guessed': 'second_factor.code_guessed' } as const

/**
 * Emails the user, at most once a day, that someone is guessing their password or codes. The caller holds the user's
 * row lock.
 */
export async function queueGuessWarning(
  deps: Pick<MailingDeps, 'seal' | 'queue' | 'clock' | 'config'>,
  tx: Tx,
  user: User,
  what: keyof typeof actions,
): Promise<void> {
  const now = deps.clock.now()
  if (user.email === null || (await takeMailAllowance(tx, user.id, what, now)).kind === 'used-up') return
  const { email: to, locale, name } = user
  await queueMail(deps, tx, { to, locale, template: what, values: { name, url: deps.config.publicUrl } })
  await writeAudit(tx, {
    at: now,
    caller: null,
    ownerUid: user.id,
    action: actions[what],
    subject: toWire('usr', user.id),
  })
}
