import { inTx } from '#infra/db/client.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { queueMail } from '#modules/mail/index.ts'
import type { IdentityDeps, MailingDeps } from '../deps.ts'
import { allMailPurposes, refuseMailToken } from '../email/mail-tokens.ts'
import { findMailToken, spendMailToken, voidMailTokens } from '../email/store.ts'
import { endUnconfirmedAccess } from '../end-unconfirmed.ts'
import { hashSecret } from '../hash-secret.ts'
import { guessedJobBinding, mailPasswordReset, resetJobBinding, warnOfPasswordGuesses } from '../jobs.ts'
import { lockUser, updateUser } from '../people/store.ts'
import { setTries } from '../second-factor/store.ts'
import { endUserSessions } from '../session-store.ts'
import { forgetAccountGuesses } from './attempts.ts'
import { hashPassword, requireGoodPassword } from './passwords.ts'
import { upsertPassword } from './store.ts'

/**
 * Enqueues the reset without a lookup: the job looks the address up, so that neither the response nor its time reveals
 * whether an account exists.
 */
export async function requestPasswordReset(
  deps: Pick<IdentityDeps, 'db' | 'seal' | 'queue'>,
  email: string,
): Promise<void> {
  const sealedEmail = deps.seal.seal(email, resetJobBinding).toString('base64')
  await inTx(deps.db, (tx) => deps.queue.enqueue(tx, mailPasswordReset, { sealedEmail }))
}

const purposes = ['reset-password'] as const

/**
 * Sets a new password with an emailed token. All sessions end and all emailed tokens become invalid, so that the old
 * password and sessions opened with it stop working. A second factor stays active. API keys keep working, because the
 * old password does not reveal them, unless the address was never confirmed: someone else may have opened the account.
 */
export async function resetPassword(
  deps: IdentityDeps,
  input: { readonly token: string; readonly password: string },
  requestId: string,
): Promise<void> {
  const hash = hashSecret(input.token)
  // Check the token before the slow password hash: a guessed token costs only one small select.
  const requested = (await findMailToken(deps.db, hash, purposes, deps.clock.now())) ?? refuseMailToken()
  requireGoodPassword(input.password, requested.email)
  const passwordHash = await hashPassword(input.password, deps.passwordCost)

  await inTx(deps.db, async (tx) => {
    const now = deps.clock.now()
    const user = (await lockUser(tx, requested.uid)) ?? refuseMailToken()
    const { email } = (await spendMailToken(tx, hash, purposes, now)) ?? refuseMailToken()
    await upsertPassword(tx, user.id, passwordHash, now)
    await updateUser(tx, user.id, { emailVerified: true, updatedAt: now })
    await endUserSessions(tx, user.id, now)
    if (!user.emailVerified) await endUnconfirmedAccess(tx, user.id, requestId, now)
    // The guessed password is gone, so someone guessing second-factor codes no longer knows the password.
    await forgetAccountGuesses(tx, email)
    await setTries(tx, user.id, { failedTries: 0, pausedUntil: null })
    await voidMailTokens(tx, user.id, allMailPurposes)
    await queueMail(deps, tx, {
      to: email,
      locale: user.locale,
      template: 'password-changed',
      values: { name: user.name, url: deps.config.publicUrl },
    })
    await writeAudit(tx, {
      at: now,
      caller: { kind: 'user', uid: user.id, keyId: null, requestId },
      ownerUid: user.id,
      action: 'user.password_reset',
      subject: toWire('usr', user.id),
      changes: user.emailVerified ? {} : { emailVerified: { from: false, to: true } },
    })
  })
  deps.callers.clear()
}

/** Enqueues the warning. The job looks up the address, so that neither the response nor its time reveals an account. */
export async function reportPasswordGuesses(
  deps: Pick<MailingDeps, 'db' | 'seal' | 'queue'>,
  email: string,
): Promise<void> {
  const sealedEmail = deps.seal.seal(email, guessedJobBinding).toString('base64')
  await inTx(deps.db, (tx) => deps.queue.enqueue(tx, warnOfPasswordGuesses, { sealedEmail }))
}
