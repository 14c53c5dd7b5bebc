import { inTx, type Tx } from '#infra/db/client.ts'
import { brokenUniqueRule } from '#infra/db/faults.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { type AuditActor, writeAudit } from '#modules/audit/index.ts'
import { queueMail } from '#modules/mail/index.ts'
import type { IdentityDeps } from '../../deps.ts'
import { hashSecret } from '../../hash-secret.ts'
import { lockUser, type User, updateUser } from '../../people/store.ts'
import { allMailPurposes, refuseMailToken } from '../mail-tokens.ts'
import { findMailToken, type MailPurpose, spendMailToken, voidMailTokens } from '../store.ts'

const purposes: readonly MailPurpose[] = ['verify-email', 'change-email']

/**
 * Confirms an address with the token from either email, which proves that the token's holder can read mail at the
 * address.
 */
export async function verifyEmail(deps: IdentityDeps, token: string, requestId: string): Promise<void> {
  const hash = hashSecret(token)
  const work = async (tx: Tx): Promise<void> => {
    const now = deps.clock.now()
    const requested = (await findMailToken(tx, hash, purposes, now)) ?? refuseMailToken()
    const user = (await lockUser(tx, requested.uid)) ?? refuseMailToken()
    // The previous holder of the user's row lock may have used the token.
    const { email } = (await spendMailToken(tx, hash, purposes, now)) ?? refuseMailToken()
    await updateUser(tx, user.id, { email, emailVerified: true, updatedAt: now })
    const isNew = email !== user.email
    if (isNew) await leaveOldAddress(deps, tx, user, email)
    await writeAudit(tx, {
      at: now,
      caller: actorOf(user, requestId),
      ownerUid: user.id,
      action: isNew ? 'user.email_changed' : 'user.email_verified',
      subject: toWire('usr', user.id),
      changes: {
        ...(isNew ? { email: { from: user.email, to: email } } : {}),
        ...(user.emailVerified ? {} : { emailVerified: { from: false, to: true } }),
      },
    })
  }
  try {
    await inTx(deps.db, work)
  } catch (error) {
    // Another user has signed up with the address since. Only the address's owner can learn this here.
    if (brokenUniqueRule(error) === 'app_user_email') refuse('email_taken')
    throw error
  }
}

const actorOf = (user: User, requestId: string): AuditActor => ({ kind: 'user', uid: user.id, keyId: null, requestId })

/** Invalidates all emailed tokens, and notifies the old address if it was verified. */
async function leaveOldAddress(deps: IdentityDeps, tx: Tx, user: User, newEmail: string): Promise<void> {
  await voidMailTokens(tx, user.id, allMailPurposes)
  if (user.email === null || !user.emailVerified) return
  const values = { name: user.name, newEmail, url: deps.config.publicUrl }
  await queueMail(deps, tx, { to: user.email, locale: user.locale, template: 'email-changed', values })
}
