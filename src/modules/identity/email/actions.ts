import { inTx, type Tx } from '#infra/db/client.ts'
import { brokenUniqueRule } from '#infra/db/faults.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { type AuditActor, writeAudit } from '#modules/audit/index.ts'
import { queueMail, requireRecipientAllowance, takeRecipientAllowance } from '#modules/mail/index.ts'
import type { IdentityDeps, MailingDeps } from '../deps.ts'
import { endUnconfirmedAccess } from '../end-unconfirmed.ts'
import { hashSecret } from '../hash-secret.ts'
import { hasOuterProvider } from '../issuers.ts'
import { findUserByEmail, lockUser, type User, updateUser } from '../people/store.ts'
import { requireFreshSignIn } from '../require-fresh-sign-in.ts'
import {
  allMailPurposes,
  issueMailToken,
  mailboxAdvice,
  type RequestedMail,
  refuseMailToken,
  requireEmbeddedProvider,
  requireMailAllowance,
} from './mail-tokens.ts'
import { findMailToken, type MailPurpose, spendMailToken, voidMailTokens } from './store.ts'

/**
 * Starts the change of a confirmed address. The change takes effect when the new address is also confirmed. The current
 * address is notified immediately.
 */
export function changeEmail(deps: IdentityDeps, caller: Caller, newEmail: string): Promise<RequestedMail> {
  return ask(deps, caller, newEmail, async (tx, user) => {
    if (!user.emailVerified)
      refuse('email_not_verified', {
        detail: 'Your current address isn’t confirmed. Use POST /v1/auth/change-email-unverified.',
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

const purposes: readonly MailPurpose[] = ['verify-email', 'change-email']

/**
 * Confirms an address with the token from either email, which proves that the token's holder can read mail at the
 * address. Unless they are signed in to the account, company sign-in, API keys and apps of a previously unconfirmed one
 * end: someone else may have opened it.
 */
export async function verifyEmail(
  deps: IdentityDeps,
  token: string,
  { caller, requestId }: { readonly caller: Caller | null; readonly requestId: string },
): Promise<void> {
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
    const isOwn = caller?.kind === 'user' && caller.uid === user.id
    if (!user.emailVerified && !isOwn) await endUnconfirmedAccess(tx, user.id, requestId, now)
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
    // Another user has signed up with the address since then. Only the address's owner can learn this here.
    if (brokenUniqueRule(error) === 'app_user_email') refuse('email_taken')
    throw error
  }
  deps.callers.clear()
}

const actorOf = (user: User, requestId: string): AuditActor => ({ kind: 'user', uid: user.id, keyId: null, requestId })

/** Invalidates all emailed tokens, and notifies the old address if it was verified. */
async function leaveOldAddress(deps: IdentityDeps, tx: Tx, user: User, newEmail: string): Promise<void> {
  await voidMailTokens(tx, user.id, allMailPurposes)
  if (user.email === null || !user.emailVerified) return
  const values = { name: user.name, newEmail, url: deps.config.publicUrl }
  await queueMail(deps, tx, { to: user.email, locale: user.locale, template: 'email-changed', values })
}

/**
 * Emails a welcome to a new user, with a request to confirm the address unless an identity provider handles that. A
 * user without an address gets no email.
 */
export async function sendWelcome(deps: MailingDeps, uid: UserId): Promise<void> {
  await inTx(deps.db, async (tx) => {
    const user = await lockUser(tx, uid)
    if (!user?.email || user.disabledAt !== null) return
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
