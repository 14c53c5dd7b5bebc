import { inTx, type Tx } from '#infra/db/client.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { queueMail } from '#modules/mail/index.ts'
import type { MailingDeps } from '../deps.ts'
import { issueMailToken, takeMailAllowance } from '../email/mail-tokens.ts'
import { findUserByEmail, lockUser, type User } from '../people/store.ts'

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

/** Warns the owner of the account, if it exists. */
export async function sendGuessWarning(deps: MailingDeps, email: string): Promise<void> {
  await inTx(deps.db, async (tx) => {
    const found = await findUserByEmail(tx, email)
    const user = found && (await lockUser(tx, found.id))
    // The user may have changed the address since the lookup.
    if (user && user.email === found.email) await queueGuessWarning(deps, tx, user, 'password-guessed')
  })
}

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
